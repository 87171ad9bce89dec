#include "core/contact/BarrierContact.h"

#include <algorithm>
#include <cmath>

#include "core/contact/TimeOfImpact.h"

namespace sinew {
namespace {

constexpr double kOfGap = 0.2;        // of a gap below the range by which a step may change it
constexpr double kEntry = 0.2;        // of the range that a step may enter at once
constexpr double kFineShare = 0.2;    // of both, where no error estimate watches over the step
constexpr double kWorthwhile = 1.5;   // longer a step must be for taking forces at its end
constexpr double kKept = 0.5;         // share of a gap, or of the range, that a step must leave
constexpr double kKeptByThud = 0.02;  // the same share, of a pair without restitution
constexpr int kTries = 4;             // of a step with what the one before met
constexpr int kMostTries = 8;         // of one in which each try meets other parts
constexpr double kTooNear = 0.2;      // of the range: what comes so near was not foreseen
constexpr double kNoGap = 1e-13;      // [m] what is nearer touches
constexpr double kSlow = 1e-3;        // [m/s] a blow that is slower counts as this
constexpr std::size_t kPairsPerLook = 256;  // pairs until an interruption is looked for
constexpr double kOverlap = 1e-9;  // [m] more than a step can do: where somebody has put things

}  // namespace

BarrierContact::BarrierContact(std::span<const Part* const> parts, Scratches scratch,
                               PassThrough passing, const BarrierSettings& settings)
    : m_parts(parts),
      m_surfaces(parts, scratch, SurfaceSet::Balls::Solid),
      m_passing(std::move(passing)),
      m_zones(m_surfaces, parts, settings.ties.places, settings.range),
      m_settings(settings),
      m_search(m_surfaces.makeSearch([this](int a, int b) { return mayTouch(a, b); }, &m_zones)),
      m_now(m_surfaces.makeVertices()),
      m_start(m_surfaces.makeVertices()),
      m_paths(m_now.x.size()),
      m_boxes(m_now.x.size()),
      m_force(m_now.x.size()),
      m_stiff(m_surfaces) {
  m_search.heed(settings.interruption);
  m_passing.settle();
  m_surfaces.locate(scratch, m_now);
  m_parting = std::make_unique<Parting>(
      m_surfaces, m_zones, Parting::Settings{settings.range, settings.gravity, settings.step});
  leaveOutOverlaps();
}

bool BarrierContact::mayTouch(int a, int b) const {
  if (!m_surfaces[a].moves && !m_surfaces[b].moves) return false;
  const int partA = m_surfaces[a].part, partB = m_surfaces[b].part;
  return !m_passing.pass(partA, partB) && !(m_parting && m_parting->overlap(partA, partB));
}

BarrierContact::Pressed BarrierContact::findPressed() {
  Pressed pressed;
  std::vector<std::array<int, 2>> found = m_search.crossings(m_now.x);
  placeBoxes();
  m_search.update(m_boxes, m_settings.range);
  for (const ContactPair& pair : m_search.pairs()) {
    const double gap = gapOf(pair, m_now);
    // Between ties there may be no room to part.
    const bool tied = m_zones.tied(pair.surfaceA, pair.surfaceB);
    if (gap <= kNoGap - (tied ? 0 : bearableOverlap(pair)))
      found.push_back({pair.surfaceA, pair.surfaceB});
    if (gap >= pressedGap()) continue;
    double& slack = pressed.slacks[{pair.surfaceA, pair.surfaceB}];
    slack = std::max(slack, pressedGap() - gap);
  }
  addSwallowed(found);
  for (const auto& surfaces : found) {
    pressed.slacks.erase(surfaces);
    pressed.slacks.erase({surfaces[1], surfaces[0]});
    pressed.parts.insert(partsOf(surfaces));
  }
  m_search.forget();
  return pressed;
}

std::array<int, 2> BarrierContact::partsOf(const std::array<int, 2>& surfaces) const {
  const auto [first, second] =
      std::minmax({m_surfaces[surfaces[0]].part, m_surfaces[surfaces[1]].part});
  return {first, second};
}

double BarrierContact::slackOf(const ContactPair& pair) const {
  if (m_slackLeft <= 0) return 0;
  const Slack wanted{{pair.surfaceA, pair.surfaceB}};
  const auto at = std::lower_bound(m_slacks.begin(), m_slacks.end(), wanted);
  return at != m_slacks.end() && at->surfaces == wanted.surfaces ? at->length : 0;
}

double BarrierContact::thickness(const ContactPair& pair) const {
  return m_search.thickness(pair) - m_slackLeft * slackOf(pair);
}

Closest BarrierContact::nearest(const ContactPair& pair, const Vertices& at) {
  return closest(pair.pairing, pointsAt(pair, at).data());
}

double BarrierContact::gapOf(const ContactPair& pair, const Vertices& at) const {
  return nearest(pair, at).distance - thickness(pair);
}

Vec3 BarrierContact::rateOf(const ContactPair& pair, const Closest& near, const Vertices& at) {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < pointsOf(pair.pairing); ++i) rate += near.weight[i] * at.v[pair.vertex[i]];
  return rate;
}

