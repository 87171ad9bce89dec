#pragma once
#include <string_view>
#include <utility>
#include <vector>

#include "core/params/ParamSpec.h"

namespace sinew {

/// The values an object was given, by key, sorted; what is not given has its spec's default.
/// A value equal to its default is never stored, so == compares meaning.
class ParamValues {
 public:
  const Value* find(std::string_view key) const;
  void set(const ParamSpec& spec, Value value);  ///< storing the default erases
  void erase(std::string_view key);
  const std::vector<std::pair<std::string, Value>>& entries() const { return m_entries; }
  bool operator==(const ParamValues&) const = default;

 private:
  std::vector<std::pair<std::string, Value>> m_entries;
};

/// What is given, else the default.
const Value& givenOr(const ParamValues& values, const ParamSpec& spec);

/// Likewise, with what the values of a table come to where that is what the default says.
Value valueInForce(const ParamSpec& spec, const ParamTable& table, const ParamValues& values);

/// Whether a parameter of `table` does anything with these values (ParamSpec::usedWhen,
/// usedWithout).
bool isUsed(const ParamSpec& spec, const ParamTable& table, const ParamValues& values);

/// Typed reading of validated values through their table. Asking for a key that the table does
/// not hold, or with the wrong type, is a programmer's error and aborts.
class ParamReader {
 public:
  ParamReader(const ParamTable& table, const ParamValues& values)
      : m_table(table), m_values(values) {}

  bool boolean(std::string_view key) const;
  std::int64_t integer(std::string_view key) const;
  /// For a keyable one: its value at time 0. For a derived one: what it comes to.
  double real(std::string_view key) const;
  Vec3 vec3(std::string_view key) const;  ///< vectors and colours; keyable: at time 0
  Quat rotation(std::string_view key) const;
  const std::string& text(std::string_view key) const;  ///< enum, text, part, asset
  const MaterialPoint& materialPoint(std::string_view key) const;
  const ValueList& list(std::string_view key) const;
  const MeshFile& mesh(std::string_view key) const;
  Curve curve(std::string_view key) const;  ///< a constant comes as one key
  bool given(std::string_view key) const { return m_values.find(key) != nullptr; }

 private:
  const Value& value(std::string_view key) const;
  const ParamTable& m_table;
  const ParamValues& m_values;
};

}  // namespace sinew
