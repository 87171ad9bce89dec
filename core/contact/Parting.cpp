#include "core/contact/Parting.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sinew {
namespace {

constexpr double kTime = 0.2;       // [s] in which what is left of an overlap is undone, about
constexpr double kSlowest = 0.05;   // [m/s]
constexpr double kQuickly = 0.02;   // [s] in which that speed is reached
constexpr double kFalls = 3;        // times what free fall adds to a speed in a step
constexpr double kNoSpread = 1e-9;  // of the largest: nothing to turn by
constexpr int kAxes = 6;

/// The axes, up and down first, then directions spread evenly over the sphere.
Vec3 direction(int i) {
  constexpr int kEvenly = Parting::kWays - kAxes;
  constexpr std::array<int, 3> kAxis = {1, 0, 2};
  if (i < kAxes) return (i % 2 == 0 ? 1 : -1) * Vec3::Unit(kAxis[i / 2]);
  const double height = 1 - (2 * (i - kAxes) + 1.0) / kEvenly;
  const double turn = (i - kAxes) * std::numbers::pi * (3 - std::sqrt(5.0));
  const double round = std::sqrt(1 - height * height);
  return {round * std::cos(turn), height, round * std::sin(turn)};
}

/// Solid angle [sr] of a triangle seen from the origin, signed (Van Oosterom and Strackee).
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)),
                        la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

/// Σ ‖r‖² − r rᵀ [m²] of points about their middle.
Mat3 scatterOf(std::span<const Vec3> points, const Vec3& middle) {
  Mat3 spread = Mat3::Zero();
  for (const Vec3& x : points) {
    const Vec3 r = x - middle;
    spread += r.squaredNorm() * Mat3::Identity() - r * r.transpose();
  }
  return spread;
}

/// Out of the side of a plane that is free.
Vec3 planeNormal(const SurfaceSet& surfaces, int surface, const SurfaceSet::Vertices& at) {
  const auto& [a, b, c] = surfaces[surface].shape.planes.front();
  const Vec3* x = &at.x[surfaces.firstVertex(surface)];
  return (x[b] - x[a]).cross(x[c] - x[a]).normalized();
}

/// Whether a surface that is shifted [m] goes deeper into a plane that stands.
bool sinks(const SurfaceSet& surfaces, int surface, const Vec3& shift,
           const SurfaceSet::Vertices& at) {
  for (int plane = 0; plane < static_cast<int>(surfaces.size()); ++plane) {
    const SurfaceSet::Surface& stands = surfaces[plane];
    if (stands.moves || stands.shape.planes.empty()) continue;
    const Vec3 normal = planeNormal(surfaces, plane, at);
    const int corner = surfaces.firstVertex(plane) + stands.shape.planes.front()[0];
    double lowest = std::numeric_limits<double>::infinity();
    const std::size_t first = surfaces.firstVertex(surface);
    const std::size_t count = surfaces[surface].shape.vertices.size();
    for (std::size_t i = first; i < first + count; ++i) {
      lowest = std::min(lowest, normal.dot(at.x[i] - at.x[corner]));
    }
    const double down = -normal.dot(shift);
    if (down > 0 && lowest - surfaces[surface].shape.thickness - down < 0) return true;
  }
  return false;
}

}  // namespace

int Parting::opposite(int way) {
  int best = 0;
  for (int i = 1; i < kWays; ++i) {
    if (direction(i).dot(direction(way)) < direction(best).dot(direction(way))) best = i;
  }
  return best;
}

Overlap Parting::overlapOf(int partA, int partB, const SurfaceSet::Vertices& at) const {
  Overlap overlap{std::min(partA, partB), std::max(partA, partB), 0};
  const Pair pair = pairOf(overlap);
  const double infinite = std::numeric_limits<double>::infinity();
  double shortest = infinite, shortestClear = infinite;
  const bool looks = pair.pushed && pair.plane == 0;
  for (int way = 0; way < kWays && looks; ++way) {
    const double length = depth(pair, direction(way), at);
    if (length >= shortestClear) continue;
    const Vec3 shift = length * direction(way);
    const auto canGo = [&](int surface, const Vec3& by) {
      return (*m_surfaces)[surface].moves && !sinks(*m_surfaces, surface, by, at);
    };
    const bool clear = canGo(pair.surfaceA, shift) || canGo(pair.surfaceB, -shift);
    if (!clear && (shortestClear < infinite || length >= shortest)) continue;
    (clear ? shortestClear : shortest) = length;
    overlap.way = way;
  }
  return overlap;
}