Vec3 BarrierContact::rateOf(const Touch& touch) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < touch.points; ++i) rate += touch.weight[i] * velocityOf(touch.vertex[i]);
  return rate;
}

SurfaceSet::VertexPlace BarrierContact::placeOf(int vertex) const {
  const int skin = vertex - m_surfaces.vertexCount();
  if (skin < 0) return m_surfaces.place(vertex);
  return {m_skins[skin].part, &m_skins[skin].point};
}

const Vec3& BarrierContact::velocityOf(int vertex) const {
  const int skin = vertex - m_surfaces.vertexCount();
  return skin < 0 ? m_now.v[vertex] : m_skins[skin].v;
}

Vec3& BarrierContact::forceOn(int vertex) {
  const int skin = vertex - m_surfaces.vertexCount();
  return skin < 0 ? m_force[vertex] : m_skins[skin].force;
}

OwnTouch BarrierContact::ownOf(int surface) const {
  return m_settings.own.empty() ? OwnTouch{} : m_settings.own[m_surfaces[surface].part];
}

// Ice is slippery whatever stands on it.
double BarrierContact::frictionOf(const ContactPair& pair) const {
  if (m_settings.rules) {
    const auto [partA, partB] = partsOf({pair.surfaceA, pair.surfaceB});
    const double ruled = m_settings.rules->friction(partA, partB);
    if (ruled >= 0) return ruled;
  }
  const double a = ownOf(pair.surfaceA).friction, b = ownOf(pair.surfaceB).friction;
  if (a >= 0 && b >= 0) return std::sqrt(a * b);
  return a < 0 && b < 0 ? m_settings.friction : std::max(a, b);
}

// A rubber ball bounces whatever it falls on.
double BarrierContact::restitutionOf(const ContactPair& pair) const {
  if (m_settings.rules) {
    const auto [partA, partB] = partsOf({pair.surfaceA, pair.surfaceB});
    const double ruled = m_settings.rules->restitution(partA, partB);
    if (ruled >= 0) return ruled;
  }
  const double a = ownOf(pair.surfaceA).restitution, b = ownOf(pair.surfaceB).restitution;
  return a < 0 && b < 0 ? m_settings.restitution : std::max(a, b);
}

bool BarrierContact::thuds(const ContactPair& pair) const {
  return restitutionOf(pair) == 0;
}

double BarrierContact::inverseMassOf(const ContactPair& pair) const {
  return m_surfaces[pair.surfaceA].inverseMass + m_surfaces[pair.surfaceB].inverseMass;
}

Barrier BarrierContact::barrierOf(const ContactPair& pair) const {
  return {m_settings.range, 1 / (inverseMassOf(pair) * m_settings.step * m_settings.step)};
}

