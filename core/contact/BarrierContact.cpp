#include "core/contact/BarrierContact.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/contact/PushedMass.h"
#include "core/contact/TimeOfImpact.h"

namespace sinew {
namespace {

constexpr double kOfPeriod = 0.4;    // longest step, of 1/ω
constexpr double kOfGap = 0.2;       // of a gap below the range by which a step may change it
constexpr double kEntry = 0.2;       // of the range that a step may enter at once
constexpr double kFineShare = 0.2;   // of both, where no error estimate watches over the step
constexpr double kWorthwhile = 1.5;  // longer a step must be for taking forces at its end
constexpr double kKept = 0.5;        // share of a gap, or of the range, that a step must leave
constexpr double kLightAtRim = 4;    // share of a part's mass that a push at its rim meets, inverse
constexpr double kNoGap = 1e-13;     // [m] what is nearer touches
constexpr double kOverlap = 1e-9;    // [m] more than a step can do: where somebody has put things

}  // namespace

BarrierContact::BarrierContact(std::span<const Part* const> parts, Scratches scratch,
                               PassThrough passing, const BarrierSettings& settings)
    : m_parts(parts), m_passing(std::move(passing)), m_settings(settings) {
  m_passing.settle();
  addSurfaces(parts, scratch);
  const auto count = static_cast<std::size_t>(m_search->vertexCount());
  for (Vertices* at : {&m_now, &m_start}) {
    at->x.resize(count);
    at->v.resize(count);
  }
  m_paths.resize(count);
  m_boxes.resize(count);
  m_force.resize(count);
  m_vertexStiff.resize(count);
  m_stiff.resize(m_surfaces.size());
  for (const Surface& surface : m_surfaces) {
    for (const ResolvedPoint& u : surface.vertices) m_places.push_back({surface.part, &u});
  }
  locate(scratch, m_now);
  leaveOutOverlaps();
}

void BarrierContact::addSurfaces(std::span<const Part* const> parts, Scratches scratch) {
  std::vector<ContactSearch::Surface> shapes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Surface surface;
    surface.part = static_cast<int>(i);
    surface.ballRadius = parts[i]->ballRadius();
    ContactSearch::Surface shape;
    if (surface.ballRadius > 0) {
      shape.shape.vertices.push_back(parts[i]->ballPoint(*scratch[i], Vec3::Zero()));
      shape.shape.thickness = surface.ballRadius;
    } else {
      shape.shape = parts[i]->contactSurface();
    }
    if (shape.shape.empty()) continue;
    surface.vertices = shape.shape.vertices;
    surface.inverseMass = inverseMassAgainstPush(*parts[i], *scratch[i], surface.vertices);
    surface.moves = parts[i]->dims().v > 0;
    surface.mass = parts[i]->mass();
    if (const ContactMaterial* own = parts[i]->contactMaterial()) surface.friction = own->friction;
    for (const ResolvedPoint& u : surface.vertices) {
      Vec3 x, v;
      parts[i]->locate(*scratch[i], u, x, v);
      shape.rest.push_back(x);
    }
    shapes.push_back(std::move(shape));
    m_surfaces.push_back(std::move(surface));
  }
  m_search =
      std::make_unique<ContactSearch>(shapes, [this](int a, int b) { return mayTouch(a, b); });
}

bool BarrierContact::mayTouch(int a, int b) const {
  if (!m_surfaces[a].moves && !m_surfaces[b].moves) return false;
  return !m_passing.pass(m_surfaces[a].part, m_surfaces[b].part);
}

// A gap that is not there at the start cannot be kept, and a narrow one only slowly.
void BarrierContact::leaveOutOverlaps() {
  std::vector<std::array<int, 2>> found = m_search->crossings(m_now.x);
  for (std::size_t i = 0; i < m_boxes.size(); ++i) m_boxes[i].add(m_now.x[i]);
  m_search->update(m_boxes, m_settings.range);
  std::map<std::array<int, 2>, double> slacks;
  for (const ContactPair& pair : m_search->pairs()) {
    const double gap = gapOf(pair, m_now);
    if (gap <= kNoGap - bearableOverlap(pair)) found.push_back({pair.surfaceA, pair.surfaceB});
    if (gap >= pressedGap()) continue;
    double& slack = slacks[{pair.surfaceA, pair.surfaceB}];
    slack = std::max(slack, pressedGap() - gap);
  }
  for (const auto& [a, b] : found) {
    const auto [first, second] = std::minmax({m_surfaces[a].part, m_surfaces[b].part});
    m_passing.add(first, second);
    m_overlaps.push_back({first, second});
  }
  m_passing.settle();
  std::sort(m_overlaps.begin(), m_overlaps.end());
  m_overlaps.erase(std::unique(m_overlaps.begin(), m_overlaps.end()), m_overlaps.end());
  for (const auto& [surfaces, length] : slacks) m_slacks.push_back({surfaces, length});
  m_search->forget();
}

