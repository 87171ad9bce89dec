#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/params/Value.h"

namespace sinew {

enum class ParamType {
  Bool,
  Int,
  Real,
  Vector,
  Rotation,
  Colour,
  Enum,
  Text,
  PartRef,
  MaterialRef,
  Point,
  Asset,
  Mesh,
  List
};

/// What an edit of the parameter does to a running simulation.
enum class Effect {
  Look,     ///< never touches the simulation and is left out of the simulation hash
  Live,     ///< taken up between steps
  Rebuild,  ///< recompiles the part or constraint
  Start,    ///< initial pose or velocity; shown as stale until reset
};

class ParamReader;

/// A default that scenes of the format's versions up to `upTo` had instead of today's.
struct FormerDefault {
  int upTo = 0;
  Value value;
};

/// Everything there is to know about one parameter. The one source for scene files, validation,
/// command line, reference docs, and later inspector and undo.
struct ParamSpec {
  std::string key;  ///< snake_case, as in files
  ParamType type = ParamType::Real;
  std::string unit;  ///< SI, as shown: "m", "kg", "N/m", "rad"; "" is dimensionless
  Value fallback;    ///< the default
  double min = -std::numeric_limits<double>::infinity();  ///< inclusive; per component for vectors
  double max = std::numeric_limits<double>::infinity();
  bool minExclusive = false;  ///< value must be > min
  Effect effect = Effect::Rebuild;
  bool keyable = false;   ///< may hold a Curve instead of a constant (Real, Vector, Bool)
  bool required = false;  ///< has no meaningful default and must be given
  bool optional = false;  ///< leaving it out has a meaning of its own (ParamReader::given)
  /// Of a Real: what leaving it out comes to, where that follows from other values of its object.
  double (*derived)(const ParamReader& values) = nullptr;
  std::string derivedAs;              ///< the same in words: "half the length"
  std::vector<FormerDefault> former;  ///< older ones first
  std::vector<std::string>
      choices;                  ///< legal values of an Enum; endings of files for an Asset or Mesh
  std::vector<ParamSpec> item;  ///< for List: the one spec of each element
  std::string usedWhen;         ///< key of a choice that decides whether it does anything; ""
  std::vector<std::string> usedFor;  ///< values of that choice with which it does
  std::string usedWithout;           ///< key beside which, given or with entries, it does nothing
  std::string zero;                  ///< what 0 means, where it is no mere number: "no limit"
  bool lens = false;                 ///< an opening angle [rad], which a focal length says as well
  std::string doc;                   ///< a sentence for tooltip and reference
};

using ParamTable = std::vector<ParamSpec>;

/// Builders, so that a table reads like a table:
///   real("radius", "m", 0.1).over(0).doc("Size of the sphere.")
class Param {
 public:
  static Param boolean(std::string key, bool fallback);
  static Param integer(std::string key, std::int64_t fallback);
  static Param real(std::string key, std::string unit, double fallback);
  static Param vec3(std::string key, std::string unit, const Vec3& fallback);
  static Param rotation(std::string key);
  static Param colour(std::string key, const Vec3& fallback);
  static Param choice(std::string key, std::vector<std::string> choices);  ///< first is the default
  static Param text(std::string key, std::string fallback = {});
  static Param part(std::string key);
  static Param material(std::string key);  ///< name of an entity of the scene's materials
  static Param materialPoint(std::string key);
  static Param asset(std::string key);
  static Param mesh(std::string key);  ///< of a closed mesh, whose content comes with the value
  static Param list(std::string key, Param item);

  Param&& range(double min, double max) &&;
  Param&& atLeast(double min) &&;
  Param&& over(double min) &&;  ///< strictly greater
  Param&& effect(Effect effect) &&;
  Param&& keyable() &&;  ///< also sets Effect::Live
  Param&& required() &&;
  Param&& optional() &&;  ///< has no default: not given means something of its own
  /// Not given, a Real follows from other values of its object; `words` say how.
  Param&& derived(std::string words, double (*from)(const ParamReader& values)) &&;
  /// What stood for it where versions of the format up to `upTo` did not give it.
  Param&& formerly(int upTo, Value fallback) &&;
  /// It does something only where the choice `key` of the same table is one of `values`.
  Param&& onlyFor(std::string key, std::vector<std::string> values) &&;
  /// It does nothing where the list `key` of the same table has entries, or `key` is given.
  Param&& onlyWithout(std::string key) &&;
  Param&& zeroMeans(std::string words) &&;
  Param&& lens() &&;
  Param&& doc(std::string sentence) &&;
  operator ParamSpec() && { return std::move(m_spec); }

 private:
  Param(std::string key, ParamType type, Value fallback);

  ParamSpec m_spec;
};

/// What stood for the parameter where a scene of that version of the format did not give it; null
/// where that is still so.
const Value* formerDefault(const ParamSpec& spec, int version);

const ParamSpec* findParam(const ParamTable& table, std::string_view key);
/// Param::onlyFor for each of a table.
ParamTable onlyFor(const std::string& key, const std::vector<std::string>& values,
                   ParamTable table);
const char* typeName(ParamType type);
const char* effectName(Effect effect);

}  // namespace sinew
