#include "core/contact/Parting.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr double kTime = 0.2;      // [s] in which what is left of an overlap is undone, about
constexpr double kSlowest = 0.05;  // [m/s] so that it ends
constexpr double kQuickly = 0.02;  // [s] in which that speed is reached
constexpr double kSteps = 4;       // at least so many of the usual ones
constexpr int kDirections = 200;   // that are tried for the shortest way

/// Spread evenly over the sphere.
Vec3 direction(int i) {
  const double height = 1 - (2 * i + 1.0) / kDirections;
  const double turn = i * std::numbers::pi * (3 - std::sqrt(5.0));
  const double round = std::sqrt(1 - height * height);
  return {round * std::cos(turn), height, round * std::sin(turn)};
}

}  // namespace

Parting::Parting(const SurfaceSet& surfaces, std::vector<std::array<int, 2>> overlaps,
                 const SurfaceSet::Vertices& start, const Settings& settings)
    : m_surfaces(&surfaces),
      m_settings(settings),
      m_overlaps(std::move(overlaps)),
      m_search(surfaces.makeSearch([this](int a, int b) {
        const Pair* pair = find((*m_surfaces)[a].part, (*m_surfaces)[b].part);
        return pair && pair->pushed && pair->overlap;
      })),
      m_boxes(start.x.size()) {
  for (const auto& parts : m_overlaps) m_pairs.push_back(pairOf(parts, start));
}

Parting::Pair Parting::pairOf(const std::array<int, 2>& parts,
                              const SurfaceSet::Vertices& start) const {
  Pair pair;
  pair.surfaceA = m_surfaces->ofPart(parts[0]);
  pair.surfaceB = m_surfaces->ofPart(parts[1]);
  const SurfaceSet::Surface &a = (*m_surfaces)[pair.surfaceA], &b = (*m_surfaces)[pair.surfaceB];
  pair.pushed = parts[0] != parts[1] && a.friction < 0 && b.friction < 0 && (a.moves || b.moves);
  if (!pair.pushed) return pair;
  const double inverse = (a.mass > 0 ? 1 / a.mass : 0) + (b.mass > 0 ? 1 / b.mass : 0);
  pair.mass = inverse > 0 ? 1 / inverse : 0;
  double shortest = std::numeric_limits<double>::infinity();
  const auto consider = [&](const Vec3& way) {
    const double length = depth(pair, way, start);
    if (length >= shortest) return;
    shortest = length;
    pair.way = way;
  };
  for (int axis : {1, 0, 2}) {
    consider(Vec3::Unit(axis));
    consider(-Vec3::Unit(axis));
  }
  for (int i = 0; i < kDirections; ++i) consider(direction(i));
  pair.weight = std::max(a.mass, b.mass) * std::abs(m_settings.gravity.dot(pair.way));
  return pair;
}

// [m] How far a surface reaches along the way.
double Parting::reach(int surface, const Vec3& way, const SurfaceSet::Vertices& at) const {
  const SurfaceSet::Surface& source = (*m_surfaces)[surface];
  double farthest = -std::numeric_limits<double>::infinity();
  const int first = m_surfaces->firstVertex(surface);
  for (std::size_t i = 0; i < source.shape.vertices.size(); ++i) {
    farthest = std::max(farthest, way.dot(at.x[first + i]));
  }
  return farthest + source.shape.thickness;
}

// [m] that A has to go along the way to have left B.
double Parting::depth(const Pair& pair, const Vec3& way, const SurfaceSet::Vertices& at) const {
  return reach(pair.surfaceB, way, at) + reach(pair.surfaceA, -way, at) + m_settings.apart;
}

Vec3 Parting::meanVelocity(int surface, const SurfaceSet::Vertices& at) const {
  const std::size_t count = (*m_surfaces)[surface].shape.vertices.size();
  const int first = m_surfaces->firstVertex(surface);
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < count; ++i) sum += at.v[first + i];
  return sum / static_cast<double>(count);
}

const Parting::Pair* Parting::find(int partA, int partB) const {
  const auto [low, high] = std::minmax(partA, partB);
  const std::array<int, 2> wanted{low, high};
  const auto at = std::lower_bound(m_overlaps.begin(), m_overlaps.end(), wanted);
  if (at == m_overlaps.end() || *at != wanted) return nullptr;
  return &m_pairs[static_cast<std::size_t>(at - m_overlaps.begin())];
}

bool Parting::overlap(int partA, int partB) const {
  const Pair* pair = find(partA, partB);
  return pair && pair->overlap;
}

bool Parting::recall(std::span<const Parted> parted) {
  bool changed = false;
  for (std::size_t i = 0; i < m_pairs.size(); ++i) {
    const Parted wanted{m_overlaps[i][0], m_overlaps[i][1]};
    const bool overlap = std::find(parted.begin(), parted.end(), wanted) == parted.end();
    changed = changed || overlap != m_pairs[i].overlap;
    m_pairs[i].overlap = overlap;
  }
  if (changed) m_search.forget();
  return changed;
}

void Parting::apply(const SurfaceSet::Vertices& at, std::span<Vec3> force,
                    SurfaceContacts& result) const {
  for (const Pair& pair : m_pairs) {
    if (!pair.pushed || !pair.overlap) continue;
    const double left = std::max(0.0, depth(pair, pair.way, at));
    const double speed =
        pair.way.dot(meanVelocity(pair.surfaceA, at) - meanVelocity(pair.surfaceB, at));
    const double wanted = left / kTime + kSlowest;
    const double quickly = std::max(kQuickly, kSteps * m_settings.step);
    const double push = std::max(0.0, pair.mass * (wanted - speed) / quickly + pair.weight);
    const Vec3 whole = push * pair.way;
    const auto spread = [&](int surface, const Vec3& total) {
      const std::size_t count = (*m_surfaces)[surface].shape.vertices.size();
      const int first = m_surfaces->firstVertex(surface);
      for (std::size_t i = 0; i < count; ++i) {
        force[first + i] += total / static_cast<double>(count);
      }
    };
    spread(pair.surfaceA, whole);
    spread(pair.surfaceB, -whole);
    result.power += push * speed;
  }
}

void Parting::look(const SurfaceSet::Vertices& at, std::vector<Parted>& parted) {
  const bool none = std::none_of(m_pairs.begin(), m_pairs.end(),
                                 [](const Pair& pair) { return pair.pushed && pair.overlap; });
  if (none) return;
  std::vector<std::array<int, 2>> together = m_search.crossings(at.x);
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    m_boxes[i] = {};
    m_boxes[i].add(at.x[i]);
  }
  m_search.update(m_boxes, m_settings.apart);
  for (const ContactPair& pair : m_search.pairs()) {
    std::array<Vec3, 4> x;
    for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = at.x[pair.vertex[i]];
    const double gap = closest(pair.pairing, x.data()).distance - m_search.thickness(pair);
    if (gap < m_settings.apart) together.push_back({pair.surfaceA, pair.surfaceB});
  }
  for (std::size_t i = 0; i < m_pairs.size(); ++i) {
    const Pair& pair = m_pairs[i];
    if (!pair.pushed || !pair.overlap) continue;
    const auto [low, high] = std::minmax(pair.surfaceA, pair.surfaceB);
    const std::array<int, 2> wanted{low, high}, turned{high, low};
    const bool still = std::any_of(together.begin(), together.end(), [&](const auto& found) {
      return found == wanted || found == turned;
    });
    if (!still) parted.push_back({m_overlaps[i][0], m_overlaps[i][1]});
  }
}

}  // namespace sinew
