// What overlaps where barriers begin, or is nearer than it may lie.
#include <algorithm>
#include <cmath>

#include "core/contact/BarrierContact.h"

namespace sinew {

// A gap that is not there at the start cannot be kept, and a narrow one only slowly.
void BarrierContact::leaveOutOverlaps() {
  const Pressed pressed = findPressed();
  for (const auto& [a, b] : pressed.parts) {
    const Overlap& overlap = m_overlaps.emplace_back(m_parting->overlapOf(a, b, m_now));
    const bool deep = a == b || m_parting->depthOf(overlap, m_now) > m_settings.range;
    if (deep && !m_zones.tied(m_surfaces.ofPart(a), m_surfaces.ofPart(b)))
      m_deepOverlaps.push_back(overlap);
  }
  if (m_settings.silent) return;  // what only comes no nearer throws nothing apart
  for (const auto& [surfaces, length] : pressed.slacks) m_slacks.push_back({surfaces, length});
}

void BarrierContact::addPressed(double time, Scratches scratch, std::span<const char> fresh,
                                std::vector<Overlap>& overlaps) {
  m_surfaces.locate(scratch, m_now);
  m_slackLeft = slackLeftAt(time);
  m_parting->recall({});
  m_search.forget();
  Pressed pressed = findPressed();
  for (const auto& [surfaces, length] : pressed.slacks) {
    const auto [a, b] = partsOf(surfaces);
    // What lies under a load, or on itself, is as near and goes on lying.
    if (a != b && (fresh[a] || fresh[b])) pressed.parts.insert({a, b});
  }
  for (const Overlap& known : overlaps) pressed.parts.erase({known.partA, known.partB});
  for (const auto& [a, b] : pressed.parts) overlaps.push_back(m_parting->overlapOf(a, b, m_now));
}

// Whoever is all inside another, farther from its skin than the range, crosses nothing.
void BarrierContact::addSwallowed(std::vector<std::array<int, 2>>& found) const {
  std::vector<int> solids;  // walls without vertices are inside nothing, and nothing inside them
  std::vector<Box> boxes;
  for (int surface = 0; surface < static_cast<int>(m_surfaces.size()); ++surface) {
    const std::size_t count = m_surfaces[surface].shape.vertices.size();
    if (count == 0) continue;
    solids.push_back(surface);
    Box& box = boxes.emplace_back();
    for (std::size_t i = 0; i < count; ++i) box.add(m_now.x[m_surfaces.firstVertex(surface) + i]);
  }
  const auto look = [&](int inner, int outer) {
    if (!boxes[outer].contains(boxes[inner]) || !mayTouch(solids[inner], solids[outer])) return;
    if (m_parting->inside(solids[inner], solids[outer], m_now))
      found.push_back({solids[inner], solids[outer]});
  };
  SweepAndPrune sweep;
  sweep.update(boxes);
  for (const auto& [a, b] : sweep.pairs()) {
    look(a, b);
    look(b, a);
  }
}

// [m] What is thick may be pressed together, as long as it parts slowly for the range and the step.
// Of a ball, which is thick all through, only a little.
double BarrierContact::bearableOverlap(const ContactPair& pair) const {
  constexpr double kOfBall = 0.05, kOfRange = 0.1;
  const double balls = m_surfaces[pair.surfaceA].ballRadius + m_surfaces[pair.surfaceB].ballRadius;
  return std::min(kMostPressed * (m_search.thickness(pair) - balls) + kOfBall * balls,
                  kOfRange * m_settings.range * kSettling / m_settings.step);
}

// [m] Where 3 k r (1/s − 1)²/s² ≈ m a with k = m/h²: what lies still is not much nearer. Without
// the 1/s², which would say less near still.
double BarrierContact::pressedGap() const {
  constexpr double kPressed = 10, kFarthest = 0.95;  // of the weight; of the range
  const double h = m_settings.step;
  const double over =
      std::sqrt(kPressed * m_settings.gravity.norm() * h * h / (3 * m_settings.range));
  return m_settings.range * std::min(kFarthest, 1 / (1 + over));
}

void BarrierContact::lookForParted(Scratches scratch, const Parting::Asked& asked,
                                   std::vector<Overlap>& overlaps) {
  m_surfaces.locate(scratch, m_now);
  m_parting->look(m_now, asked, overlaps);
}

}  // namespace sinew
