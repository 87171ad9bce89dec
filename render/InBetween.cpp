#include "render/InBetween.h"

#include <cmath>

namespace sinew {
namespace {

constexpr double kSameFrame = 1e-6;  // of a frame: closer than this is on it

bool sameThings(const Snapshot& a, const Snapshot& b) {
  if (a.positions.size() != b.positions.size() || !a.topology || !b.topology) return false;
  return a.topology == b.topology || *a.topology == *b.topology;
}

std::shared_ptr<const Snapshot> blend(const Snapshot& a, const Snapshot& b, double share) {
  auto blended = std::make_shared<Snapshot>(a);
  blended->time = a.time + share * (b.time - a.time);
  if (!sameThings(a, b)) return blended;
  const auto part = static_cast<float>(share);
  for (std::size_t i = 0; i < a.positions.size(); ++i)
    blended->positions[i] += part * (b.positions[i] - a.positions[i]);
  if (a.glyphs.size() != b.glyphs.size()) return blended;
  for (std::size_t i = 0; i < a.glyphs.size(); ++i) {
    blended->glyphs[i].from += share * (b.glyphs[i].from - a.glyphs[i].from);
    blended->glyphs[i].to += share * (b.glyphs[i].to - a.glyphs[i].to);
  }
  return blended;
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> InBetween::whole(int frame) {
  if (const auto kept = m_kept.find(frame); kept != m_kept.end()) return kept->second;
  auto snapshot = m_whole(frame);
  if (!snapshot) return snapshot;
  m_kept[frame] = *snapshot;
  if (m_kept.size() > 2) m_kept.erase(m_kept.begin());
  return snapshot;
}

Result<std::shared_ptr<const Snapshot>> InBetween::at(double frame) {
  const int before = static_cast<int>(std::floor(frame + kSameFrame));
  auto first = whole(before);
  if (!first || frame - before <= kSameFrame) return first;
  auto next = whole(before + 1);
  if (!next) return next;
  return blend(**first, **next, frame - before);
}

}  // namespace sinew
