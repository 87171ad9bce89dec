#include "core/contact/TieZones.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/Closest.h"

namespace sinew {
namespace {

constexpr double kSharpest = 0.5;  // κ
constexpr double kNothing = std::numeric_limits<double>::infinity();

std::array<int, 2> lowFirst(int a, int b) {
  return a < b ? std::array<int, 2>{a, b} : std::array<int, 2>{b, a};
}

bool isChain(const ContactSurface& shape) {
  return shape.faces.empty() && shape.planes.empty() && shape.edges.size() > 1;
}

}  // namespace

TieZones::TieZones(const SurfaceSet& surfaces, std::span<const Part* const> parts,
                   std::span<const Tie> ties, double range)
    : m_surfaces(&surfaces), m_range(range) {
  for (const Tie& tie : ties) {
    Zone zone;
    for (int e = 0; e < 2; ++e) zone.ends[e] = endOf(tie.ends[e], parts);
    auto& [a, b] = zone.ends;
    if (a.surface < 0 || b.surface < 0) continue;
    zone.width =
        0.5 * std::min(parts[tie.ends[0].part]->thickness(), parts[tie.ends[1].part]->thickness());
    // However the two are turned about the places that are held.
    zone.apart = std::max(
        {0.0, tie.apart - a.off - b.off, a.off - b.off - tie.apart, b.off - a.off - tie.apart});
    if (a.surface > b.surface) std::swap(a, b);
    m_zones[{a.surface, b.surface}].push_back(zone);
  }
}

void TieZones::measureChain(int surface) {
  const SurfaceSet::Surface& source = (*m_surfaces)[surface];
  if (!isChain(source.shape) || m_chains.contains(surface)) return;
  const std::vector<Vec3>& x = source.start;
  Chain chain;
  chain.along.assign(1, 0);
  for (std::size_t i = 1; i < x.size(); ++i) {
    chain.along.push_back(chain.along.back() + (x[i] - x[i - 1]).norm());
  }
  const bool ring = source.shape.edges.size() == x.size();
  if (ring) chain.round = chain.along.back() + (x.front() - x.back()).norm();
  m_chains.emplace(surface, std::move(chain));
}

TieZones::End TieZones::endOf(const Tie::End& end, std::span<const Part* const> parts) {
  End found;
  found.surface = m_surfaces->ofPart(end.part);
  if (found.surface < 0) return found;
  found.place = end.place;
  measureChain(found.surface);
  if (end.track >= 0 && m_chains.contains(found.surface)) {
    found.along = alongOf(found.surface, *parts[end.part], end.track);
    return found;
  }
  const SurfaceSet::Surface& source = (*m_surfaces)[found.surface];
  const int first = m_surfaces->firstVertex(found.surface);
  found.off = std::numeric_limits<double>::infinity();
  const auto look = [&](const auto& element) {
    std::array<int, 3> vertices{};
    for (std::size_t i = 0; i < element.size(); ++i) vertices[i] = first + element[i];
    found.off = std::min(found.off, distanceTo(found, std::span(vertices).first(element.size())));
  };
  std::ranges::for_each(source.shape.faces, look);
  std::ranges::for_each(source.shape.planes, look);
  std::ranges::for_each(source.shape.edges, look);
  for (int i = 0; i < static_cast<int>(source.start.size()); ++i) {
    if (source.shape.planes.empty()) look(std::array<int, 1>{i});
  }
  return found;
}

// [m] Where between its vertices a place on the track is.
double TieZones::alongOf(int surface, const Part& part, double track) const {
  const SurfaceSet::Surface& source = (*m_surfaces)[surface];
  const Chain& chain = m_chains.at(surface);
  const auto& vertices = source.shape.vertices;
  std::size_t i = 1;
  while (i + 1 < vertices.size() && part.placeOf(vertices[i]) < track) ++i;
  const double from = part.placeOf(vertices[i - 1]), to = part.placeOf(vertices[i]);
  const double share = to > from ? (track - from) / (to - from) : 0;
  // Beyond its last vertex a ring goes on to its first.
  const bool beyond = share > 1 && chain.round > 0;
  const double last = part.track().places;
  if (beyond) return std::lerp(chain.along[i], chain.round, (track - to) / (last - to));
  return std::lerp(chain.along[i - 1], chain.along[i], std::clamp(share, 0.0, 1.0));
}

// [m] From the place that is held to an element, with all where it starts.
double TieZones::distanceTo(const End& end, std::span<const int> vertices) const {
  const SurfaceSet::Surface& source = (*m_surfaces)[end.surface];
  const int first = m_surfaces->firstVertex(end.surface);
  std::array<Vec3, 4> x;
  x[0] = end.place;
  for (std::size_t i = 0; i < vertices.size(); ++i) x[i + 1] = source.start[vertices[i] - first];
  constexpr Pairing kWith[] = {Pairing::VertexVertex, Pairing::VertexEdge, Pairing::VertexFace};
  const bool plane = vertices.size() == 3 && source.shape.faces.empty();
  const Pairing pairing = plane ? Pairing::VertexPlane : kWith[vertices.size() - 1];
  return std::abs(closest(pairing, x.data()).distance);
}

// [m] s of one element.
double TieZones::fromTie(const End& end, std::span<const int> vertices) const {
  if (end.along < 0) {
    const double distance = distanceTo(end, vertices);
    return std::sqrt(std::max(0.0, distance * distance - end.off * end.off));
  }
  const Chain& chain = m_chains.at(end.surface);
  const int first = m_surfaces->firstVertex(end.surface);
  double low = chain.along[vertices.front() - first], high = chain.along[vertices.back() - first];
  if (low > high) std::swap(low, high);
  const bool joint =
      vertices.size() == 2 && std::abs(vertices[0] - vertices[1]) > 1;  // of a ring's ends
  if (joint) std::tie(low, high) = std::pair(high, chain.round);
  const auto beside = [&](double along) { return std::max({0.0, low - along, along - high}); };
  double nearest = beside(end.along);
  if (chain.round > 0) {
    nearest = std::min({nearest, beside(end.along - chain.round), beside(end.along + chain.round)});
  }
  return nearest;
}

bool TieZones::tied(int surfaceA, int surfaceB) const {
  return !m_zones.empty() && m_zones.contains(lowFirst(surfaceA, surfaceB));
}

double TieZones::thinnerBy(const Zone& zone, double away, double thickness) const {
  if (thickness <= 0) return std::hypot(zone.apart, away) <= zone.width + m_range ? kNothing : 0;
  const double kept = std::hypot(zone.apart, kSharpest * away) - m_range;
  return kept > 0 ? std::max(0.0, thickness - kept) : kNothing;
}

double TieZones::thinner(const Element& a, const Element& b) const {
  if (m_zones.empty()) return 0;
  const auto found = m_zones.find(lowFirst(a.surface, b.surface));
  if (found == m_zones.end()) return 0;
  const bool turned = a.surface > b.surface;
  const Element &low = turned ? b : a, &high = turned ? a : b;
  const double thickness =
      (*m_surfaces)[a.surface].shape.thickness + (*m_surfaces)[b.surface].shape.thickness;
  double most = 0;
  for (const Zone& zone : found->second) {
    const auto& [first, second] = zone.ends;
    double away = std::max(fromTie(first, low.vertices), fromTie(second, high.vertices));
    if (a.surface == b.surface) {
      away = std::min(away, std::max(fromTie(first, high.vertices), fromTie(second, low.vertices)));
    }
    most = std::max(most, thinnerBy(zone, away, thickness));
  }
  return most;
}

int TieZones::farthestVertex(int surface, int other) const {
  const int first = m_surfaces->firstVertex(surface);
  const auto found = m_zones.find(lowFirst(surface, other));
  if (found == m_zones.end()) return first;
  const auto count = static_cast<int>((*m_surfaces)[surface].start.size());
  int farthest = first;
  double most = -1;
  for (int vertex = first; vertex < first + count; ++vertex) {
    double nearest = kNothing;
    for (const Zone& zone : found->second) {
      const End& end = zone.ends[surface < other ? 0 : 1];
      nearest = std::min(nearest, fromTie(end, std::span(&vertex, 1)));
    }
    if (nearest <= most) continue;
    most = nearest;
    farthest = vertex;
  }
  return farthest;
}

}  // namespace sinew
