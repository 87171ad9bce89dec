// What may touch in a step, and what turned out to on its way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/BarrierContact.h"

namespace sinew {
namespace {

// As many only come where things are thrown about beyond all bounds: others are in the way then.
constexpr std::size_t kMostComing = 20000;
constexpr double kFurther = 1.2;  // things may come faster than they go now
constexpr double kMore = 0.6;     // of the range, that it asks for

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
    const Closest near = nearest(pair, m_now);
    const double closing = -rateOf(pair, near, m_now).dot(near.apart) / near.distance;
    if (closing * h > near.distance - thickness(pair)) fastest = std::max(fastest, closing);
  }
  return fastest;
}

// Keeps the pair as it is at that share of the path. Its gap there, less what the path up to there
// has changed of it, is what the whole step may close. Where such a row was not enough in the try
// before, it asks for more.
void BarrierContact::meet(const ContactPair& pair, double until) {
  if (m_met.size() >= kMostComing) return;
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = m_paths[pair.vertex[i]].at(until);
  Met met{pair, closest(pair.pairing, x.data())};
  if (met.near.distance <= 0) return;
  Vec3 moved = Vec3::Zero();
  for (int i = 0; i < pointsOf(pair.pairing); ++i) {
    moved += met.near.weight[i] * (x[i] - m_start.x[pair.vertex[i]]);
  }
  const double gap = met.near.distance - thickness(pair);
  met.gap = gap - moved.dot(met.near.apart) / met.near.distance;
  for (const Met& before : m_met) {
    if (before.pair == pair) met.gap = std::min(met.gap, before.gap - kMore * m_settings.range);
  }
  m_met.push_back(met);
}

}  // namespace sinew
