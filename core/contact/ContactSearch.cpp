#include "core/contact/ContactSearch.h"

#include <algorithm>
#include <cmath>

#include "core/contact/PlaneBounds.h"
#include "core/contact/TieZones.h"

namespace sinew {

namespace {

constexpr double kRoom = 0.4;  // of the reach: how far anything may go until all is searched again
constexpr std::size_t kBetweenLooks = 4096;  // pairs of pieces until an interruption is looked for
constexpr double kWasteful = 4;  // times what is asked for, that was searched, is searched anew

/// The mean length [m] of its edges at rest.
double spacingOf(const ContactSurface& shape, const std::vector<Vec3>& rest) {
  double sum = 0;
  for (const auto& [a, b] : shape.edges) sum += (rest[a] - rest[b]).norm();
  return shape.edges.empty() ? 0 : sum / static_cast<double>(shape.edges.size());
}

/// [m] along a chain with these vertices, from one of two edges to the other the shorter way, also
/// round where the chain is a ring. `ends` of the edges count from `first`.
double lengthBetween(std::span<const Vec3> chain, std::array<int, 4> ends, int first, bool ring) {
  const int last = static_cast<int>(chain.size()) - 1;
  const auto isJoint = [last](int a, int b) { return std::abs(a - b) == last && last > 1; };
  for (int& end : ends) end -= first;
  if (isJoint(ends[0], ends[1])) ends[0] = ends[1] = 0;
  if (isJoint(ends[2], ends[3])) ends[2] = ends[3] = 0;
  if (std::min(ends[0], ends[1]) > std::min(ends[2], ends[3])) {
    std::swap(ends[0], ends[2]);
    std::swap(ends[1], ends[3]);
  }
  const int from = std::max(ends[0], ends[1]), to = std::min(ends[2], ends[3]);
  double between = 0, round = (chain[last] - chain[0]).norm();
  for (int i = 0; i < last; ++i) {
    const double length = (chain[i + 1] - chain[i]).norm();
    if (i >= from && i < to) between += length;
    if (i < std::min(ends[0], ends[1]) || i >= std::max(ends[2], ends[3])) round += length;
  }
  return ring ? std::min(between, round) : between;
}

double extent(const MovingBox& box) {
  return (box.start.high - box.start.low + box.end.high - box.end.low).sum();
}

/// Whether the segment from a to b passes through the face.
bool passes(const Vec3& a, const Vec3& b, const std::array<Vec3, 3>& face) {
  const auto volume = [](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    return (q - p).cross(r - p).dot(s - p);
  };
  const auto& [p, q, r] = face;
  if (volume(p, q, r, a) * volume(p, q, r, b) > 0) return false;
  const double u = volume(a, b, p, q), v = volume(a, b, q, r), w = volume(a, b, r, p);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

}  // namespace

/// Two surfaces that are being searched.
struct ContactSearch::Between {
  int a, b;
  int firstA, firstB;  // vertices
  double margin;       // [m]
};

ContactSearch::ContactSearch(const std::vector<Surface>& surfaces, Filter mayTouch,
                             const TieZones* zones)
    : m_mayTouch(std::move(mayTouch)), m_zones(zones) {
  for (const Surface& surface : surfaces) {
    m_firstVertex.push_back(m_vertexCount);
    m_meshes.emplace_back(surface.shape, surface.rest);
    m_vertexCount += m_meshes.back().vertexCount();
    m_spacing.push_back(spacingOf(surface.shape, surface.rest));
    m_rest.insert(m_rest.end(), surface.rest.begin(), surface.rest.end());
  }
  m_boxes.resize(m_meshes.size());
  m_fresh.resize(m_meshes.size());
}

void ContactSearch::update(std::span<const MovingBox> vertices, double reach) {
  m_work = m_boxes.size();
  if (!stillHold(vertices, reach)) {
    m_reach = reach;
    m_vertices.clear();
    for (const MovingBox& box : vertices) m_vertices.push_back(box.grown(kRoom * reach));
    searchWidely();
    if (m_interrupted) {
      m_candidates.clear();
      forget();
    }
  }
  m_work += m_candidates.size();
  m_pairs.clear();
  for (const ContactPair& pair : m_candidates) {
    if (near(pair, vertices, reach)) m_pairs.push_back(pair);
  }
}

// What was found for a long way finds too much for a short one.
bool ContactSearch::stillHold(std::span<const MovingBox> vertices, double reach) const {
  if (m_vertices.size() != vertices.size() || reach > m_reach) return false;
  double searched = 0, asked = 0;
  bool moving = true, atStart = true, atEnd = true;  // what was found holds for all of its way
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const MovingBox &known = m_vertices[i], &now = vertices[i];
    moving = moving && known.contains(now);
    atStart = atStart && MovingBox(known.start).contains(now);
    atEnd = atEnd && MovingBox(known.end).contains(now);
    if (!moving && !atStart && !atEnd) return false;
    searched += extent(m_vertices[i]);
    asked += extent(vertices[i].grown(kRoom * reach));
  }
  return searched <= kWasteful * asked;
}

bool ContactSearch::isInterrupted() {
  m_interrupted = m_interrupted || (m_interruption && m_interruption->due());
  return m_interrupted;
}

void ContactSearch::searchWidely() {
  m_candidates.clear();
  m_interrupted = false;
  enclose();
  m_sweep.update(m_boxes);
  m_work += m_sweep.work();
  for (const auto& [a, b] : m_sweep.pairs()) {
    if (!m_mayTouch(a, b) || !meetsPlanes(a, b) || !meetsPlanes(b, a)) continue;
    if (m_interrupted) return;
    refit(a);
    refit(b);
    searchPieces(a, b);
    searchPlanes(a, b);
    searchPlanes(b, a);
  }
  for (int i = 0; i < static_cast<int>(m_meshes.size()); ++i) {
    if (m_mayTouch(i, i)) searchItself(i);
  }
  // Trees give them in an order that depends on their boxes.
  std::sort(m_candidates.begin(), m_candidates.end());
}

bool ContactSearch::near(const ContactPair& pair, std::span<const MovingBox> vertices,
                         double reach) const {
  const double margin = thickness(pair) + reach;
  const auto at = [&](int i) -> const MovingBox& { return vertices[pair.vertex[i]]; };
  if (pair.pairing == Pairing::VertexPlane) {
    return PlaneBounds(at(1).swept(), at(2).swept(), at(3).swept()).reaches(at(0).swept(), margin);
  }
  const int ofA = pointsOfA(pair.pairing);
  MovingBox a = at(0), b = at(ofA);
  for (int i = 1; i < ofA; ++i) a.add(at(i));
  for (int i = ofA + 1; i < pointsOf(pair.pairing); ++i) b.add(at(i));
  return a.grown(margin).overlaps(b);
}

void ContactSearch::enclose() {
  for (std::size_t i = 0; i < m_meshes.size(); ++i) {
    const ContactMesh& mesh = m_meshes[i];
    m_fresh[i] = false;
    m_boxes[i] = {};
    if (mesh.endless()) {
      m_boxes[i].low.setConstant(-std::numeric_limits<double>::infinity());
      m_boxes[i].high.setConstant(std::numeric_limits<double>::infinity());
      continue;
    }
    for (const MovingBox& box : verticesOf(static_cast<int>(i))) m_boxes[i].add(box.swept());
    m_boxes[i] = m_boxes[i].grown(mesh.thickness() + 0.5 * m_reach);
  }
}

std::span<const MovingBox> ContactSearch::verticesOf(int surface) const {
  return std::span(m_vertices).subspan(m_firstVertex[surface], m_meshes[surface].vertexCount());
}

// Trees only follow where a neighbour is near.
void ContactSearch::refit(int surface) {
  if (m_fresh[surface]) return;
  m_fresh[surface] = true;
  m_meshes[surface].enclose(verticesOf(surface));
  m_work += m_meshes[surface].pieces().size();
}

// Whether the box of a surface reaches any plane of another, if that has some.
bool ContactSearch::meetsPlanes(int wall, int other) const {
  const ContactMesh& mesh = m_meshes[wall];
  if (!mesh.endless() || m_meshes[other].endless()) return true;
  const std::span<const MovingBox> at = verticesOf(wall);
  for (const auto& [a, b, c] : mesh.planes()) {
    const double margin = mesh.thickness() + m_reach;
    if (PlaneBounds(at[a].swept(), at[b].swept(), at[c].swept()).reaches(m_boxes[other], margin))
      return true;
  }
  return !mesh.tree().empty();
}

const std::vector<std::array<int, 2>>& ContactSearch::crossings(std::span<const Vec3> x) {
  m_vertices.clear();
  for (const Vec3& at : x) m_vertices.emplace_back(Box(at));
  m_reach = 0;
  enclose();
  m_sweep.update(m_boxes);
  m_crossings.clear();
  for (const auto& [a, b] : m_sweep.pairs()) {
    if (!m_mayTouch(a, b)) continue;
    refit(a);
    refit(b);
    if (cross(x, a, b) || cross(x, b, a)) m_crossings.push_back({a, b});
  }
  forget();  // no pairs of elements were looked for
  return m_crossings;
}

// An edge of a through a face of b.
bool ContactSearch::cross(std::span<const Vec3> x, int a, int b) const {
  bool crossing = false;
  const bool tied = m_zones != nullptr && m_zones->tied(a, b);
  const auto free = [&](std::array<int, 2> edge, std::array<int, 3> face) {
    for (int& vertex : edge) vertex += m_firstVertex[a];
    for (int& vertex : face) vertex += m_firstVertex[b];
    return std::isinf(m_zones->thinner({a, edge}, {b, face}));
  };
  BoxTree::forOverlaps(m_meshes[a].tree(), m_meshes[b].tree(), 0, [&](int i, int j) {
    const ContactMesh::Piece &edges = m_meshes[a].pieces()[i], &face = m_meshes[b].pieces()[j];
    if (crossing || edges.corners < 2 || face.corners < 3) return;
    std::array<Vec3, 3> corners, ends;
    for (int k = 0; k < 3; ++k) corners[k] = x[m_firstVertex[b] + face.vertex[k]];
    for (int k = 0; k < edges.corners; ++k) ends[k] = x[m_firstVertex[a] + edges.vertex[k]];
    for (int k = 0; k < (edges.corners == 3 ? 3 : 1); ++k) {
      const int next = (k + 1) % edges.corners;
      if (crossing || !passes(ends[k], ends[next], corners)) continue;
      crossing = !tied || !free({edges.vertex[k], edges.vertex[next]}, face.vertex);
    }
  });
  return crossing;
}

void ContactSearch::searchPieces(int a, int b) {
  const ContactMesh &meshA = m_meshes[a], &meshB = m_meshes[b];
  const Between between = {a, b, m_firstVertex[a], m_firstVertex[b],
                           meshA.thickness() + meshB.thickness() + m_reach};
  m_work += BoxTree::forOverlaps(meshA.tree(), meshB.tree(), between.margin,
                                 [&](int i, int j) { pairUp(between, i, j); });
}

void ContactSearch::searchItself(int surface) {
  refit(surface);
  const int first = m_firstVertex[surface];
  const ContactMesh& mesh = m_meshes[surface];
  const Between between = {surface, surface, first, first, 2 * mesh.thickness() + m_reach};
  m_work += BoxTree::forOverlaps(mesh.tree(), mesh.tree(), between.margin, [&](int i, int j) {
    if (i < j) pairUp(between, i, j);
  });
}

// Neighbours cannot be kept apart, and what is nearer along a rope than it is round has no room to
// come back to itself. Along skins there is no such length: what is near in space is left out.
bool ContactSearch::nearAtRest(const ContactPair& pair) const {
  const double wide = 2 * thickness(pair) + 0.5 * m_spacing[pair.surfaceA];
  const ContactMesh& mesh = m_meshes[pair.surfaceA];
  if (pair.pairing == Pairing::EdgeEdge && mesh.pieces().front().corners == 2) {
    const int first = m_firstVertex[pair.surfaceA], count = mesh.vertexCount();
    const bool ring = static_cast<int>(mesh.pieces().size()) == count;  // an edge for each vertex
    return lengthBetween(std::span(m_rest).subspan(first, count), pair.vertex, first, ring) < wide;
  }
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = m_rest[pair.vertex[i]];
  return closest(pair.pairing, x.data()).distance < wide;
}

void ContactSearch::pairUp(const Between& between, int pieceA, int pieceB) {
  if (m_interrupted || (++m_compared % kBetweenLooks == 0 && isInterrupted())) return;
  const ContactMesh::Piece& a = m_meshes[between.a].pieces()[pieceA];
  const ContactMesh::Piece& b = m_meshes[between.b].pieces()[pieceB];
  const MovingBox &boxA = m_meshes[between.a].box(pieceA), &boxB = m_meshes[between.b].box(pieceB);
  const Between swapped = {between.b, between.a, between.firstB, between.firstA, between.margin};
  const auto vertices = [this](const Between& side, const ContactMesh::Piece& from, int corners,
                               const ContactMesh::Piece& to, const MovingBox& toBox) {
    if (to.corners != corners) return;
    constexpr Pairing kWith[] = {Pairing::VertexVertex, Pairing::VertexEdge, Pairing::VertexFace};
    for (int i = 0; i < from.ownVertices; ++i) {
      const int v = from.ownVertex[i];
      if (!near(side, m_vertices[side.firstA + v], toBox)) continue;
      add(side, kWith[corners - 1], {v, to.vertex[0], to.vertex[1], to.vertex[2]}, 1);
    }
  };
  vertices(between, a, 3, b, boxB);
  vertices(swapped, b, 3, a, boxA);
  if (a.corners == 1) vertices(between, a, 2, b, boxB);
  if (b.corners == 1) vertices(swapped, b, 2, a, boxA);
  if (a.corners == 1) vertices(between, a, 1, b, boxB);
  for (int i = 0; i < a.ownEdges; ++i) {
    const MovingBox edgeA = boxOf(between.firstA, a.ownEdge[i]);
    for (int j = 0; j < b.ownEdges; ++j) {
      if (!near(between, edgeA, boxOf(between.firstB, b.ownEdge[j]))) continue;
      add(between, Pairing::EdgeEdge,
          {a.ownEdge[i][0], a.ownEdge[i][1], b.ownEdge[j][0], b.ownEdge[j][1]}, 2);
    }
  }
}

bool ContactSearch::near(const Between& between, const MovingBox& a, const MovingBox& b) const {
  return a.grown(between.margin).overlaps(b);
}

MovingBox ContactSearch::boxOf(int first, const std::array<int, 2>& edge) const {
  MovingBox box = m_vertices[first + edge[0]];
  box.add(m_vertices[first + edge[1]]);
  return box;
}

void ContactSearch::add(const Between& between, Pairing pairing, std::array<int, 4> vertex,
                        int ofA) {
  for (int i = 0; i < 4; ++i) vertex[i] += i < ofA ? between.firstA : between.firstB;
  for (int i = pointsOf(pairing); i < 4; ++i) vertex[i] = -1;
  ContactPair pair = {pairing, between.a, between.b, vertex};
  if (between.a == between.b && nearAtRest(pair)) return;
  if (m_zones == nullptr || apartByTies(pair)) m_candidates.push_back(pair);
}

// Whether they are anything to each other, and how thick they then count.
bool ContactSearch::apartByTies(ContactPair& pair) const {
  if (!m_zones->tied(pair.surfaceA, pair.surfaceB)) return true;
  const std::span<const int> vertices(pair.vertex);
  const int ofA = pointsOfA(pair.pairing), all = pointsOf(pair.pairing);
  pair.thinner = m_zones->thinner({pair.surfaceA, vertices.first(ofA)},
                                  {pair.surfaceB, vertices.subspan(ofA, all - ofA)});
  return !std::isinf(pair.thinner);
}

void ContactSearch::searchPlanes(int plane, int other) {
  const ContactMesh &wall = m_meshes[plane], &mesh = m_meshes[other];
  const Between between = {other, plane, m_firstVertex[other], m_firstVertex[plane],
                           wall.thickness() + mesh.thickness() + m_reach};
  for (const auto& corners : wall.planes()) {
    const auto at = [&](int i) { return m_vertices[between.firstB + corners[i]].swept(); };
    const PlaneBounds bounds(at(0), at(1), at(2));
    const auto reaches = [&](const MovingBox& box) {
      return bounds.reaches(box.swept(), between.margin);
    };
    m_work += mesh.tree().forPassing(reaches, [&](int piece) {
      const ContactMesh::Piece& found = mesh.pieces()[piece];
      for (int i = 0; i < found.ownVertices; ++i) {
        const int v = found.ownVertex[i];
        if (!reaches(m_vertices[between.firstA + v])) continue;
        add(between, Pairing::VertexPlane, {v, corners[0], corners[1], corners[2]}, 1);
      }
    });
  }
}

}  // namespace sinew
