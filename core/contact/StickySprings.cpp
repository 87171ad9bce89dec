#include "core/contact/StickySprings.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contact/TimeOfImpact.h"

namespace sinew {
namespace {

constexpr double kTurnsPerStep = 0.3;  // [rad] ω h of one spring
constexpr double kLongestStep = 1e-3;  // [s] springs made for longer ones let too much through
constexpr double kMeets = 1e-3;        // of a gap: what is left of it where thick things meet
constexpr double kApart = 1e-9;        // [m] thick things nearer than this touch
constexpr double kBearable = 0.05;  // of its thickness: how deep things may be pressed at the start
constexpr double kNoEvent = 2;      // more than the share of any way
constexpr int kLooks = 16;        // at a way, for where what touches comes apart and may meet again
constexpr double kInside = 1e-6;  // of the size of a pair: places this near coincide

/// Positions where a pair is at one share of its way.
std::array<Vec3, 4> placesAt(const std::array<PointPath, 4>& paths, Pairing pairing, double share) {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pairing); ++i) x[i] = paths[i].at(share);
  return x;
}

bool edges(Pairing pairing) {
  return pairing == Pairing::EdgeEdge;
}

/// Normal of a face, or across two edges; not of unit length.
VectorCourse<6> normalCourse(Pairing pairing, const std::array<PointPath, 4>& p) {
  return edges(pairing) ? cross(between(p[0], p[1]), between(p[2], p[3]))
                        : cross(between(p[1], p[2]), between(p[1], p[3]));
}

Vec3 normalOf(Pairing pairing, const std::array<Vec3, 4>& x) {
  return edges(pairing) ? (x[1] - x[0]).cross(x[3] - x[2]) : (x[2] - x[1]).cross(x[3] - x[1]);
}

}  // namespace

StickySprings::StickySprings(std::span<const Part* const> parts, Scratches scratch,
                             PassThrough passing, double step)
    : m_surfaces(parts, scratch, SurfaceSet::Balls::Skinned),
      m_passing(std::move(passing)),
      m_step(std::min(step, kLongestStep)),
      m_search(m_surfaces.makeSearch([this](int a, int b) { return mayMeet(a, b); })),
      m_normals(m_surfaces),
      m_now(m_surfaces.makeVertices()),
      m_start(m_now),
      m_end(m_now),
      m_paths(m_now.x.size()),
      m_boxes(m_now.x.size()),
      m_force(m_now.x.size()),
      m_stiff(m_surfaces) {
  m_passing.settle();
  leaveOutOverlaps(scratch);
}

// What is inside something else has nowhere to be tied to. Thick things that are pressed together a
// little are tied at the first step.
void StickySprings::leaveOutOverlaps(Scratches scratch) {
  m_surfaces.locate(scratch, m_now);
  std::set<std::array<int, 2>> found;
  const auto add = [&](int surfaceA, int surfaceB) {
    const auto [first, second] =
        std::minmax({m_surfaces[surfaceA].part, m_surfaces[surfaceB].part});
    found.insert({first, second});
  };
  for (const auto& [a, b] : m_search.crossings(m_now.x)) add(a, b);
  for (std::size_t i = 0; i < m_boxes.size(); ++i) m_boxes[i] = MovingBox(Box(m_now.x[i]));
  m_search.update(m_boxes, 0);
  for (const ContactPair& pair : m_search.pairs()) {
    std::array<Vec3, 4> x;
    for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = m_now.x[pair.vertex[i]];
    const double r = thickness(pair), gap = closest(pair.pairing, x.data()).distance - r;
    if (gap < -std::max(kApart, kBearable * r)) add(pair.surfaceA, pair.surfaceB);
  }
  for (const auto& [a, b] : found) {
    m_overlaps.push_back({a, b, 0});
    m_passing.add(a, b);
  }
  m_passing.settle();
  m_search.forget();
}

bool StickySprings::mayMeet(int a, int b) const {
  if (!m_surfaces[a].moves && !m_surfaces[b].moves) return false;
  return !m_passing.pass(m_surfaces[a].part, m_surfaces[b].part);
}

