#include "core/contact/TieZones.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/contact/Closest.h"

namespace sinew {
namespace {

constexpr double kSharpest = 0.5;  // κ
constexpr double kRoundTie = 1.5;  // of W + r
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
  // Many may be tied to one place, and to find its skin takes a look at all of it.
  std::map<std::tuple<int, double, double, double, double>, End> known;
  const auto found = [&](const Tie::End& end) {
    const Vec3& x = end.place;
    const auto [at, isNew] = known.try_emplace({end.part, x.x(), x.y(), x.z(), end.track});
    if (isNew) at->second = endOf(end, parts);
    return at->second;
  };
  for (const Tie& tie : ties) {
    const std::array<End, 2> ends = {found(tie.ends[0]), found(tie.ends[1])};
    if (ends[0].surface >= 0 && ends[1].surface >= 0) add(tie, ends, parts);
  }
  for (auto& [between, zones] : m_zones) arrange(between, zones);
}

void TieZones::add(const Tie& tie, const std::array<End, 2>& ends,
                   std::span<const Part* const> parts) {
  Zone zone;
  zone.ends = ends;
  auto& [a, b] = zone.ends;
  zone.width =
      0.5 * std::min(parts[tie.ends[0].part]->thickness(), parts[tie.ends[1].part]->thickness());
  zone.length = tie.apart;
  // However the two are turned about the places that are held.
  zone.apart = std::max(
      {0.0, tie.apart - a.off - b.off, a.off - b.off - tie.apart, b.off - a.off - tie.apart});
  if (a.surface > b.surface) std::swap(a, b);
  std::vector<Zone>& all = m_zones[{a.surface, b.surface}].all;
  all.push_back(zone);
  if (a.surface != b.surface) return;
  std::swap(a, b);
  all.push_back(zone);
}

// So that of many along a chain only those are looked at that are near.
void TieZones::arrange(const std::array<int, 2>& between, Zones& zones) const {
  double thickness = 0, widest = 0;
  for (const int surface : between) thickness += (*m_surfaces)[surface].shape.thickness;
  for (const Zone& zone : zones.all) widest = std::max(widest, zone.width);
  zones.farthest = thickness > 0 ? (thickness + m_range) / kSharpest : widest + m_range;
  for (const int end : {1, 0}) {
    const auto isAlong = [end](const Zone& zone) { return zone.ends[end].along >= 0; };
    if (std::ranges::all_of(zones.all, isAlong)) zones.chain = end;
  }
  if (zones.chain < 0) return;
  std::ranges::stable_sort(zones.all, {},
                           [&zones](const Zone& zone) { return zone.ends[zones.chain].along; });
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
  } else {
    found.off = offOf(found);
  }
  return found;
}