Parting::Pair Parting::pairOf(const Overlap& parts) const {
  Pair pair;
  pair.parts = parts;
  pair.surfaceA = m_surfaces->ofPart(parts.partA);
  pair.surfaceB = m_surfaces->ofPart(parts.partB);
  if (pair.surfaceA < 0 || pair.surfaceB < 0) return pair;
  const SurfaceSet::Surface &a = (*m_surfaces)[pair.surfaceA], &b = (*m_surfaces)[pair.surfaceB];
  pair.tied = m_zones->tied(pair.surfaceA, pair.surfaceB);
  pair.pushed = parts.partA != parts.partB && (a.moves || b.moves) && !pair.tied;
  pair.plane = !a.shape.planes.empty() ? 1 : !b.shape.planes.empty() ? -1 : 0;
  const double inverse = (a.mass > 0 ? 1 / a.mass : 0) + (b.mass > 0 ? 1 / b.mass : 0);
  pair.mass = inverse > 0 ? 1 / inverse : 0;
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

Parting::Whole Parting::wholeOf(int surface, const SurfaceSet::Vertices& at) const {
  const int first = m_surfaces->firstVertex(surface);
  const std::size_t count = (*m_surfaces)[surface].shape.vertices.size();
  Whole whole;
  for (std::size_t i = first; i < first + count; ++i) {
    whole.middle += at.x[i];
    whole.velocity += at.v[i];
  }
  whole.middle /= static_cast<double>(count);
  whole.velocity /= static_cast<double>(count);
  whole.spread = scatterOf(std::span(at.x).subspan(first, count), whole.middle);
  return whole;
}

double Parting::depthOf(const Overlap& parts, const SurfaceSet::Vertices& at) const {
  const Pair pair = pairOf(parts);
  const Vec3 way = wayOf(pair, wholeOf(pair.surfaceA, at), wholeOf(pair.surfaceB, at), at);
  return depth(pair, way, at) - m_settings.apart;
}

Vec3 Parting::normalOf(int surface, const SurfaceSet::Vertices& at) const {
  return planeNormal(*m_surfaces, surface, at);
}

// Two balls leave each other along the line between them.
Vec3 Parting::wayOf(const Pair& pair, const Whole& a, const Whole& b,
                    const SurfaceSet::Vertices& at) const {
  if (pair.plane > 0) return -normalOf(pair.surfaceA, at);
  if (pair.plane < 0) return normalOf(pair.surfaceB, at);
  const Vec3 between = a.middle - b.middle;
  const bool balls = (*m_surfaces)[pair.surfaceA].shape.vertices.size() == 1 &&
                     (*m_surfaces)[pair.surfaceB].shape.vertices.size() == 1;
  if (balls && between.norm() > 0) return between.normalized();
  return direction(pair.parts.way);
}

// [N] The weight of the one that is lifted.
double Parting::weightAlong(const Pair& pair, const Vec3& way) const {
  const double rise = -m_settings.gravity.dot(way);
  return std::abs(rise) * (*m_surfaces)[rise > 0 ? pair.surfaceA : pair.surfaceB].mass;
}

const Parting::Pair* Parting::find(int partA, int partB) const {
  const int low = std::min(partA, partB), high = std::max(partA, partB);
  const auto at = std::find_if(m_pairs.begin(), m_pairs.end(), [&](const Pair& pair) {
    return pair.parts.partA == low && pair.parts.partB == high;
  });
  return at == m_pairs.end() ? nullptr : &*at;
}

bool Parting::overlap(int partA, int partB) const {
  return !m_pairs.empty() && find(partA, partB) != nullptr;
}

bool Parting::recall(std::span<const Overlap> overlaps) {
  if (std::ranges::equal(overlaps, m_overlaps)) return false;
  m_overlaps.assign(overlaps.begin(), overlaps.end());
  m_pairs.clear();
  for (const Overlap& parts : m_overlaps) m_pairs.push_back(pairOf(parts));
  m_search = std::make_unique<ContactSearch>(m_surfaces->makeSearch(
      [this](int a, int b) {
        const Pair* pair = find((*m_surfaces)[a].part, (*m_surfaces)[b].part);
        return pair != nullptr && a != b && (pair->pushed || pair->tied);
      },
      m_zones));
  return true;
}

// The push, along a line, spread over the vertices: evenly, and what turns the whole by what shifts
// the push from the middle onto the line.
void Parting::pushWhole(int surface, const Whole& whole, const Vec3& push, const Vec3& line,
                        const SurfaceSet::Vertices& at, std::span<Vec3> force) const {
  const int first = m_surfaces->firstVertex(surface);
  const auto count = static_cast<int>((*m_surfaces)[surface].shape.vertices.size());
  const Vec3 torque = (line - whole.middle).cross(push);
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(whole.spread);
  Vec3 turn = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const double spread = axes.eigenvalues()[k];
    const bool turns =
        spread > kNoSpread * axes.eigenvalues()[2];  // a straight rope not about itself
    if (turns) turn += axes.eigenvectors().col(k).dot(torque) / spread * axes.eigenvectors().col(k);
  }
  for (int i = first; i < first + count; ++i) {
    force[i] += push / count + turn.cross(at.x[i] - whole.middle);
  }
}