// [m] What is thick may be pressed together, as long as it parts slowly for the range and the step.
// Of a ball, which is thick all through, only a little.
double BarrierContact::bearableOverlap(const ContactPair& pair) const {
  constexpr double kOfThickness = 0.5, kOfBall = 0.05, kOfRange = 0.1;
  const double balls = m_surfaces[pair.surfaceA].ballRadius + m_surfaces[pair.surfaceB].ballRadius;
  return std::min(kOfThickness * (m_search->thickness(pair) - balls) + kOfBall * balls,
                  kOfRange * m_settings.range * kSettling / m_settings.step);
}

// [m] Where 3 k r (1/s − 1)²/s² ≈ m a with k = m/h²: what lies still is not much nearer. Without
// the 1/s², which would say less near still.
double BarrierContact::pressedGap() const {
  constexpr double kPressed = 10, kFarthest = 0.95;  // of the weight; of the range
  const double h = m_settings.step;
  const double over = std::sqrt(kPressed * m_settings.fall * h * h / (3 * m_settings.range));
  return m_settings.range * std::min(kFarthest, 1 / (1 + over));
}

double BarrierContact::slackOf(const ContactPair& pair) const {
  if (m_slackLeft <= 0) return 0;
  const Slack wanted{{pair.surfaceA, pair.surfaceB}};
  const auto at = std::lower_bound(m_slacks.begin(), m_slacks.end(), wanted);
  return at != m_slacks.end() && at->surfaces == wanted.surfaces ? at->length : 0;
}

double BarrierContact::thickness(const ContactPair& pair) const {
  return m_search->thickness(pair) - m_slackLeft * slackOf(pair);
}

void BarrierContact::include(const SurfaceContacts& others) {
  m_result.contacts.insert(m_result.contacts.end(), others.contacts.begin(), others.contacts.end());
  m_result.deepest = std::max(m_result.deepest, others.deepest);
  m_result.energy += others.energy;
  m_othersDissipation += others.dissipation;
  m_othersPower += others.power;
  m_result.dissipation += others.dissipation;
  m_result.power += others.power;
}

Closest BarrierContact::nearest(const ContactPair& pair, const Vertices& at) {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = at.x[pair.vertex[i]];
  return closest(pair.pairing, x.data());
}

double BarrierContact::gapOf(const ContactPair& pair, const Vertices& at) const {
  return nearest(pair, at).distance - thickness(pair);
}

Vec3 BarrierContact::rateOf(const ContactPair& pair, const Closest& near) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < pointsOf(pair.pairing); ++i) rate += near.weight[i] * m_now.v[pair.vertex[i]];
  return rate;
}

Vec3 BarrierContact::rateOf(const Touch& touch) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < touch.points; ++i) rate += touch.weight[i] * velocityOf(touch.vertex[i]);
  return rate;
}

BarrierContact::VertexPlace BarrierContact::placeOf(int vertex) const {
  const int skin = vertex - static_cast<int>(m_places.size());
  return skin < 0 ? m_places[vertex] : VertexPlace{m_skins[skin].part, &m_skins[skin].point};
}

const Vec3& BarrierContact::velocityOf(int vertex) const {
  const int skin = vertex - static_cast<int>(m_places.size());
  return skin < 0 ? m_now.v[vertex] : m_skins[skin].v;
}

Vec3& BarrierContact::forceOn(int vertex) {
  const int skin = vertex - static_cast<int>(m_places.size());
  return skin < 0 ? m_force[vertex] : m_skins[skin].force;
}

void BarrierContact::locate(Scratches scratch, Vertices& out) const {
  std::size_t vertex = 0;
  for (const Surface& surface : m_surfaces) {
    const Part& part = *m_parts[surface.part];
    for (const ResolvedPoint& u : surface.vertices) {
      part.locate(*scratch[surface.part], u, out.x[vertex], out.v[vertex]);
      ++vertex;
    }
  }
}

double BarrierContact::frictionOf(const ContactPair& pair) const {
  const double a = m_surfaces[pair.surfaceA].friction, b = m_surfaces[pair.surfaceB].friction;
  return a < 0 && b < 0 ? m_settings.friction : std::max(a, b);
}

Barrier BarrierContact::barrierOf(const ContactPair& pair) const {
  const double inverse =
      m_surfaces[pair.surfaceA].inverseMass + m_surfaces[pair.surfaceB].inverseMass;
  return {m_settings.range, 1 / (inverse * m_settings.step * m_settings.step)};
}

