#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// 64-bit content hash, fed piece by piece (XXH3). −0 counts as +0, so equal numbers hash equal.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& bytes(const void* data, std::size_t size);
  Hasher& text(std::string_view text);  ///< length first, so that "ab","c" differs from "a","bc"
  Hasher& integer(std::uint64_t value);
  Hasher& real(double value);
  Hasher& reals(std::span<const double> values);
  std::uint64_t value() const;

 private:
  void* m_state;
};

/// 16 lower-case hexadecimal digits.
std::string hashText(std::uint64_t hash);

}  // namespace sinew
