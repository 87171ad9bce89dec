// What may touch in a step, and what turned out to on its way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/BarrierContact.h"
#include "core/contact/TimeOfImpact.h"

namespace sinew {
namespace {

// As many only come where things are thrown about beyond all bounds: others are in the way then.
constexpr std::size_t kMostComing = 20000;
constexpr double kFurther = 1.2;  // things may come faster than they go now
constexpr double kMore = 0.6;     // of the range, that it asks for

constexpr int kOfRigid = 6;          // velocities, at most
constexpr double kAcross = 0.1;      // of the range, that one goes across the other in a step
constexpr int kLooksAhead = 4;       // at where they are nearest on their way
constexpr int kHalvings = 16;        // of the way between two looks
constexpr double kLeftOfGap = 1e-3;  // or of the range, where they would run into each other

constexpr double kAnyWay = std::numeric_limits<double>::infinity();

}  // namespace

void BarrierContact::searchAhead(double step) {
  const Vec3 fallen = m_settings.silent ? Vec3(step * m_settings.gravity) : Vec3(Vec3::Zero());
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    m_boxes[i] = {Box(m_now.x[i]), Box(m_now.x[i] + step * (m_now.v[i] + fallen))};
  }
  m_search.update(m_boxes, m_settings.range);
}

// [m] How much nearer the two may come to each other in the step, if each vertex goes straight on:
// no bound for planes, which go farther the farther they are from the corners that span them.
double BarrierContact::approach(const ContactPair& pair, double step) const {
  if (pair.pairing == Pairing::VertexPlane) return kAnyWay;
  const int ofA = pointsOfA(pair.pairing);
  double fastest = 0;
  for (int i = 0; i < ofA; ++i) {
    for (int j = ofA; j < pointsOf(pair.pairing); ++j) {
      const Vec3 rate = m_now.v[pair.vertex[i]] - m_now.v[pair.vertex[j]];
      fastest = std::max(fastest, rate.squaredNorm());
    }
  }
  return step * (std::sqrt(fastest) + step * m_settings.gravity.norm());
}

// [m] Likewise, along their paths.
double BarrierContact::approachOnPaths(const ContactPair& pair) const {
  if (pair.pairing == Pairing::VertexPlane) return kAnyWay;
  const int ofA = pointsOfA(pair.pairing);
  double farthest = 0;
  for (int i = 0; i < ofA; ++i) {
    const auto& a = m_paths[pair.vertex[i]].control;
    for (int j = ofA; j < pointsOf(pair.pairing); ++j) {
      const auto& b = m_paths[pair.vertex[j]].control;
      const Vec3 apart = a[0] - b[0];
      for (std::size_t k = 1; k < a.size(); ++k) {
        farthest = std::max(farthest, (a[k] - b[k] - apart).squaredNorm());
      }
    }
  }
  return std::sqrt(farthest);
}

// What may touch in the step; what is within the range is known already. What goes the same way
// does not, however fast it goes.
ContactLimit BarrierContact::lookAhead(double step) {
  m_start = m_now;
  m_taken = Taken::AtEnd;
  m_coming.clear();
  m_met.clear();
  m_tries = 0;
  searchAhead(kFurther * step);
  for (const ContactPair& pair : m_search.pairs()) {
    if (isInterrupted() || m_coming.size() >= kMostComing) break;
    const double gap = gapOf(pair, m_now);
    const bool comes = gap < m_settings.range + approach(pair, kFurther * step);
    if (gap >= m_settings.range && comes) m_coming.push_back(pair);
  }
  return {step};
}

double BarrierContact::fastestClosing(std::span<const char> marked, double h) const {
  double fastest = 0;
  for (const Touch& touch : m_touches) {
    if (!marked[touch.partA] && !marked[touch.partB]) continue;
    fastest = std::max(fastest, -rateOf(touch).dot(touch.law.normal));
  }
  for (const ContactPair& pair : m_coming) {
    const auto [partA, partB] = partsOf({pair.surfaceA, pair.surfaceB});
    if (!marked[partA] && !marked[partB]) continue;
    Closest near = nearest(pair, m_now);
    double gap = near.distance - thickness(pair);
    const auto closing = [&] { return -rateOf(pair, near, m_now).dot(near.apart) / near.distance; };
    if (closing() * h <= gap) continue;
    if (const auto met = foresee(pair, h)) {
      near = met->near;
      gap = met->gap;
    }
    if (closing() * h > gap) fastest = std::max(fastest, closing());
  }
  return fastest;
}

void BarrierContact::addMeeting(double h, std::vector<std::array<int, 2>>& pairs) const {
  for (const Touch& touch : m_touches) pairs.push_back({touch.partA, touch.partB});
  const double fallen = h * m_settings.gravity.norm();
  for (const ContactPair& pair : m_coming) {
    const Closest near = nearest(pair, m_now);
    const double fastest = rateOf(pair, near, m_now).norm() + fallen;
    const double reach = m_settings.range + kFurther * h * fastest;
    if (near.distance - thickness(pair) < reach)
      pairs.push_back(partsOf({pair.surfaceA, pair.surfaceB}));
  }
}

