#include "core/scene/ValueJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/scene/AssetPath.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxText = 65'536;               // bytes
constexpr std::size_t kMaxElements = 100'000;          // of a list, keys of a curve
constexpr double kMaxTime = 1e5;                       // s, of a key
constexpr double kMinKeyGap = 1e-9;                    // s, so that slopes stay finite
constexpr double kSteepest = 1e12;                     // per s, of a slope that is set
constexpr double kMaxWhole = 9'007'199'254'740'992.0;  // 2^53: doubles hold every integer up to it

/// Where a value stands and what it must be; passed down while one parameter is read.
struct Place {
  const ParamSpec& spec;
  FaultLog& faults;
};

bool inRange(double number, const ParamSpec& spec) {
  const bool low = spec.minExclusive ? number > spec.min : number >= spec.min;
  return low && number <= spec.max && std::isfinite(number);
}

std::optional<double> readNumber(const Json& json, const std::string& pointer, const Place& place) {
  if (json.is_number() && inRange(json.get<double>(), place.spec)) return json.get<double>() + 0.0;
  place.faults.add(pointer, describeJson(json), legalText(place.spec));
  return std::nullopt;
}

std::optional<Value> readInt(const Json& json, const std::string& pointer, const Place& place) {
  if (json.is_number()) {
    const double number = json.get<double>();
    const bool whole = std::abs(number) <= kMaxWhole && std::floor(number) == number;
    if (whole && inRange(number, place.spec)) return Value(static_cast<std::int64_t>(number));
  }
  place.faults.add(pointer, describeJson(json), legalText(place.spec));
  return std::nullopt;
}

/// A list of exactly `count` numbers within the range.
std::optional<std::array<double, 4>> readNumbers(const Json& json, std::size_t count,
                                                 const std::string& pointer, const Place& place) {
  if (!json.is_array() || json.size() != count) {
    place.faults.add(pointer, describeJson(json), legalText(place.spec));
    return std::nullopt;
  }
  std::array<double, 4> numbers{};
  bool complete = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = readNumber(json[i], pointerTo(pointer, i), place);
    complete = complete && number.has_value();
    numbers[i] = number.value_or(0);
  }
  if (!complete) return std::nullopt;
  return numbers;
}

std::optional<Value> readRotation(const Json& json, const std::string& pointer,
                                  const Place& place) {
  const auto numbers = readNumbers(json, 4, pointer, place);
  if (!numbers) return std::nullopt;
  Quat rotation((*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]);
  const double norm = rotation.coeffs().stableNorm();
  if (!(norm > 1e-6 && norm < 1e6)) {
    place.faults.add(pointer, "a quaternion of length " + numberText(norm), legalText(place.spec));
    return std::nullopt;
  }
  // One that is a unit quaternion already stays as it is, so that reading is idempotent.
  if (std::abs(norm - 1) > 1e-12) rotation.coeffs() /= norm;
  rotation.coeffs().array() += 0.0;
  return Value(rotation);
}

std::optional<Value> readText(const Json& json, const std::string& pointer, const Place& place) {
  if (!json.is_string()) {
    place.faults.add(pointer, describeJson(json), legalText(place.spec));
    return std::nullopt;
  }
  const std::string& text = json.get_ref<const std::string&>();
  if (text.size() > kMaxText) {
    place.faults.add(pointer, fmt::format("a text of {} bytes", text.size()),
                     fmt::format("a text of at most {} bytes", kMaxText));
    return std::nullopt;
  }
  const auto& choices = place.spec.choices;
  if (place.spec.type == ParamType::Enum &&
      std::find(choices.begin(), choices.end(), text) == choices.end()) {
    place.faults.add(pointer, quotedText(text), legalNames(text, {choices.begin(), choices.end()}));
    return std::nullopt;
  }
  const bool names = place.spec.type == ParamType::Asset || place.spec.type == ParamType::Mesh;
  if (names && !text.empty() && !staysInside(text)) {
    place.faults.add(pointer, quotedText(text),
                     "a path inside the scene's folder: relative, no \"..\"");
    return std::nullopt;
  }
  return place.spec.type == ParamType::Mesh ? Value(MeshFile{text, nullptr}) : Value(text);
}

std::optional<std::vector<double>> readCoordinates(const Json& json, const std::string& pointer,
                                                   const Place& place) {
  constexpr std::size_t kMaxCoordinates = 3;
  if (!json.is_array() || json.size() > kMaxCoordinates) {
    place.faults.add(pointer, describeJson(json), "a list of up to 3 numbers");
    return std::nullopt;
  }
  std::vector<double> at;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i].is_number()) {
      at.push_back(json[i].get<double>() + 0.0);
    } else {
      place.faults.add(pointerTo(pointer, i), describeJson(json[i]), "a number");
    }
  }
  if (at.size() != json.size()) return std::nullopt;
  return at;
}

