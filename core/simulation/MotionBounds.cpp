#include "core/simulation/MotionBounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

constexpr double kFarthest = 1e12;  // [m]
constexpr double kFastest = 1e5;    // [m/s] nothing an animator makes moves faster

bool allFinite(const double* first, int count) {
  return std::all_of(first, first + count, [](double x) { return std::isfinite(x); });
}

}  // namespace

// What a point sees of v is at most so many numbers, each with its scale.
MotionBounds::MotionBounds(const World& world) : m_world(&world) {
  int columns = 1;
  for (const CompiledPart& part : world.parts())
    columns = std::max(columns, part.dims.pointColumns);
  m_slow = kFastest / columns;
}

bool MotionBounds::surelyHold(const Reals& y) const {
  const Reals& scale = m_world->errorScale();
  const std::size_t qSize = m_world->configurationSize(), end = qSize + m_world->velocitySize();
  bool fine = true;
  for (std::size_t i = 0; i < qSize; ++i) fine &= std::abs(y[i] * scale[i]) <= kFarthest;
  for (std::size_t i = qSize; i < end; ++i) fine &= std::abs(y[i] * scale[i]) <= m_slow;
  return fine;
}

// [m], or infinite.
double MotionBounds::farthest(const CompiledPart& part, const Reals& y) const {
  const double *q = y.data() + part.firstQ, *scale = m_world->errorScale().data() + part.firstQ;
  if (!allFinite(q, part.dims.q)) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (int i = 0; i < part.dims.q; ++i) most = std::max(most, std::abs(q[i] * scale[i]));
  return most;
}

// [m/s] of what v says by itself: of momenta that go together it may be more than any point has.
double MotionBounds::boundOfSpeed(const CompiledPart& part, const Reals& y) const {
  const int first = m_world->configurationSize() + part.firstV;
  const double *v = y.data() + first, *scale = m_world->errorScale().data() + first;
  double most = 0;
  for (int i = 0; i < part.dims.v; ++i) most = std::max(most, std::abs(v[i] * scale[i]));
  return most;
}

// [m/s] of the fastest point, or infinite.
double MotionBounds::speed(const CompiledPart& part, const Reals& y, double time) const {
  const double* v = y.data() + m_world->configurationSize() + part.firstV;
  const double* q = y.data() + part.firstQ;
  if (!allFinite(v, part.dims.v)) return std::numeric_limits<double>::infinity();
  const auto points = part.part->contactPoints();
  if (points.empty() || !allFinite(q, part.dims.q)) return boundOfSpeed(part, y);
  const auto scratch = part.part->makeScratch();
  part.part->update({q, v, time}, *scratch);
  double most = 0;
  Vec3 position, velocity;
  for (const ResolvedPoint& u : points) {
    part.part->locate(*scratch, u, position, velocity);
    const double own = velocity.norm();
    if (!std::isfinite(own)) return std::numeric_limits<double>::infinity();
    most = std::max(most, own);
  }
  return most;
}

bool MotionBounds::hold(const Reals& y, double time) const {
  if (surelyHold(y)) return true;
  return std::ranges::all_of(m_world->parts(), [&](const CompiledPart& part) {
    if (part.dims.v == 0) return true;
    if (!(farthest(part, y) <= kFarthest)) return false;
    return boundOfSpeed(part, y) <= m_slow
               ? allFinite(y.data() + m_world->configurationSize() + part.firstV, part.dims.v)
               : speed(part, y, time) <= kFastest;
  });
}

MotionBounds::Beyond MotionBounds::worst(const Reals& y, double time) const {
  Beyond found;
  double most = -1;
  for (const CompiledPart& part : m_world->parts()) {
    if (part.dims.v == 0) continue;
    const double fast = speed(part, y, time), far = farthest(part, y);
    const double beyond = std::max(fast / kFastest, far / kFarthest);
    if (beyond <= most) continue;
    most = beyond;
    found.part = part.name;
    if (!std::isfinite(fast)) {
      found.what = "has no finite speed";
    } else if (!std::isfinite(far)) {
      found.what = "is nowhere any more";
    } else {
      found.what = fast / kFastest >= far / kFarthest ? fmt::format("reached {:.3g} m/s", fast)
                                                      : fmt::format("went {:.3g} m away", far);
    }
  }
  return found;
}

}  // namespace sinew