BarrierContact::Met BarrierContact::placedAt(const ContactPair& pair,
                                             const std::array<PointPath, 4>& paths,
                                             double share) const {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = paths[i].at(share);
  Met met{pair, closest(pair.pairing, x.data())};
  Vec3 moved = Vec3::Zero();
  for (int i = 0; i < pointsOf(pair.pairing); ++i)
    moved += met.near.weight[i] * (x[i] - paths[i].control[0]);
  met.gap = met.near.distance - thickness(pair) - moved.dot(met.near.apart) / met.near.distance;
  return met;
}

// Where two elements come nearest if all goes straight on for h seconds; nothing where that is as
// they lie now. What slides over the side of a face has it before itself, and would be held up by
// that as by a wall, if it were not for the place above the face that it comes to.
// FIXME: what lands within the step has not landed for this: beside a seam it may still catch it.
std::optional<BarrierContact::Met> BarrierContact::foresee(const ContactPair& pair,
                                                           double h) const {
  const Closest now = nearest(pair, m_now);
  const double gap = now.distance - thickness(pair);
  if (pair.pairing == Pairing::VertexPlane || gap <= 0 || now.distance <= 0) return {};
  const Vec3 normal = now.apart / now.distance, rate = rateOf(pair, now, m_now);
  const double opening = rate.dot(normal);
  if (opening >= 0 || gap + h * opening > m_settings.range) return {};  // they keep apart so
  if (h * (rate - opening * normal).norm() < kAcross * m_settings.range) return {};
  const auto isSoft = [this](int surface) {
    return m_parts[m_surfaces[surface].part]->dims().v > kOfRigid;
  };
  if (isSoft(pair.surfaceA) && isSoft(pair.surfaceB)) return {};  // both give way
  std::array<PointPath, 4> paths;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) {
    const Vec3& x = m_now.x[pair.vertex[i]];
    paths[i] = PointPath::straight(x, x + h * m_now.v[pair.vertex[i]]);
  }
  const double kept = std::min(kLeftOfGap, kLeftOfGap * m_settings.range / gap);
  const double until =
      sinew::clearUntil(pair.pairing, paths.data(), {std::max(0.0, thickness(pair)), kept});
  if (until < 1) return placedAt(pair, paths, until);
  const auto opens = [&](double share) {
    const Met met = placedAt(pair, paths, share);
    return rateOf(pair, met.near, m_now).dot(met.near.apart) > 0;
  };
  // There the one goes straight across the other.
  double before = 0, after = 1;
  for (int k = 1; k <= kLooksAhead; ++k) {
    const double share = static_cast<double>(k) / kLooksAhead;
    if (opens(share)) {
      after = share;
      break;
    }
    before = share;
  }
  if (before == 1) return placedAt(pair, paths, 1);
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (before + after);
    (opens(middle) ? after : before) = middle;
  }
  if (before == 0) return {};
  const Met met = placedAt(pair, paths, before);
  return met.near.distance > 0 ? std::optional(met) : std::nullopt;
}

void BarrierContact::aimAhead(Scratches scratch, double h) {
  if (m_comingFelt) return;
  addComing(scratch);
  // Those of m_met come last, and are where they will meet already.
  const std::size_t known = m_touches.size() - m_met.size();
  for (std::size_t i = 0; i < known && !isInterrupted(); ++i) {
    const ContactPair pair = m_touching[i];
    const bool isAlone = (i == 0 || !(m_touching[i - 1] == pair)) &&
                         (i + 1 == known || !(m_touching[i + 1] == pair));
    const std::optional<Met> met = isAlone ? foresee(pair, h) : std::nullopt;
    if (!met) continue;
    touch(pair, {met->near, 1}, scratch).law.gap = met->gap;
    m_touches[i] = m_touches.back();
    m_touches.pop_back();
    m_touching.pop_back();
  }
}

// Keeps the pair as it is at that share of the path. Its gap there, less what the path up to there
// has changed of it, is what the whole step may close. Where such a row was not enough in the try
// before, it asks for more.
void BarrierContact::meet(const ContactPair& pair, double until) {
  if (m_met.size() >= kMostComing) return;
  std::array<PointPath, 4> paths;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) paths[i] = m_paths[pair.vertex[i]];
  Met met = placedAt(pair, paths, until);
  if (met.near.distance <= 0) return;
  for (const Met& before : m_met) {
    if (before.pair == pair) met.gap = std::min(met.gap, before.gap - kMore * m_settings.range);
  }
  m_met.push_back(met);
}

}  // namespace sinew