std::optional<Value> readPoint(const Json& json, const std::string& pointer, const Place& place) {
  if (!json.is_object()) {
    place.faults.add(pointer, describeJson(json), legalText(place.spec));
    return std::nullopt;
  }
  MaterialPoint point;
  bool complete = json.contains("part");
  if (!complete) place.faults.add(pointer, "no \"part\"", legalText(place.spec));
  for (const auto& [key, member] : json.items()) {
    const std::string here = pointerTo(pointer, key);
    if (key == "at") {
      const auto at = readCoordinates(member, here, place);
      complete = complete && at.has_value();
      point.at = at.value_or(std::vector<double>());
    } else if (key == "part" && member.is_string()) {
      point.part = member.get<std::string>();
    } else {
      complete = false;
      const bool known = key == "part";
      place.faults.add(here, known ? describeJson(member) : "unknown key " + quotedText(key),
                       known ? "the name of a part" : legalNames(key, {"part", "at"}));
    }
  }
  if (!complete) return std::nullopt;
  return Value(std::move(point));
}

std::optional<Value> readList(const Json& json, const std::string& pointer, const Place& place) {
  const ParamSpec& spec = place.spec;
  const double size = json.is_array() ? static_cast<double>(json.size()) : -1;
  if (!json.is_array() || json.size() > kMaxElements || !inRange(size, spec)) {
    const bool tooMany = json.is_array() && json.size() > kMaxElements;
    place.faults.add(pointer, describeJson(json),
                     tooMany ? fmt::format("at most {} elements", kMaxElements) : legalText(spec));
    return std::nullopt;
  }
  ValueList list;
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto element = readValue(json[i], spec.item.front(), pointerTo(pointer, i), place.faults);
    if (element) list.push_back(std::move(*element));
  }
  if (list.size() != json.size()) return std::nullopt;
  return Value(std::move(list));
}

std::optional<Value> readConstant(const Json& json, const std::string& pointer,
                                  const Place& place) {
  switch (place.spec.type) {
    case ParamType::Bool:
      if (json.is_boolean()) return Value(json.get<bool>());
      place.faults.add(pointer, describeJson(json), legalText(place.spec));
      return std::nullopt;
    case ParamType::Int:
      return readInt(json, pointer, place);
    case ParamType::Real: {
      const auto number = readNumber(json, pointer, place);
      return number ? std::optional<Value>(*number) : std::nullopt;
    }
    case ParamType::Vector:
    case ParamType::Colour: {
      const auto numbers = readNumbers(json, 3, pointer, place);
      if (!numbers) return std::nullopt;
      return Value(Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]));
    }
    case ParamType::Rotation:
      return readRotation(json, pointer, place);
    case ParamType::Point:
      return readPoint(json, pointer, place);
    case ParamType::List:
      return readList(json, pointer, place);
    default:
      return readText(json, pointer, place);
  }
}

// — curves —

constexpr std::array<Interpolation, 3> kInterpolations = {
    Interpolation::Step, Interpolation::Linear, Interpolation::Smooth};

std::optional<Interpolation> readInterpolation(const Json& json, const std::string& pointer,
                                               const Place& place) {
  const bool onlySteps = place.spec.type == ParamType::Bool;
  for (const Interpolation interpolation : kInterpolations) {
    if (onlySteps && interpolation != Interpolation::Step) continue;
    if (json.is_string() && json.get_ref<const std::string&>() == interpolationName(interpolation))
      return interpolation;
  }
  place.faults.add(pointer, describeJson(json),
                   onlySteps ? "\"step\"" : R"(one of "step", "linear", "smooth")");
  return std::nullopt;
}

std::array<double, 3> components(const Value& value) {
  if (const auto* on = std::get_if<bool>(&value.content)) return {*on ? 1.0 : 0.0};
  if (const auto* number = std::get_if<double>(&value.content)) return {*number};
  const Vec3& vector = std::get<Vec3>(value.content);
  return {vector.x(), vector.y(), vector.z()};
}

/// A slope per second, of each component: as large as a number may be.
std::optional<std::array<double, 3>> readSlope(const Json& json, const std::string& pointer,
                                               const Place& place) {
  ParamSpec slope = place.spec;
  slope.min = -kSteepest;
  slope.max = kSteepest;
  slope.minExclusive = false;
  const auto value = readConstant(json, pointer, {slope, place.faults});
  if (!value) return std::nullopt;
  return components(*value);
}

