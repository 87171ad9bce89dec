// Contact between any two parts: what of it belongs to the scene.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/params/ParamValues.h"
#include "core/scene/SceneLength.h"
#include "core/scene/SceneTables.h"
#include "core/simulation/ContactRange.h"
#include "core/simulation/SceneDynamics.h"
#include "core/simulation/TiedParts.h"
#include "core/simulation/rigid/RigidOverlaps.h"

namespace sinew {
namespace {

// Sticky springs know no places: pairs that are tied pass through each other wholly. But a floor
// still holds up what is pinned in space near it, and what is tied to itself still feels itself.
void addTiedWholly(std::span<const Tie> ties, PassThrough& out) {
  for (const auto& [ends, apart] : ties) {
    const auto& [a, b] = ends;
    if (a.part != b.part && !a.isHook && !b.isHook) out.add(a.part, b.part);
  }
}

}  // namespace

OwnTouch ownTouch(const World& world, std::size_t part) {
  const Entity& entity = world.simulated().parts()[part];
  const ContactMaterial* material = world.parts()[part].part->contactMaterial();
  const PartKind& kind = *world.registry().part(entity.kind);
  const ParamTable& table = kind.table;
  const ParamReader values(table, entity.values);
  const auto own = [&](const char* key) {
    const ParamSpec* spec = findParam(table, key);
    return spec == nullptr || (spec->optional && !values.given(key)) ? -1 : values.real(key);
  };
  const bool said = findParam(table, "friction") != nullptr || material == nullptr;
  const double restitution = own("restitution");
  return {said ? own("friction") : material->friction,
          restitution < 0 ? kind.restitution : restitution};
}

void SceneDynamics::compileContact() {
  const ParamReader settings(settingsTable(), m_world->scene().settings);
  const PairRules& rules = m_world->pairRules();
  PassThrough passing;
  addChosen(*m_world, passing);
  passing.settle();
  if (rules.has(TouchResponse::Springs)) {
    passing.keepOnly(TouchResponse::Springs, rules);
    m_springs = std::make_unique<SurfaceSprings>(passing, rules.none() ? nullptr : &rules);
  }
  const SolidContact solid = m_world->solidContact();
  if (solid == SolidContact::None && !rules.has(TouchResponse::Sticky)) return;
  std::vector<double> q, v;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    q.resize(m_parts[i]->dims().q);
    v.resize(m_parts[i]->dims().v);
    m_parts[i]->initialState(q.data(), v.data());
    m_parts[i]->update({q.data(), v.data(), 0}, *m_scratch[i]);
    m_endScratch.push_back(m_parts[i]->makeScratch());
  }
  if (solid == SolidContact::Analytic) {
    // Parts are asked how they answer forces before the first step. Rigid ones do so alike in any.
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
      if (m_parts[i]->dims().v > 0) m_parts[i]->linearise(*m_scratch[i], 1e-3, nullptr);
    }
    m_overlaps = rigidOverlaps(*m_world, *this);
    return;
  }
  const double range = contactRangeOf(*m_world);
  if (rules.has(TouchResponse::Sticky)) {
    PassThrough others = passing;
    others.keepOnly(TouchResponse::Sticky, rules);
    addTiedWholly(addTied(*m_world, m_scratch, range, others).places, others);
    m_sticky = std::make_unique<StickySprings>(m_parts, m_scratch, std::move(others),
                                               settings.real("step"));
    m_sticky->heed(&m_work);
  }
  // What begins in each other cannot stick. It is moved apart, unless nothing keeps anything apart.
  const std::span<const Overlap> stuck =
      m_sticky ? m_sticky->overlaps() : std::span<const Overlap>();
  if (solid == SolidContact::None) return m_overlaps.assign(stuck.begin(), stuck.end());
  passing.keepOnly(TouchResponse::Solid, rules);
  for (const Overlap& overlap : stuck) passing.keepToo(overlap.partA, overlap.partB);
  BarrierSettings how;
  how.range = range;
  how.silent = solid == SolidContact::Rows;
  if (how.silent) m_rows = std::make_unique<ContactRows>(*m_world, &m_work);
  how.friction = settings.real("friction");
  how.restitution = settings.real("restitution");
  for (std::size_t i = 0; i < m_parts.size(); ++i) how.own.push_back(ownTouch(*m_world, i));
  if (!rules.none()) how.rules = &rules;
  how.step = settings.real("step");
  how.inert = m_world->makeIntegrator()->level() == Level::Equilibrium;
  how.ties = addTied(*m_world, m_scratch, how.range, passing);
  m_fall.at(0);
  how.gravity = m_fall.ofScene();
  how.interruption = &m_work;
  m_barrier = std::make_unique<BarrierContact>(m_parts, m_scratch, std::move(passing), how);
  for (const Overlap& overlap : m_barrier->deepOverlaps()) m_overlaps.push_back(overlap);
}

