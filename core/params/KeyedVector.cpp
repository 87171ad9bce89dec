#include "core/params/KeyedVector.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/math/Types.h"

namespace sinew {
namespace {

constexpr double kNoLength = 1e-9;
constexpr int kSamples = 400;     // of the way from a key to the next
constexpr double kNearly = 0.01;  // of the shorter of both, to be sure to meet a zero between

Vec3 vectorAt(const Curve& curve, double time) {
  return Vec3(curve.at(time).value.data());
}

Error noDirection(std::string_view key, double time, const Vec3& found, std::string_view why) {
  return {ErrorCode::Invalid,
          fmt::format("at {:.6g} s {} is [{:.3g}, {:.3g}, {:.3g}]; {}", time, key, found.x(),
                      found.y(), found.z(), why),
          std::string(key)};
}

}  // namespace

VectorJet jetAt(const Curve& curve, double time) {
  const Curve::Sample s = curve.at(time);
  return {Vec3(s.value.data()), Vec3(s.rate.data()), Vec3(s.acceleration.data())};
}

std::optional<Error> checkDirection(const Curve& curve, std::string_view key) {
  for (const Curve::Key& at : curve.keys) {
    const Vec3 found(at.value.data());
    if (found.norm() > kNoLength) continue;
    return noDirection(key, at.time, found, "a direction needs a length above 0");
  }
  for (std::size_t i = 1; i < curve.keys.size(); ++i) {
    const Curve::Key &from = curve.keys[i - 1], &to = curve.keys[i];
    if (from.toNext == Interpolation::Step) continue;
    const double least =
        kNearly * std::min(Vec3(from.value.data()).norm(), Vec3(to.value.data()).norm());
    for (int k = 1; k < kSamples; ++k) {
      const double time = from.time + (to.time - from.time) * k / kSamples;
      const Vec3 found = vectorAt(curve, time);
      if (found.norm() > least) continue;
      return noDirection(key, time, found,
                         "a key between two opposite directions says which way to turn");
    }
  }
  return std::nullopt;
}

}  // namespace sinew