ContactPair StickySprings::pairOf(const StuckSpring& spring) const {
  ContactPair pair;
  pair.pairing = spring.pairing;
  pair.surfaceA = m_surfaces.ofPart(spring.partA);
  pair.surfaceB = m_surfaces.ofPart(spring.partB);
  pair.vertex.fill(-1);
  for (int i = 0; i < pointsOf(spring.pairing); ++i) {
    const bool ofA = i < pointsOfA(spring.pairing);
    pair.vertex[i] = m_surfaces.firstVertex(ofA ? pair.surfaceA : pair.surfaceB) + spring.vertex[i];
  }
  return pair;
}

StuckSpring StickySprings::springAt(const ContactPair& pair,
                                    const std::array<double, 4>& weights) const {
  StuckSpring spring;
  spring.pairing = pair.pairing;
  spring.partA = m_surfaces[pair.surfaceA].part;
  spring.partB = m_surfaces[pair.surfaceB].part;
  spring.vertex.fill(-1);
  for (int i = 0; i < pointsOf(pair.pairing); ++i) {
    const bool ofA = i < pointsOfA(pair.pairing);
    spring.vertex[i] = pair.vertex[i] - m_surfaces.firstVertex(ofA ? pair.surfaceA : pair.surfaceB);
  }
  spring.place = StuckSpring::placeOf(pair.pairing, weights);
  return spring;
}

bool StickySprings::isKnown(const ContactPair& pair) const {
  return std::binary_search(m_known.begin(), m_known.end(), pair);
}

// 2 K [N/m].
double StickySprings::stiffness(const ContactPair& pair) const {
  const double inverse =
      m_surfaces[pair.surfaceA].inverseMass + m_surfaces[pair.surfaceB].inverseMass;
  const double frequency = kTurnsPerStep / m_step;
  return frequency * frequency / inverse;
}

StickySprings::Length StickySprings::lengthOf(const ContactPair& pair, const StuckSpring& spring,
                                              const SurfaceSet::Vertices& at) const {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = at.x[pair.vertex[i]];
  const double r = thickness(pair);
  if (r > 0) {
    const Closest near = closest(pair.pairing, x.data());
    const double distance = near.distance;
    const Vec3 direction = distance != 0 ? Vec3(near.apart / distance) : Vec3::Zero();
    return {near.weight, direction, distance - r};
  }
  const std::array<double, 4> weights = spring.weights();
  Vec3 apart = Vec3::Zero();
  for (int i = 0; i < pointsOf(pair.pairing); ++i) apart += weights[i] * x[i];
  const double distance = apart.norm();
  return {weights, distance > 0 ? Vec3(apart / distance) : Vec3::Zero(), distance};
}

double StickySprings::energyOf(const StuckSpring& spring, const SurfaceSet::Vertices& at) const {
  const ContactPair pair = pairOf(spring);
  const double stretch = lengthOf(pair, spring, at).stretch;
  return 0.5 * stiffness(pair) * stretch * stretch;
}

void StickySprings::apply(Scratches scratch, std::span<const StuckSpring> springs,
                          std::span<const int> velocityStart, double* Q) {
  m_result.clear();
  m_stiff.clear();
  std::fill(m_force.begin(), m_force.end(), Vec3::Zero());
  m_surfaces.locate(scratch, m_now);
  for (const StuckSpring& spring : springs) addForce(spring);
  if (!springs.empty())
    m_result.power += m_surfaces.push(scratch, m_force, m_now, velocityStart, Q);
}

void StickySprings::addForce(const StuckSpring& spring) {
  const ContactPair pair = pairOf(spring);
  const Length length = lengthOf(pair, spring, m_now);
  const double stiff = stiffness(pair);
  const Vec3 force = -stiff * length.stretch * length.direction;
  Vec3 at = Vec3::Zero();
  for (int i = 0; i < pointsOf(pair.pairing); ++i) {
    const int vertex = pair.vertex[i];
    m_force[vertex] += length.weights[i] * force;
    m_stiff.addVertex(vertex, std::abs(length.weights[i]) * stiff);
    if (i < pointsOfA(pair.pairing)) at += length.weights[i] * m_now.x[vertex];
  }
  m_stiff.addWhole(pair.surfaceA, stiff);
  m_stiff.addWhole(pair.surfaceB, stiff);
  m_result.contacts.push_back({spring.partA, spring.partB, at, force});
  m_result.deepest = std::max(m_result.deepest, std::abs(length.stretch));
  m_result.energy += 0.5 * stiff * length.stretch * length.stretch;
}