void BarrierContact::placeBoxes() {
  for (std::size_t i = 0; i < m_boxes.size(); ++i) m_boxes[i] = MovingBox(Box(m_now.x[i]));
}

void BarrierContact::apply(double time, Scratches scratch, std::span<const Overlap> overlaps,
                           std::span<const int> velocityStart, double* Q) {
  if (m_parting->recall(overlaps)) m_search.forget();
  m_slackLeft = m_slacks.empty() ? 0 : slackLeftAt(time);
  m_result.clear();
  m_touches.clear();
  m_touching.clear();
  m_comingFelt = false;
  m_skins.clear();
  m_stiffest = m_turningPower = 0;
  m_stiff.clear();
  std::fill(m_force.begin(), m_force.end(), Vec3::Zero());
  m_surfaces.locate(scratch, m_now);
  placeBoxes();
  m_search.update(m_boxes, m_settings.range);
  for (const ContactPair& pair : m_search.pairs()) {
    if (isInterrupted()) return;
    push(pair, scratch);
  }
  if (!m_parting->none()) m_parting->apply(m_now, m_force, m_result);
  if (!m_parting->none() || !m_touches.empty()) addForces(scratch, velocityStart, Q);
}

double BarrierContact::addSeparation(Scratches scratch, std::span<const int> velocityStart,
                                     double* Q) {
  SurfaceContacts alone;
  std::fill(m_force.begin(), m_force.end(), Vec3::Zero());
  m_parting->apply(m_now, m_force, alone);
  const double lessByKeys = m_surfaces.push(scratch, m_force, m_now, velocityStart, Q);
  return alone.separation + lessByKeys;
}

// Looked for now and then: a pair takes about a microsecond.
bool BarrierContact::isInterrupted() {
  if (!m_settings.interruption || ++m_pairsLookedAt % kPairsPerLook != 0) return false;
  return m_settings.interruption->due();
}

void BarrierContact::addForces(Scratches scratch, std::span<const int> velocityStart, double* Q) {
  m_result.power += m_surfaces.push(scratch, m_force, m_now, velocityStart, Q);
  for (const Skin& skin : m_skins) {
    m_parts[skin.part]->addPointForce(*scratch[skin.part], skin.point, skin.force,
                                      Q + velocityStart[skin.part]);
  }
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

// [m] The least gap that is one of contact. What is thick may have been put a little into another
// (bearableOverlap): rows lead it out, which slacks do where barriers push.
double BarrierContact::deepest(const ContactPair& pair) const {
  if (!m_settings.silent) return kNoGap;
  return -std::max(kOverlap, kMostPressed * thickness(pair));
}

// Whether a step leads what began in another deeper into it.
bool BarrierContact::sinks(const ContactPair& pair, double gap) {
  constexpr double kLittle = 0.1;  // of the range, in a step
  return gap > deepest(pair) && gapOf(pair, m_now) < gap - kLittle * m_settings.range;
}

void BarrierContact::push(const ContactPair& pair, Scratches scratch) {
  const Closest near = nearest(pair, m_now);
  const double gap = near.distance - thickness(pair);
  if (gap >= m_settings.range || gap <= deepest(pair)) return;
  const TouchPlaces places = placesOf(pair, near, m_now);
  for (const TouchPlace& place : places.all()) pushAt(pair, place, scratch);
  if (!m_settings.silent && places.crossing() < 1) turn(pair, places);
}

// What is stored changes with the shares of the places too: if that did no work, edges that turn
// while they touch would make energy. As of the step's start.
void BarrierContact::turn(const ContactPair& pair, const TouchPlaces& places) {
  const Barrier barrier = barrierOf(pair);
  double change = 0;  // [J] with how much they cross
  for (const TouchPlace& place : places.all())
    change += place.perCrossing * barrier.energy(place.near.distance - thickness(pair));
  const auto gradient = TouchPlaces::crossingGradient(pointsAt(pair, m_now));
  for (int i = 0; i < 4; ++i) {
    const bool ofA = i < pointsOfA(pair.pairing);
    const Vec3 force = -change * gradient[i];
    m_force[pair.vertex[i]] += force;
    if (m_surfaces[ofA ? pair.surfaceA : pair.surfaceB].moves) continue;
    m_turningPower -= force.dot(m_now.v[pair.vertex[i]]);
  }
}

std::array<Vec3, 4> BarrierContact::pointsAt(const ContactPair& pair, const Vertices& at) {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pair.pairing); ++i) x[i] = at.x[pair.vertex[i]];
  return x;
}