/// {"slope": s} or {"before": s, "after": s}.
std::optional<Curve::Slopes> readSlopes(const Json& json, const std::string& pointer,
                                        const Place& place) {
  const bool one = json.is_object() && json.size() == 1 && json.contains("slope");
  const bool two =
      json.is_object() && json.size() == 2 && json.contains("before") && json.contains("after");
  if (place.spec.type == ParamType::Bool || (!one && !two)) {
    place.faults.add(pointer, describeJson(json),
                     place.spec.type == ParamType::Bool
                         ? "no slopes, for it is on or off"
                         : R"({"slope": s} or {"before": s, "after": s} [unit/s])");
    return std::nullopt;
  }
  const char *before = one ? "slope" : "before", *after = one ? "slope" : "after";
  const auto from = readSlope(json[before], pointerTo(pointer, before), place);
  const auto to = one ? from : readSlope(json[after], pointerTo(pointer, after), place);
  if (!from || !to) return std::nullopt;
  return Curve::Slopes{*from, *to};
}

/// [time, value], [time, value, interpolation] or [time, value, interpolation, slopes].
std::optional<Curve::Key> readKey(const Json& json, Interpolation usual, const std::string& pointer,
                                  const Place& place) {
  if (!json.is_array() || json.size() < 2 || json.size() > 4) {
    place.faults.add(pointer, describeJson(json),
                     "[time, value], [time, value, interpolation] or [time, value, interpolation, "
                     "slopes]");
    return std::nullopt;
  }
  const bool timeFits = json[0].is_number() && std::abs(json[0].get<double>()) <= kMaxTime;
  if (!timeFits)
    place.faults.add(pointerTo(pointer, std::size_t{0}), describeJson(json[0]),
                     fmt::format("a time from -{0} to {0} s", kMaxTime));
  const auto value = readConstant(json[1], pointerTo(pointer, std::size_t{1}), place);
  auto toNext = std::optional(usual);
  if (json.size() >= 3)
    toNext = readInterpolation(json[2], pointerTo(pointer, std::size_t{2}), place);
  std::optional<Curve::Slopes> slopes;
  if (json.size() == 4) slopes = readSlopes(json[3], pointerTo(pointer, std::size_t{3}), place);
  const bool slopesFit = slopes || json.size() < 4;
  if (!timeFits || !value || !toNext || !slopesFit) return std::nullopt;
  return Curve::Key{json[0].get<double>() + 0.0, components(*value), *toNext, slopes};
}

std::optional<Curve> readKeys(const Json& keys, Interpolation usual, const std::string& pointer,
                              const Place& place) {
  if (!keys.is_array() || keys.empty() || keys.size() > kMaxElements) {
    place.faults.add(pointer, describeJson(keys),
                     fmt::format("a list of 1 to {} keys [time, value]", kMaxElements));
    return std::nullopt;
  }
  Curve curve;
  curve.components = place.spec.type == ParamType::Vector ? 3 : 1;
  bool ordered = true;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string here = pointerTo(pointer, i);
    const auto key = readKey(keys[i], usual, here, place);
    if (!key) continue;
    if (!curve.keys.empty() && key->time < curve.keys.back().time + kMinKeyGap) {
      place.faults.add(pointerTo(here, std::size_t{0}), describeJson(keys[i][0]),
                       fmt::format("a time after that of the key before, {} s",
                                   numberText(curve.keys.back().time)));
      ordered = false;
      continue;
    }
    curve.keys.push_back(*key);
  }
  if (!ordered || curve.keys.size() != keys.size()) return std::nullopt;
  if (const auto stray = strayOf(curve, place.spec)) {
    place.faults.add(
        pointerTo(pointer, stray->key),
        fmt::format("a curve that reaches {} before the next key", numberText(stray->number)),
        legalText(place.spec));
    return std::nullopt;
  }
  return curve;
}