double StickySprings::longestStep(double step) {
  m_start = m_now;
  return m_stiff.longestStep(step, ContactStiffness::Swing::Vertices);
}

std::array<PointPath, 4> StickySprings::pathsOf(const ContactPair& pair) const {
  std::array<PointPath, 4> paths;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) paths[i] = m_paths[pair.vertex[i]];
  return paths;
}

double StickySprings::lookAhead(Scratches scratch, std::span<const StuckSpring> springs, Way way,
                                double h) {
  m_surfaces.locate(scratch, m_end);
  for (std::size_t i = 0; i < m_paths.size(); ++i) {
    m_paths[i] = PointPath::along(way, m_start.x[i], m_start.v[i], m_end.x[i], m_end.v[i], h);
    m_boxes[i] = m_paths[i].box();
  }
  m_search.update(m_boxes, 0);
  m_known.clear();
  m_lost.clear();
  m_met.clear();
  double first = 1;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    m_known.push_back(pairOf(springs[i]));
    const double share = letsGoAt(springs[i]);
    if (share > 1) continue;
    m_lost.push_back(static_cast<int>(i));
    first = std::min(first, share);
  }
  std::sort(m_known.begin(), m_known.end());
  for (const ContactPair& pair : m_search.pairs()) {
    if (isKnown(pair)) continue;
    const Meeting meeting = meetingOf(pair);
    if (meeting.spring.partA < 0) continue;
    m_met.push_back(meeting);
    first = std::min(first, meeting.share);
  }
  return first;
}

double StickySprings::settle(std::vector<StuckSpring>& springs) {
  double gained = 0;
  for (std::size_t k = m_lost.size(); k-- > 0;) {
    gained -= energyOf(springs[m_lost[k]], m_end);
    springs.erase(springs.begin() + m_lost[k]);
  }
  for (const Meeting& meeting : m_met) {
    gained += energyOf(meeting.spring, m_end);
    springs.push_back(meeting.spring);
  }
  m_lost.clear();
  m_met.clear();
  return gained;
}

// Springs pull where the places have come apart again, on the outer side. More than 1: not on this
// way.
double StickySprings::letsGoAt(const StuckSpring& spring) const {
  const ContactPair pair = pairOf(spring);
  if (thickness(pair) > 0) return partsAt(pair);
  const std::array<PointPath, 4> paths = pathsOf(pair);
  const std::array<double, 4> weights = spring.weights();
  const Vec3 zero = Vec3::Zero();
  PointPath apart{{zero, zero, zero, zero}};
  for (int i = 0; i < pointsOf(pair.pairing); ++i) {
    for (int k = 0; k < 4; ++k) apart.control[k] += weights[i] * paths[i].control[k];
  }
  const VectorCourse<3> course = between({{zero, zero, zero, zero}}, apart);
  Bernstein<9> pushes = dot(course, normalCourse(pair.pairing, paths));
  for (double& c : pushes.c) c *= spring.turned ? 1 : -1;
  if (pushes.c.front() > 0) {
    const auto crossing = firstCrossing(pushes);
    return crossing ? crossing->before : kNoEvent;
  }
  return pushes.c.back() > 0 ? kNoEvent : 0;  // just born; else gone again
}

// Where what is thick and overlaps is as far apart as it is thick.
double StickySprings::partsAt(const ContactPair& pair) const {
  constexpr int kHalvings = 40;
  if (gapAt(pair, 1) <= 0) return kNoEvent;
  int look = 0;
  const auto gapHere = [&] { return gapAt(pair, static_cast<double>(look) / kLooks); };
  while (look < kLooks && gapHere() > 0) ++look;  // just born, it has a little way to go
  while (look < kLooks && gapHere() <= 0) ++look;
  double last = static_cast<double>(look) / kLooks, before = last - 1.0 / kLooks;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (before + last);
    (gapAt(pair, middle) <= 0 ? before : last) = middle;
  }
  return last;
}