void BarrierContact::apply(double time, Scratches scratch, std::span<const int> velocityStart,
                           double* Q) {
  m_slackLeft = m_slacks.empty() ? 0 : std::max(0.0, 1 - time / kSettling);
  m_othersDissipation = m_othersPower = 0;
  m_result.contacts.clear();
  m_touches.clear();
  m_skins.clear();
  m_result.deepest = m_result.energy = m_result.dissipation = m_result.power = m_stiffest = 0;
  std::fill(m_stiff.begin(), m_stiff.end(), 0.0);
  std::fill(m_force.begin(), m_force.end(), Vec3::Zero());
  std::fill(m_vertexStiff.begin(), m_vertexStiff.end(), 0.0);
  locate(scratch, m_now);
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    m_boxes[i] = {};
    m_boxes[i].add(m_now.x[i]);
  }
  m_search->update(m_boxes, m_settings.range);
  for (const ContactPair& pair : m_search->pairs()) push(pair, scratch);
  if (!m_touches.empty()) addForces(scratch, velocityStart, Q);
}

void BarrierContact::addForces(Scratches scratch, std::span<const int> velocityStart, double* Q) {
  const auto push = [&](int part, const ResolvedPoint& u, const Vec3& force) {
    m_parts[part]->addPointForce(*scratch[part], u, force, Q + velocityStart[part]);
  };
  std::size_t vertex = 0;
  for (const Surface& surface : m_surfaces) {
    for (const ResolvedPoint& u : surface.vertices) {
      const Vec3& f = m_force[vertex];
      if (surface.moves && !f.isZero(0)) {
        push(surface.part, u, f);
      } else if (!surface.moves) {
        m_result.power -= f.dot(m_now.v[vertex]);
      }
      ++vertex;
    }
  }
  for (const Skin& skin : m_skins) push(skin.part, skin.point, skin.force);
}

// The place of a ball's skin that is `arm` from its centre.
int BarrierContact::addSkin(const Surface& ball, const Vec3& arm, Scratches scratch) {
  Skin& skin = m_skins.emplace_back();
  skin.part = ball.part;
  skin.point = m_parts[ball.part]->ballPoint(*scratch[ball.part], arm);
  Vec3 x;
  m_parts[ball.part]->locate(*scratch[ball.part], skin.point, x, skin.v);
  return placeCount() - 1;
}

void BarrierContact::push(const ContactPair& pair, Scratches scratch) {
  const Closest near = nearest(pair, m_now);
  const double gap = near.distance - thickness(pair);
  if (gap >= m_settings.range || gap <= kNoGap) return;
  const Barrier barrier = barrierOf(pair);
  Touch& touch = m_touches.emplace_back();
  touch.law = {barrier, gap, near.apart / near.distance, frictionOf(pair), m_settings.restitution};
  touch.partA = m_surfaces[pair.surfaceA].part;
  touch.partB = m_surfaces[pair.surfaceB].part;
  touch.points = pointsOf(pair.pairing);
  Vec3 at = Vec3::Zero();
  for (int i = 0; i < touch.points; ++i) {
    const int vertex = pair.vertex[i];
    const bool ofA = i < pointsOfA(pair.pairing);
    const Surface& surface = m_surfaces[ofA ? pair.surfaceA : pair.surfaceB];
    const Vec3 arm = (ofA ? -1 : 1) * surface.ballRadius * touch.law.normal;
    touch.vertex[i] = surface.ballRadius > 0 ? addSkin(surface, arm, scratch) : vertex;
    touch.weight[i] = near.weight[i];
    m_vertexStiff[vertex] += std::abs(near.weight[i]) * barrier.slope(gap);
    if (ofA) at += near.weight[i] * (m_now.x[vertex] + arm);
  }
  touch.answer = touch.law.now(rateOf(touch));
  const Vec3& force = touch.answer.force;
  for (int i = 0; i < touch.points; ++i) forceOn(touch.vertex[i]) += touch.weight[i] * force;
  m_result.energy += barrier.energy(gap);
  m_result.dissipation += touch.answer.lost;
  // A gap that is counted as narrower and narrower stores energy; so it is where forces are taken
  // at the end of the step.
  const double tightening = barrier.force(gap) * slackOf(pair) / kSettling;
  m_result.power += tightening;
  m_othersPower += tightening;
  if (barrier.slope(gap) > m_stiffest) {
    m_stiffest = barrier.slope(gap);
    m_stiffestPair = pair;
  }
  m_stiff[pair.surfaceA] += barrier.slope(gap);
  m_stiff[pair.surfaceB] += barrier.slope(gap);
  m_result.contacts.push_back({touch.partA, touch.partB, at, force});
}