void SceneDynamics::applyContact() {
  const SolidContact solid = m_world->solidContact();
  if (solid != SolidContact::None || m_sticky) m_memory.read(contactWords());
  if (solid == SolidContact::Analytic) return showResting();
  if (m_barrier) applySolidContact();
  if (m_sticky) m_sticky->apply(m_scratch, m_memory.springs, m_velocityStart, m_Q.data());
  if (m_springs) m_springs->apply(m_parts, m_scratch, m_velocityStart, m_Q.data());
}

void SceneDynamics::applySolidContact() {
  m_barrier->apply(m_time, m_scratch, m_memory.overlaps, m_velocityStart, m_Q.data());
  if (m_rows) showResting();
  m_separatedQ.clear();
  if (!m_barrier->separates()) return;
  m_separatedQ.assign(m_Q.size(), 0);
  m_separatedPower = m_barrier->addSeparation(m_scratch, m_velocityStart, m_separatedQ.data());
}

const SurfaceContacts& SceneDynamics::contacts() const {
  static const SurfaceContacts kNone;
  std::array<const SurfaceContacts*, 3> all{};
  std::size_t count = 0;
  if (m_rows || m_world->solidContact() == SolidContact::Analytic) {
    all[count++] = &m_restingResult;
  } else if (m_barrier) {
    all[count++] = &m_barrier->result();
  }
  if (m_sticky) all[count++] = &m_sticky->result();
  if (m_springs) all[count++] = &m_springs->result();
  if (count < 2) return count == 0 ? kNone : *all[0];
  m_allContacts.clear();
  for (std::size_t i = 0; i < count; ++i) m_allContacts.add(*all[i]);
  return m_allContacts;
}

// Contact that is solved for has pushed already, in the step that led here.
void SceneDynamics::showResting() {
  m_restingResult.clear();
  if (m_rows) {  // what leads overlaps apart pushes here and now
    m_restingResult.separation = m_barrier->result().separation;
    m_restingResult.power = m_barrier->result().power;
  }
  for (const RestingContact& contact : m_memory.resting) {
    m_restingResult.contacts.push_back(
        {contact.partB, contact.partA, contact.at.cast<double>(), contact.force.cast<double>()});
    m_restingResult.deepest = std::max(m_restingResult.deepest, -double{contact.gap});
  }
}

std::span<const double> SceneDynamics::forcesOver(double h) {
  m_powers[EnergyFlow::Grabs] += m_grips.settle(h, m_scratch, m_Q.data());
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    if (m_world->parts()[i].dims.v > 0) m_parts[i]->linearise(*m_scratch[i], h, nullptr);
  }
  return m_Q;
}

EnergyFlows SceneDynamics::powersOver(const Reals& nu) {
  m_nu = nu;
  m_powers[EnergyFlow::Grabs] += m_grips.moved(m_scratch, m_nu.data(), 1);
  countForces(1);
  return m_powers;
}

void SceneDynamics::rememberResting(const std::vector<RestingContact>& contacts, State& state) {
  m_memory.resting = contacts;
  rememberContacts(state);
}

// Up to the first touch, and in steps fit for the springs from then on. Many points in touch at
// once push the whole of a part as their springs together do; a rigid one weighs about a quarter at
// its rim.
double SceneDynamics::touchStep() const {
  constexpr double kLightAtRim = 4;
  double step = std::numeric_limits<double>::infinity();
  if (!m_springs) return step;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const World::TouchLimit& limit = m_world->touchLimit(static_cast<int>(i));
    if (limit.step >= m_world->nominalStep() || limit.step >= step) continue;
    step = std::min(step, std::max(limit.step, m_springs->timeToTouch(m_parts, m_scratch, i)));
  }
  const auto& contacts = m_springs->result().contacts;
  for (std::size_t first = 0, end = 0; first < contacts.size(); first = end) {
    const int part = contacts[first].part;
    while (end < contacts.size() && contacts[end].part == part) ++end;
    const World::TouchLimit& limit = m_world->touchLimit(part);
    const double stiffer = kLightAtRim * static_cast<double>(end - first) / limit.pointsPerMass;
    step = std::min(step, limit.step / std::sqrt(std::max(1.0, stiffer)));
  }
  return step;
}