// [m] From a place to what of its surface is nearest.
double TieZones::offOf(const End& end) const {
  const SurfaceSet::Surface& source = (*m_surfaces)[end.surface];
  const int first = m_surfaces->firstVertex(end.surface);
  double off = std::numeric_limits<double>::infinity();
  const auto look = [&](const auto& element) {
    std::array<int, 3> vertices{};
    for (std::size_t i = 0; i < element.size(); ++i) vertices[i] = first + element[i];
    off = std::min(off, distanceTo(end, std::span(vertices).first(element.size())));
  };
  std::ranges::for_each(source.shape.faces, look);
  std::ranges::for_each(source.shape.planes, look);
  std::ranges::for_each(source.shape.edges, look);
  for (int i = 0; i < static_cast<int>(source.start.size()); ++i) {
    if (source.shape.planes.empty()) look(std::array<int, 1>{i});
  }
  return off;
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

// [m] Along its chain, from where to where an element reaches.
std::array<double, 2> TieZones::reachOf(int surface, std::span<const int> vertices) const {
  const Chain& chain = m_chains.at(surface);
  const int first = m_surfaces->firstVertex(surface);
  const double front = chain.along[vertices.front() - first];
  const double back = chain.along[vertices.back() - first];
  const bool joint =
      vertices.size() == 2 && std::abs(vertices[0] - vertices[1]) > 1;  // of a ring's ends
  if (joint) return {std::max(front, back), chain.round};
  return {std::min(front, back), std::max(front, back)};
}

// [m] s of one element.
double TieZones::fromTie(const End& end, std::span<const int> vertices) const {
  if (end.along < 0) {
    const double distance = distanceTo(end, vertices);
    return std::sqrt(std::max(0.0, distance * distance - end.off * end.off));
  }
  const double round = m_chains.at(end.surface).round;
  const auto [low, high] = reachOf(end.surface, vertices);
  const auto beside = [low = low, high = high](double along) {
    return std::max({0.0, low - along, along - high});
  };
  const double nearest = beside(end.along);
  if (round <= 0) return nearest;
  return std::min({nearest, beside(end.along - round), beside(end.along + round)});
}

/// Calls look(zone) for all zones that may count between two elements; of a ring, some twice.
template <class Look>
void TieZones::forNear(const Zones& zones, const std::array<Element, 2>& elements,
                       Look look) const {
  if (zones.chain < 0) {
    std::ranges::for_each(zones.all, look);
    return;
  }
  const auto& [surface, vertices] = elements[zones.chain];
  const double round = m_chains.at(surface).round;
  const auto [low, high] = reachOf(surface, vertices);
  const auto lookAround = [&, low = low, high = high](double turn) {
    const auto along = [&zones](const Zone& zone) { return zone.ends[zones.chain].along; };
    auto at = std::ranges::lower_bound(zones.all, low - zones.farthest + turn, {}, along);
    for (; at != zones.all.end() && along(*at) <= high + zones.farthest + turn; ++at) look(*at);
  };
  lookAround(0);
  if (round <= 0) return;
  lookAround(-round);
  lookAround(round);
}

bool TieZones::tied(int surfaceA, int surfaceB) const {
  return !m_zones.empty() && m_zones.contains(lowFirst(surfaceA, surfaceB));
}

double TieZones::thinnerBy(const Zone& zone, double away, double thickness) const {
  if (thickness <= 0) return std::hypot(zone.apart, away) <= zone.width + m_range ? kNothing : 0;
  const double kept = std::hypot(zone.apart, kSharpest * away) - m_range;
  return kept > 0 ? std::max(0.0, thickness - kept) : kNothing;
}

bool TieZones::turnOnEachOther(const Zone& zone, const std::array<Element, 2>& elements) const {
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& [surface, vertices] = elements[side];
    const SurfaceSet::Surface& skin = (*m_surfaces)[surface];
    const bool isSkin = skin.shape.thickness <= 0 && skin.shape.planes.empty();
    if (!isSkin || !((*m_surfaces)[elements[1 - side].surface].ballRadius > 0)) continue;
    double farthest = 0;
    for (const int vertex : vertices) {
      const Vec3& x = skin.start[vertex - m_surfaces->firstVertex(surface)];
      farthest = std::max(farthest, (x - zone.ends[side].place).norm());
    }
    return std::hypot(zone.length, farthest) <= kRoundTie * (zone.width + m_range);
  }
  return false;
}

double TieZones::thinner(const Element& a, const Element& b) const {
  if (m_zones.empty()) return 0;
  const auto found = m_zones.find(lowFirst(a.surface, b.surface));
  if (found == m_zones.end()) return 0;
  std::array<Element, 2> elements = {a, b};
  if (a.surface > b.surface) std::swap(elements[0], elements[1]);
  const double thickness =
      (*m_surfaces)[a.surface].shape.thickness + (*m_surfaces)[b.surface].shape.thickness;
  double most = 0;
  forNear(found->second, elements, [&](const Zone& zone) {
    const double away = std::max(fromTie(zone.ends[0], elements[0].vertices),
                                 fromTie(zone.ends[1], elements[1].vertices));
    const bool turn = turnOnEachOther(zone, elements);
    most = std::max(most, turn ? kNothing : thinnerBy(zone, away, thickness));
  });
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
    for (const Zone& zone : found->second.all) {
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