ContactLimit BarrierContact::limitBy(const ContactPair& pair, double step) const {
  return {step, m_surfaces[pair.surfaceA].part, m_surfaces[pair.surfaceB].part};
}

// ω² [1/s²] of a surface on the springs that push it, from above: as if all pushed its lightest
// vertex, or the whole of the part and, where vertices give way one by one, its most pushed vertex
// by itself.
double BarrierContact::squaredFrequency(int surface, Swing swing) const {
  const Surface& pushed = m_surfaces[surface];
  const double whole = m_stiff[surface], all = whole * pushed.inverseMass;
  if (!(pushed.mass > 0)) return all;
  double most = 0;
  const int first = m_search->firstVertex(surface);
  const std::size_t vertices = swing == Swing::Vertices ? pushed.vertices.size() : 0;
  for (std::size_t i = 0; i < vertices; ++i) most = std::max(most, m_vertexStiff[first + i]);
  return std::min(all, most * pushed.inverseMass + kLightAtRim * whole / pushed.mass);
}

ContactLimit BarrierContact::limitBySwing(double step, Swing swing) const {
  ContactLimit longest{step};
  for (std::size_t i = 0; i < m_surfaces.size(); ++i) {
    const double stiff = m_stiff[i] > 0 ? squaredFrequency(static_cast<int>(i), swing) : 0;
    const double limit = kOfPeriod / std::sqrt(stiff);
    if (stiff > 0 && limit < longest.step) longest = limitBy(m_stiffestPair, limit);
  }
  return longest;
}

void BarrierContact::searchAhead(double step) {
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    m_boxes[i] = {};
    m_boxes[i].add(m_now.x[i]);
    m_boxes[i].add(m_now.x[i] + step * m_now.v[i]);
  }
  m_search->update(m_boxes, m_settings.range);
}

ContactLimit BarrierContact::longestStep(double step, Care care, double calm) {
  m_start = m_now;
  ContactLimit atStart = limitBySwing(step, Swing::Vertices), atEnd{0};
  if (care == Care::AtEnd) {
    atEnd = limitBySwing(step, Swing::Whole);
    atEnd.step = std::min(step, std::max(calm, atEnd.step));
    if (atEnd.step < kWorthwhile * atStart.step) atEnd.step = 0;
  }
  searchAhead(std::max(atStart.step, atEnd.step));
  const double share = care == Care::Coarse ? 1 : kFineShare, range = m_settings.range;
  const auto hold = [&](ContactLimit& longest, const ContactPair& pair, double limit) {
    if (limit < longest.step) longest = limitBy(pair, limit);
  };
  for (const ContactPair& pair : m_search->pairs()) {
    const Closest near = nearest(pair, m_now);
    const double gap = near.distance - thickness(pair);
    const double opening = rateOf(pair, near).dot(near.apart) / near.distance;
    if (gap <= kNoGap || (gap >= range && opening >= 0)) continue;
    const double before = std::max(0.0, gap - range);
    const double way = gap < range ? kOfGap * gap : kEntry * range, speed = std::abs(opening);
    hold(atStart, pair, (before + share * way) / speed);
    hold(atEnd, pair, (before + way) / speed);
  }
  m_atEnd = atEnd.step > atStart.step;
  return m_atEnd ? atEnd : atStart;
}

ContactBlock BarrierContact::clearUntil(Scratches scratch, Way way, double h) {
  locate(scratch, m_now);
  for (std::size_t i = 0; i < m_paths.size(); ++i) {
    const Vec3 &from = m_start.x[i], &to = m_now.x[i];
    m_paths[i] = way == Way::Straight ? PointPath::straight(from, to)
                                      : PointPath::hermite(from, m_start.v[i], to, m_now.v[i], h);
    m_boxes[i] = m_paths[i].box();
  }
  m_search->update(m_boxes, kKept * m_settings.range);
  ContactBlock block;
  for (const ContactPair& pair : m_search->pairs()) {
    const double gap = gapOf(pair, m_start);
    if (gap < -kOverlap) continue;
    const double thicker = thickness(pair) + std::min(m_slackLeft, h / kSettling) * slackOf(pair);
    std::array<PointPath, 4> paths;
    for (int i = 0; i < pointsOf(pair.pairing); ++i) paths[i] = m_paths[pair.vertex[i]];
    const double kept = gap > m_settings.range ? kKept * m_settings.range / gap : kKept;
    const double until =
        sinew::clearUntil(pair.pairing, paths.data(), {std::max(0.0, thicker), kept});
    if (until >= block.until) continue;
    block = {until, m_surfaces[pair.surfaceA].part, m_surfaces[pair.surfaceB].part};
  }
  return block;
}

}  // namespace sinew