double SceneDynamics::stableStep(InternalForces taken) const {
  const bool atEnd = taken == InternalForces::AtEnd;
  double step = atEnd ? m_world->implicitStepLimit() : m_world->stepLimit().step;
  if (!atEnd && !m_counted.empty()) {
    step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_parts.size(); ++i)
      if (counts(i)) step = std::min(step, m_world->stableStep(static_cast<int>(i)));
  }
  for (const int i : m_stiffening) {
    if ((atEnd && m_parts[i]->linearises()) || !counts(i)) continue;
    const double times = m_parts[i]->stiffening(m_y + m_world->parts()[i].firstQ);
    step = std::min(step, m_world->stableStep(i) / std::sqrt(times));
  }
  return std::min(step, touchStep());
}

ContactLimit SceneDynamics::contactStep(double h, BarrierContact::Care care) {
  m_slowed.clear();
  m_slowings = 0;
  if (m_work.at(StepTask::Search)) return {h};
  if (m_sticky) h = m_sticky->longestStep(h);
  if (!m_barrier) return {h};
  if (m_rows) return {impactStep(h)};
  const bool mayBeAtEnd = care == BarrierContact::Care::AtEnd;
  return m_barrier->longestStep(h, care, mayBeAtEnd ? calmStep() : 0);
}

void SceneDynamics::addMeeting(double h, std::vector<std::array<int, 2>>& pairs) const {
  m_barrier->addMeeting(h, pairs);
}

void SceneDynamics::countOnly(std::span<const char> parts) {
  m_counted.assign(parts.begin(), parts.end());
  if (parts.empty()) return;
  m_countedScale = m_world->errorScale();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]) continue;
    const CompiledPart& part = m_world->parts()[i];
    std::fill_n(m_countedScale.begin() + part.firstQ, part.dims.q, 0.0);
    std::fill_n(m_countedScale.begin() + configurationSize() + part.firstV, part.dims.v, 0.0);
  }
}

std::span<const double> SceneDynamics::errorScale() const {
  return m_counted.empty() ? m_world->errorScale() : m_countedScale;
}

bool SceneDynamics::actsPartByPart() const {
  const bool others = m_springs || m_sticky || separates();
  return !others && !m_fall.keyed() && m_loads.none() && m_grips.count() == 0;
}

void SceneDynamics::placeEnds(double time, const double* y) {
  const double* v = y + configurationSize();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    m_parts[i]->updatePoints({y + part.firstQ, v + part.firstV, std::min(time, m_latest)},
                             *m_endScratch[i]);
  }
}

std::span<const std::uint64_t> SceneDynamics::contactWords() const {
  return std::span(m_state->words).subspan(m_world->offsets().contact);
}

void SceneDynamics::rememberContacts(State& state) {
  m_memory.write(state.words, m_world->offsets().contact);
}

double SceneDynamics::firstContactEvent(double end, double h, const double* yNext, Way way) {
  if (!m_sticky || m_work.at(StepTask::Path)) return 1;
  placeEnds(end, yNext);
  return m_sticky->lookAhead(m_endScratch, m_memory.springs, way, h);
}

std::optional<double> SceneDynamics::makeContacts(State& state) {
  if (!m_sticky || !m_sticky->news()) return std::nullopt;
  const double gained = m_sticky->settle(m_memory.springs);
  rememberContacts(state);
  return gained;
}

void SceneDynamics::startContacts(State& state) {
  m_memory = {};
  if (m_barrier) m_memory.overlaps = m_barrier->overlaps();
  rememberContacts(state);
}

void SceneDynamics::addContacts(State& state, const std::vector<char>& fresh) {
  if (!m_barrier) return;
  m_memory.read(contactWords());
  // What a fresh part overlapped before it was made anew is past.
  std::erase_if(m_memory.overlaps,
                [&](const Overlap& pair) { return fresh[pair.partA] || fresh[pair.partB]; });
  const StateOffsets& at = m_world->offsets();
  const double time = state.reals[at.time];
  placeEnds(time, state.reals.data() + at.y);
  m_barrier->addPressed(time, m_endScratch, fresh, m_memory.overlaps);
  rememberContacts(state);
}