// Of thick curves, which have nothing but edges; skins have vertices against faces besides.
TouchPlaces BarrierContact::placesOf(const ContactPair& pair, const Closest& near,
                                     const Vertices& at, std::optional<double> crossing) const {
  const bool curves = m_surfaces[pair.surfaceA].shape.faces.empty() &&
                      m_surfaces[pair.surfaceB].shape.faces.empty();
  if (pair.pairing != Pairing::EdgeEdge || !curves) return TouchPlaces::at(near);
  return TouchPlaces::ofEdges(pointsAt(pair, at), near, crossing);
}

void BarrierContact::pushAt(const ContactPair& pair, const TouchPlace& place, Scratches scratch) {
  const double gap = place.near.distance - thickness(pair);
  Touch& felt = touch(pair, place, scratch);
  if (m_settings.silent) return;
  const Barrier& barrier = felt.law.barrier;
  for (int i = 0; i < felt.points; ++i) {
    m_stiff.addVertex(pair.vertex[i], std::abs(felt.weight[i]) * barrier.slope(gap));
  }
  felt.answer = felt.law.now(m_settings.inert ? Vec3(Vec3::Zero()) : rateOf(felt));
  const Vec3& force = felt.answer.force;
  for (int i = 0; i < felt.points; ++i) forceOn(felt.vertex[i]) += felt.weight[i] * force;
  m_result.energy += barrier.energy(gap);
  m_result.dissipation += felt.answer.lost;
  // A gap that is counted as narrower and narrower stores energy; so it is where forces are taken
  // at the end of the step.
  m_result.separation += barrier.force(gap) * slackOf(pair) / kSettling;
  if (barrier.slope(gap) > m_stiffest) {
    m_stiffest = barrier.slope(gap);
    m_stiffestPair = pair;
  }
  m_stiff.addWhole(pair.surfaceA, barrier.slope(gap));
  m_stiff.addWhole(pair.surfaceB, barrier.slope(gap));
  m_result.contacts.push_back({felt.partA, felt.partB, felt.at, force});
}

// Which has no answer yet, and where it is.
BarrierContact::Touch& BarrierContact::touch(const ContactPair& pair, const TouchPlace& place,
                                             Scratches scratch) {
  const Closest& near = place.near;
  m_touching.push_back(pair);
  Touch& touch = m_touches.emplace_back();
  touch.law = {barrierOf(pair), near.distance - thickness(pair), near.apart / near.distance,
               frictionOf(pair), restitutionOf(pair)};
  touch.law.barrier.stiffness *= place.share;
  touch.partA = m_surfaces[pair.surfaceA].part;
  touch.partB = m_surfaces[pair.surfaceB].part;
  touch.points = pointsOf(pair.pairing);
  touch.tightens = m_slackLeft > 0 && slackOf(pair) > 0;
  for (int i = 0; i < touch.points; ++i) {
    const int vertex = pair.vertex[i];
    const bool ofA = i < pointsOfA(pair.pairing);
    const Surface& surface = m_surfaces[ofA ? pair.surfaceA : pair.surfaceB];
    const Vec3 arm = (ofA ? -1 : 1) * surface.ballRadius * touch.law.normal;
    touch.vertex[i] = surface.ballRadius > 0 ? addSkin(surface, arm, scratch) : vertex;
    touch.weight[i] = near.weight[i];
    if (ofA) touch.at += near.weight[i] * (m_now.x[vertex] + arm);
  }
  return touch;
}