std::optional<Value> readCurve(const Json& json, const std::string& pointer, const Place& place) {
  auto usual = std::optional(place.spec.type == ParamType::Bool ? Interpolation::Step
                                                                : Interpolation::Smooth);
  bool known = true;
  for (const auto& [key, member] : json.items()) {
    const std::string here = pointerTo(pointer, key);
    if (key == "interpolation") {
      usual = readInterpolation(member, here, place);
    } else if (key != "keys") {
      known = false;
      place.faults.add(here, "unknown key " + quotedText(key),
                       legalNames(key, {"keys", "interpolation"}));
    }
  }
  if (!json.contains("keys")) {
    place.faults.add(pointer, "no \"keys\"", legalText(place.spec));
    return std::nullopt;
  }
  auto curve = readKeys(json["keys"], usual.value_or(Interpolation::Step),
                        pointerTo(pointer, "keys"), place);
  if (!curve || !usual || !known) return std::nullopt;
  return Value(std::move(*curve));
}

// — writing —

OrderedJson numbers(std::initializer_list<double> values) {
  OrderedJson out = OrderedJson::array();
  for (const double value : values) out.push_back(value);
  return out;
}

OrderedJson keyValue(const std::array<double, 3>& value, const ParamSpec& spec) {
  if (spec.type == ParamType::Bool) return value[0] != 0;
  if (spec.type == ParamType::Vector) return numbers({value[0], value[1], value[2]});
  return value[0];
}

OrderedJson writeSlopes(const Curve::Slopes& slopes, const ParamSpec& spec) {
  if (slopes.before == slopes.after) return {{"slope", keyValue(slopes.after, spec)}};
  return {{"before", keyValue(slopes.before, spec)}, {"after", keyValue(slopes.after, spec)}};
}

OrderedJson writeCurve(const Curve& curve, const ParamSpec& spec) {
  const Interpolation fallback =
      spec.type == ParamType::Bool ? Interpolation::Step : Interpolation::Smooth;
  const Interpolation usual = curve.keys.empty() ? fallback : curve.keys.front().toNext;
  OrderedJson out = OrderedJson::object();
  OrderedJson& keys = out["keys"] = OrderedJson::array();
  for (const Curve::Key& key : curve.keys) {
    OrderedJson entry = OrderedJson::array({key.time, keyValue(key.value, spec)});
    if (key.toNext != usual || key.slopes) entry.push_back(interpolationName(key.toNext));
    if (key.slopes) entry.push_back(writeSlopes(*key.slopes, spec));
    keys.push_back(std::move(entry));
  }
  if (usual != fallback) out["interpolation"] = interpolationName(usual);
  return out;
}

}  // namespace

const char* interpolationName(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::Step:
      return "step";
    case Interpolation::Linear:
      return "linear";
    case Interpolation::Smooth:
      return "smooth";
  }
  return "?";
}

std::optional<CurveStray> strayOf(const Curve& curve, const ParamSpec& spec) {
  for (std::size_t i = 0; i + 1 < curve.keys.size(); ++i) {
    if (!curve.keys[i].slopes && !curve.keys[i + 1].slopes) continue;
    for (std::size_t c = 0; c < static_cast<std::size_t>(curve.components); ++c) {
      const auto [least, greatest] = curve.rangeFrom(i, c);
      if (!inRange(least, spec)) return CurveStray{i, least};
      if (!inRange(greatest, spec)) return CurveStray{i, greatest};
    }
  }
  return std::nullopt;
}

std::optional<Value> readValue(const Json& json, const ParamSpec& spec, const std::string& pointer,
                               FaultLog& faults) {
  const Place place{spec, faults};
  if (spec.keyable && json.is_object()) return readCurve(json, pointer, place);
  return readConstant(json, pointer, place);
}

OrderedJson writeValue(const Value& value, const ParamSpec& spec) {
  struct Writer {
    const ParamSpec& spec;
    OrderedJson operator()(bool v) const { return v; }
    OrderedJson operator()(std::int64_t v) const { return v; }
    OrderedJson operator()(double v) const { return v; }
    OrderedJson operator()(const Vec3& v) const { return numbers({v.x(), v.y(), v.z()}); }
    OrderedJson operator()(const Quat& v) const { return numbers({v.w(), v.x(), v.y(), v.z()}); }
    OrderedJson operator()(const std::string& v) const { return v; }
    OrderedJson operator()(const MeshFile& v) const { return v.path; }
    OrderedJson operator()(const Curve& v) const { return writeCurve(v, spec); }
    OrderedJson operator()(const MaterialPoint& v) const {
      OrderedJson out = {{"part", v.part}};
      if (!v.at.empty()) out["at"] = v.at;
      return out;
    }
    OrderedJson operator()(const ValueList& v) const {
      OrderedJson out = OrderedJson::array();
      for (const Value& element : v) out.push_back(writeValue(element, spec.item.front()));
      return out;
    }
  };
  return std::visit(Writer{spec}, value.content);
}

}  // namespace sinew