StickySprings::Meeting StickySprings::meetingOf(const ContactPair& pair) const {
  return thickness(pair) > 0 ? thickMeeting(pair) : thinMeeting(pair);
}

double StickySprings::gapAt(const ContactPair& pair, double share) const {
  const std::array<Vec3, 4> x = placesAt(pathsOf(pair), pair.pairing, share);
  return closest(pair.pairing, x.data()).distance - thickness(pair);
}

// What touches already meets at once where it comes nearer; where it goes apart, not before it has
// gone.
StickySprings::Meeting StickySprings::thickMeeting(const ContactPair& pair) const {
  double from = 0;
  if (gapAt(pair, 0) <= kApart) {
    if (gapAt(pair, 1.0 / kLooks) < gapAt(pair, 0)) return {0, springAt(pair, {})};
    int look = 1;
    while (look < kLooks && gapAt(pair, static_cast<double>(look) / kLooks) <= kApart) ++look;
    if (look == kLooks) return {};
    from = static_cast<double>(look) / kLooks;
  }
  std::array<PointPath, 4> rest = pathsOf(pair);
  for (PointPath& path : rest) path = path.from(from);
  const double on = clearUntil(pair.pairing, rest.data(), {thickness(pair), kMeets});
  if (on >= 1) return {};
  const double share = from + on * (1 - from);
  return {share, springAt(pair, {})};
}

// The volume between the four points changes its sign where they lie in one plane. [LS97] §6.3
StickySprings::Meeting StickySprings::thinMeeting(const ContactPair& pair) const {
  if (pair.pairing == Pairing::VertexVertex || pair.pairing == Pairing::VertexEdge) return {};
  constexpr int kMostCrossings = 8;
  const std::array<PointPath, 4> paths = pathsOf(pair);
  const PointPath& ofB = paths[pointsOfA(pair.pairing)];
  Bernstein<9> volume = dot(between(ofB, paths[0]), normalCourse(pair.pairing, paths));
  double from = 0;
  for (int i = 0; i < kMostCrossings; ++i) {
    const bool above = volume.c.front() > 0;
    Bernstein<9> positive = volume;
    for (double& c : positive.c) c *= above ? 1 : -1;
    const auto crossing = firstCrossing(positive);
    if (!crossing) return {};
    const double share = from + crossing->after * (1 - from);
    const Meeting meeting = meetingAt(pair, share, above);
    if (meeting.spring.partA >= 0 || share >= 1) return meeting;
    // Beyond it, from where the sign is the other one for certain.
    const double beyond = std::min(1.0, crossing->after + 0x1p-40);
    Bernstein<9> before;
    volume.split(beyond, before, volume);
    from += beyond * (1 - from);
  }
  return {};
}

// Of four points in one plane: whether they meet there, from the outside in.
StickySprings::Meeting StickySprings::meetingAt(const ContactPair& pair, double share,
                                                bool wasAbove) const {
  const std::array<Vec3, 4> x = placesAt(pathsOf(pair), pair.pairing, share);
  const Vec3 normal = normalOf(pair.pairing, x);
  const bool outwards = !edges(pair.pairing) || !turned(pair, normal);
  if (wasAbove != outwards) return {};
  const Closest near = closest(pair.pairing, x.data());
  if (pair.pairing != Pairing::VertexPlane && near.distance > kInside * std::sqrt(normal.norm())) {
    return {};
  }
  StuckSpring spring = springAt(pair, near.weight);
  spring.turned = !outwards;
  return {share, spring};
}

// Whether the normal across two edges points out of A rather than out of B.
bool StickySprings::turned(const ContactPair& pair, const Vec3& normal) const {
  const Vec3 a = m_normals.at(pair.vertex[0], pair.vertex[1], m_start.x);
  const Vec3 b = m_normals.at(pair.vertex[2], pair.vertex[3], m_start.x);
  return normal.dot(b.normalized() - a.normalized()) < 0;
}

}  // namespace sinew