// Whether a constraint has yet to bring its points to where it wants them.
bool SceneDynamics::isOpen(int constraint) const {
  constexpr double kOpen = 1e-3;  // of the part's size
  if (!switchedOn(constraint)) return false;
  const CompiledConstraint& source = m_world->constraints()[constraint];
  double most = 0;
  for (int i = 0; i < source.rows; ++i) {
    const int row = source.firstRow + i;
    const bool limited = source.limited >> static_cast<unsigned>(i) & 1U;
    most = std::max(most, limited ? m_room[row] : std::abs(m_gap[row]));
  }
  return most > kOpen * source.size;
}

// What constraints bring together from afar may have to come through itself on its way.
bool SceneDynamics::addOpenTies(State& state) {
  if (!m_barrier) return false;
  m_memory.read(contactWords());
  std::vector<Overlap>& known = m_memory.overlaps;
  const std::size_t before = known.size();
  std::set<std::array<int, 2>> pairs;
  for (const Overlap& pair : known) pairs.insert({pair.partA, pair.partB});
  for (const TiedBy& tied : m_barrier->ties().byConstraint) {
    if (isOpen(tied.constraint) && pairs.insert(tied.parts).second)
      known.push_back({tied.parts[0], tied.parts[1], 0});
  }
  if (known.size() == before) return false;
  rememberContacts(state);
  return true;
}

bool SceneDynamics::lookForParted(State& state) {
  if (!m_barrier || m_memory.overlaps.empty()) return false;
  constexpr std::uint64_t kSteps = 8;  // between looks at what is tied, which may never part
  const bool alsoTied = state.words[m_world->offsets().steps] % kSteps == 0;
  const auto asked = [&](const Overlap& pair) {
    return alsoTied &&
           std::ranges::none_of(m_barrier->ties().byConstraint, [&](const TiedBy& tied) {
             return tied.parts == std::array{pair.partA, pair.partB} && isOpen(tied.constraint);
           });
  };
  const std::size_t before = m_memory.overlaps.size();
  m_barrier->lookForParted(m_scratch, asked, m_memory.overlaps);
  if (m_memory.overlaps.size() == before) return false;
  rememberContacts(state);
  return true;
}

std::span<const BarrierContact::Touch> SceneDynamics::touches() const {
  return m_barrier ? m_barrier->touches() : std::span<const BarrierContact::Touch>();
}

std::span<const BarrierContact::Blow> SceneDynamics::blows() const {
  return m_barrier ? m_barrier->blows() : std::span<const BarrierContact::Blow>();
}

bool SceneDynamics::isCarried(const BarrierContact::Touch& touch) const {
  for (int i = 0; i < touch.points; ++i) {
    const int vertex = touch.vertex[i], part = m_barrier->placeOf(vertex).part;
    const bool keyed = m_world->parts()[part].dims.v == 0;
    if (keyed && m_barrier->velocityOf(vertex) != Vec3::Zero()) return true;
  }
  return false;
}

std::optional<Squeeze> SceneDynamics::squeezed() const {
  if (!m_barrier) return {};
  const auto carried = [this](const auto& touch) { return isCarried(touch); };
  if (std::ranges::none_of(m_barrier->touches(), carried)) return {};
  // What is solved for goes on until it is near.
  constexpr double kSoon = 0.5;  // [s]
  const double end = durationOf(m_world->scene());
  const double until = m_rows ? std::min(end, m_time + kSoon) : end;
  return squeezeAhead(*m_world, *m_barrier, m_memory.resting, m_time, until);
}

double SceneDynamics::contactRange() const {
  return m_barrier ? m_barrier->range() : 0;
}

bool SceneDynamics::isPressed(int part) const {
  return m_loads.on(part) || !m_fall.steady() ||
         std::ranges::any_of(m_memory.overlaps, [&](const Overlap& overlap) {
           const bool here = overlap.partA == part || overlap.partB == part;
           return here && m_barrier && m_barrier->pushes(overlap);
         });
}

ContactBlock SceneDynamics::clearUntil(double end, double h, const double* yNext, Way way) {
  if (!m_barrier || m_work.at(StepTask::Path)) return {};
  placeEnds(end, yNext);
  return m_barrier->clearUntil(m_endScratch, way, h);
}

}  // namespace sinew
