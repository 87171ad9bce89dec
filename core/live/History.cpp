#include "core/live/History.h"

#include <algorithm>

namespace sinew {
namespace {

template <class T>
std::size_t heldBy(const T& vector) {
  return vector.capacity() * sizeof(vector[0]);
}

std::size_t bytesOfFrame(const LiveFrame& frame) {
  const Snapshot& picture = *frame.snapshot;
  return sizeof(LiveFrame) + sizeof(Snapshot) + heldBy(frame.state.reals) +
         heldBy(frame.state.words) + heldBy(picture.positions) + heldBy(picture.glyphs) +
         heldBy(picture.forces) + heldBy(picture.report.constraints);
}

/// What an edition adds: mostly meshes, which the parts hold a second time for themselves, and the
/// pattern and names of the state.
std::size_t bytesOfEdition(const Edition& edition) {
  std::size_t sum = sizeof(Edition) + sizeof(World);
  for (const auto& part : edition.world->topology()->parts) {
    sum += 2 * (heldBy(part.mesh.triangles) + heldBy(part.mesh.material));
  }
  constexpr std::size_t kPerSlice = 256;  // name, parameters and precomputed numbers of a field
  return sum + kPerSlice * edition.world->layout().reals.size() +
         4 * heldBy(edition.world->errorScale());
}

}  // namespace

void History::clear() {
  m_start.reset();
  m_frames.clear();
  m_costs.clear();
  m_bytes = 0;
}

void History::add(LiveFramePtr frame) {
  std::size_t cost = bytesOfFrame(*frame);
  const bool sameEdition = !m_frames.empty() && m_frames.back()->edition == frame->edition;
  if (!sameEdition) cost += bytesOfEdition(*frame->edition);
  if (!m_start) m_start = frame;
  m_frames.push_back(std::move(frame));
  m_costs.push_back(cost);
  m_bytes += cost;
  while (m_bytes > m_budget && m_frames.size() > 1) dropOldest();
}

void History::dropOldest() {
  m_bytes -= m_costs.front();
  m_frames.pop_front();
  m_costs.pop_front();
}

void History::dropAfter(std::uint64_t number) {
  while (!m_frames.empty() && m_frames.back()->number > number) {
    m_bytes -= m_costs.back();
    m_frames.pop_back();
    m_costs.pop_back();
  }
  if (m_frames.empty() && m_start) {
    LiveFramePtr start = std::move(m_start);
    clear();
    add(std::move(start));
  }
}

LiveFramePtr History::nearest(std::uint64_t number) const {
  if (number < first()) return number <= m_start->number ? m_start : m_frames.front();
  return m_frames[std::min<std::uint64_t>(number, last()) - first()];
}

std::deque<LiveFramePtr> History::from(std::uint64_t number) const {
  const auto skip = static_cast<std::ptrdiff_t>(number - first());
  return {m_frames.begin() + skip, m_frames.end()};
}

}  // namespace sinew