void BarrierContact::addComing(Scratches scratch) {
  if (m_comingFelt) return;
  m_comingFelt = true;
  for (const ContactPair& pair : m_coming) {
    const TouchPlaces places = placesOf(pair, nearest(pair, m_now), m_now);
    for (const TouchPlace& place : places.all()) touch(pair, place, scratch);
  }
  for (const Met& met : m_met) touch(met.pair, {met.near, 1}, scratch).law.gap = met.gap;
}

ContactLimit BarrierContact::limitBy(const ContactPair& pair, double step) const {
  return {step, m_surfaces[pair.surfaceA].part, m_surfaces[pair.surfaceB].part};
}

ContactLimit BarrierContact::limitBySwing(double step, ContactStiffness::Swing swing) const {
  const double longest = m_stiff.longestStep(step, swing);
  return longest < step ? limitBy(m_stiffestPair, longest) : ContactLimit{step};
}

ContactLimit BarrierContact::longestStep(double step, Care care, double calm) {
  if (m_settings.silent) return lookAhead(step);
  m_start = m_now;
  ContactLimit atStart{step}, atEnd{0};
  if (care != Care::Inert) atStart = limitBySwing(step, ContactStiffness::Swing::Vertices);
  if (care == Care::AtEnd) {
    atEnd = limitBySwing(step, ContactStiffness::Swing::Whole);
    atEnd.step = std::min(step, std::max(calm, atEnd.step));
    const bool rests = !m_touches.empty() && calm >= atStart.step;
    if (!rests && atEnd.step < kWorthwhile * atStart.step) atEnd.step = 0;
  }
  searchAhead(std::max(atStart.step, atEnd.step));
  const double share = care == Care::Fine ? kFineShare : 1, range = m_settings.range;
  const auto hold = [&](ContactLimit& longest, const ContactPair& pair, double limit) {
    if (limit < longest.step) longest = limitBy(pair, limit);
  };
  m_ahead.clear();
  for (const ContactPair& pair : m_search.pairs()) {
    if (isInterrupted()) break;
    const Closest near = nearest(pair, m_now);
    const double gap = near.distance - thickness(pair);
    const double opening = rateOf(pair, near, m_now).dot(near.apart) / near.distance;
    if (gap <= kNoGap || (gap >= range && opening >= 0)) continue;
    const double before = std::max(0.0, gap - range);
    const double way = gap < range ? kOfGap * gap : kEntry * range, speed = std::abs(opening);
    hold(atStart, pair, (before + share * way) / speed);
    if (!thuds(pair)) hold(atEnd, pair, (before + way) / speed);
    if (before > 0) m_ahead.push_back({pair, before / speed});
  }
  const ContactLimit& longest = atEnd.step >= atStart.step ? atEnd : atStart;
  m_taken = Taken::AtStart;
  if (care == Care::AtEnd) m_taken = atEnd.step >= atStart.step ? Taken::AtEnd : Taken::OverStep;
  if (care == Care::Inert) m_taken = Taken::AtEnd;
  m_coming.clear();
  for (const auto& [pair, after] : m_ahead) {
    if (after < longest.step) m_coming.push_back(pair);
  }
  return longest;
}