// [kg m²] Of a surface as one thing; endless of what stands. Ropes are not turned: they would bend.
double Parting::inertia(int surface, const Whole& whole, const Vec3& axis) const {
  const SurfaceSet::Surface& source = (*m_surfaces)[surface];
  if (!source.moves) return std::numeric_limits<double>::infinity();
  if (source.shape.faces.empty()) return 0;
  const auto count = static_cast<double>(source.shape.vertices.size());
  return source.mass / count * axis.dot(whole.spread * axis);
}

// A place on the line of both pushes, which turns the two least: each by as much as it can bear.
// What leaves something that stands does not tumble.
Vec3 Parting::lineOf(const Pair& pair, const Whole& a, const Whole& b, const Vec3& way) const {
  const Vec3 arm = b.middle - a.middle, axis = arm.cross(way).normalized();
  const double ofA = inertia(pair.surfaceA, a, axis), ofB = inertia(pair.surfaceB, b, axis);
  if (std::isinf(ofA) || !(ofA + ofB > 0)) return b.middle;
  return a.middle + ofA / (ofA + ofB) * arm;
}

// [m/s] So that it ends: faster than a step of free fall.
double Parting::slowest() const {
  return std::max(kSlowest, kFalls * m_settings.gravity.norm() * m_settings.step);
}

// No step of the usual length makes the two faster than they should be.
void Parting::apply(const SurfaceSet::Vertices& at, std::span<Vec3> force,
                    SurfaceContacts& result) const {
  for (const Pair& pair : m_pairs) {
    if (!pair.pushed) continue;
    const Whole a = wholeOf(pair.surfaceA, at), b = wholeOf(pair.surfaceB, at);
    const Vec3 way = wayOf(pair, a, b, at);
    const double speed = way.dot(a.velocity - b.velocity);
    const double left = std::max(0.0, depth(pair, way, at));
    const double missing = left / kTime + slowest() - speed;
    if (missing <= 0) continue;
    const double slowly = std::max(kQuickly, m_settings.step);
    // Across what one of them lies on there is friction in the way.
    const double held = std::max(weightAlong(pair, way), pair.mass * m_settings.gravity.norm());
    const double push =
        std::min(pair.mass * missing / slowly + held, pair.mass * missing / m_settings.step);
    const Vec3 line = lineOf(pair, a, b, way);
    const auto before = [&](int surface) {
      double power = 0;
      const int first = m_surfaces->firstVertex(surface);
      for (std::size_t i = 0; i < (*m_surfaces)[surface].shape.vertices.size(); ++i) {
        power += force[first + i].dot(at.v[first + i]);
      }
      return power;
    };
    const double old = before(pair.surfaceA) + before(pair.surfaceB);
    pushWhole(pair.surfaceA, a, push * way, line, at, force);
    pushWhole(pair.surfaceB, b, -push * way, line, at, force);
    result.separation += before(pair.surfaceA) + before(pair.surfaceB) - old;
  }
}

bool Parting::inside(int surface, int other, const SurfaceSet::Vertices& at) const {
  const Vec3& x = at.x[m_zones->farthestVertex(surface, other)];
  const int first = m_surfaces->firstVertex(other);
  double angle = 0;
  for (const auto& [a, b, c] : (*m_surfaces)[other].shape.faces) {
    angle += solidAngle(at.x[first + a] - x, at.x[first + b] - x, at.x[first + c] - x);
  }
  return angle > 2 * std::numbers::pi;
}

bool Parting::tooNear(const ContactPair& pair, const SurfaceSet::Vertices& at) const {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = at.x[pair.vertex[i]];
  return closest(pair.pairing, x.data()).distance - m_search->thickness(pair) < m_settings.apart;
}

void Parting::look(const SurfaceSet::Vertices& at, const Asked& asked,
                   std::vector<Overlap>& overlaps) {
  const auto mayPart = [&](const Pair& pair) {
    return pair.pushed || (pair.tied && pair.surfaceA != pair.surfaceB && asked(pair.parts));
  };
  if (std::ranges::none_of(m_pairs, mayPart)) return;
  m_together = m_search->crossings(at.x);
  if (m_together.size() == m_pairs.size()) return;
  m_boxes.clear();
  for (const Vec3& x : at.x) m_boxes.emplace_back(Box(x));
  m_search->update(m_boxes, m_settings.apart);
  for (const ContactPair& pair : m_search->pairs()) {
    if (tooNear(pair, at)) m_together.push_back({pair.surfaceA, pair.surfaceB});
  }
  const auto done = [&](const Overlap& parts) {
    const Pair* pair = find(parts.partA, parts.partB);
    if (pair == nullptr || !mayPart(*pair)) return false;
    const int a = pair->surfaceA, b = pair->surfaceB;
    const auto isPair = [&](const std::array<int, 2>& found) {
      return (found[0] == a && found[1] == b) || (found[0] == b && found[1] == a);
    };
    return std::ranges::none_of(m_together, isPair) && !inside(a, b, at) && !inside(b, a, at);
  };
  std::erase_if(overlaps, done);
}

}  // namespace sinew
