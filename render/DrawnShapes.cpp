#include "render/DrawnShapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/Hash.h"

namespace sinew {
namespace {

constexpr float kSameShape = 1e-4f;  // of a part's reach from its first vertex

/// For each vertex the first one at the same place: sharp edges have several.
std::vector<std::uint32_t> welded(std::span<const float> positions) {
  const std::size_t count = positions.size() / 3;
  const auto at = [positions](std::uint32_t i) {
    return std::array{positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
  };
  std::vector<std::uint32_t> order(count), first(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&at](std::uint32_t a, std::uint32_t b) { return at(a) < at(b); });
  for (std::size_t i = 0; i < count; ++i) {
    const bool same = i > 0 && at(order[i]) == at(order[i - 1]);
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

/// Whether every edge is run along as often one way as the other.
bool isClosed(std::span<const Triangle> triangles, std::span<const float> positions) {
  const std::vector<std::uint32_t> first = welded(positions);
  std::vector<std::uint64_t> there, back;
  for (const Triangle& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint64_t a = first[t[i]], b = first[t[(i + 1) % 3]];
      there.push_back(a << 32 | b);
      back.push_back(b << 32 | a);
    }
  }
  std::sort(there.begin(), there.end());
  std::sort(back.begin(), back.end());
  return there == back;
}

/// The same for parts of the same shape, wherever they are; -0 counts as 0.
std::uint64_t keyOf(std::span<const Triangle> fine, std::span<const float> positions,
                    std::size_t wanted) {
  float reach = 0;
  const auto along = [&](std::size_t i) { return positions[i] - positions[i % 3]; };
  for (std::size_t i = 0; i < positions.size(); ++i) reach = std::max(reach, std::abs(along(i)));
  // A power of two, so that rounding elsewhere does not change the grid.
  const float grid = std::exp2(std::round(std::log2(std::max(reach, 1e-30f)))) * kSameShape;
  std::vector<std::int32_t> rounded(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    rounded[i] = static_cast<std::int32_t>(std::lround(along(i) / grid));
  Hasher hasher;
  hasher.bytes(fine.data(), fine.size_bytes());
  hasher.bytes(rounded.data(), rounded.size() * sizeof(rounded[0]));
  return hasher.integer(wanted).value();
}

}  // namespace

const DrawnShape& DrawnShapes::of(std::span<const Triangle> fine, std::span<const float> positions,
                                  std::size_t wanted) {
  const auto [at, isNew] = m_kept.try_emplace(keyOf(fine, positions, wanted));
  Kept& kept = at->second;
  kept.asked = true;
  if (!isNew) return kept.shape;
  ++m_made;
  kept.shape.triangles = wanted >= fine.size() ? std::vector<Triangle>(fine.begin(), fine.end())
                                               : coarsened(fine, positions, wanted);
  kept.shape.closed = isClosed(kept.shape.triangles, positions);
  return kept.shape;
}

void DrawnShapes::forget() {
  std::erase_if(m_kept, [](const auto& each) { return !each.second.asked; });
  for (auto& each : m_kept) each.second.asked = false;
}

}  // namespace sinew