ContactBlock BarrierContact::clearUntil(Scratches scratch, Way way, double h) {
  m_surfaces.locate(scratch, m_now);
  for (std::size_t i = 0; i < m_paths.size(); ++i) {
    m_paths[i] = PointPath::along(way, m_start.x[i], m_start.v[i], m_now.x[i], m_now.v[i], h);
    m_boxes[i] = m_paths[i].box();
  }
  if (h != m_metIn) m_met.clear();
  m_metIn = h;
  ContactBlock block;
  block.late = m_taken != Taken::AtStart && !m_settings.silent;
  m_blows.clear();
  m_blocks.clear();
  m_search.update(m_boxes, (m_taken != Taken::AtStart ? 1 : kKept) * m_settings.range);
  for (const ContactPair& pair : m_search.pairs()) {
    if (isInterrupted()) break;
    if (block.late) weigh(pair);
    const double gap = gapOf(pair, m_start);
    if (gap < -kOverlap && !sinks(pair, gap)) continue;
    if (!block.late && gap > m_settings.range + approachOnPaths(pair)) continue;
    const double thicker = thickness(pair) + std::min(m_slackLeft, h / kSettling) * slackOf(pair);
    std::array<PointPath, 4> paths;
    for (int i = 0; i < pointsOf(pair.pairing); ++i) paths[i] = m_paths[pair.vertex[i]];
    const bool inelastic = m_settings.silent || (block.late && thuds(pair));
    const double share = inelastic ? kKeptByThud : kKept;
    const double kept = gap > m_settings.range ? share * m_settings.range / gap : share;
    const double until =
        sinew::clearUntil(pair.pairing, paths.data(), {std::max(0.0, thicker), kept});
    if (m_settings.silent && m_tries < kMostTries) {
      const double end = until < 1 ? 0 : gapOf(pair, m_now);
      if (end < kTooNear * m_settings.range) meet(pair, until);
    }
    // What touches already may stay as it is.
    const bool stays = m_settings.silent && gap <= kOverlap && gapOf(pair, m_now) >= gap - kNoGap;
    if (until >= 1 || stays) continue;
    const int partA = m_surfaces[pair.surfaceA].part, partB = m_surfaces[pair.surfaceB].part;
    m_blocks.push_back({until, partA, partB});
    if (until >= block.until) continue;
    block.until = until;
    block.partA = partA;
    block.partB = partB;
  }
  const bool others = block.until < 1 && meetsOthers();
  block.again = m_settings.silent && block.until < 1 && ++m_tries <= (others ? kMostTries : kTries);
  return block;
}

// Whether parts are in each other's way that were not in the try before: what falls together is met
// by the next above as soon as it stops.
bool BarrierContact::meetsOthers() {
  if (m_tries == 0) m_inTheWay.clear();
  std::vector<std::array<int, 2>> now;
  for (const ContactBlock& block : m_blocks) now.push_back({block.partA, block.partB});
  std::ranges::sort(now);
  now.erase(std::unique(now.begin(), now.end()), now.end());
  const bool any = !std::ranges::includes(m_inTheWay, now);
  m_inTheWay = std::move(now);
  return any;
}

void BarrierContact::weigh(const ContactPair& pair) {
  const double gap = gapOf(pair, m_now);
  if (gap >= m_settings.range || gap <= kNoGap) return;
  const Closest near = nearest(pair, m_start);
  const double speed = std::abs(rateOf(pair, near, m_start).dot(near.apart)) / near.distance;
  const double met = 0.5 / inverseMassOf(pair) * std::max(speed * speed, kSlow * kSlow);
  const TouchPlaces places = placesOf(pair, near, m_start);
  // With the shares that pushed.
  const TouchPlaces end = placesOf(pair, nearest(pair, m_now), m_now, places.crossing());
  m_blows.push_back({m_surfaces[pair.surfaceA].part, m_surfaces[pair.surfaceB].part,
                     storedBy(pair, end), met + storedBy(pair, places)});
}

// [J]
double BarrierContact::storedBy(const ContactPair& pair, const TouchPlaces& places) const {
  const Barrier barrier = barrierOf(pair);
  double stored = 0;
  for (const TouchPlace& place : places.all())
    stored += place.share * barrier.energy(place.near.distance - thickness(pair));
  return stored;
}

}  // namespace sinew
