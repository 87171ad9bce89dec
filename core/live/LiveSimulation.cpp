#include "core/live/LiveSimulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/io/clip/Take.h"
#include "core/scene/SceneDifference.h"
#include "core/simulation/CommandCheck.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
namespace {

constexpr double kNeverTells = std::numeric_limits<double>::infinity();

/// The first frame that is not before an instant [s].
std::uint64_t firstFrameFrom(double time, double fps) {
  const std::uint64_t number = Take::framesBy(time, fps);
  return Take::frameTime(number, fps) < time ? number + 1 : number;
}

/// Tells the frames that a scene would not lead to by the scene that they were simulated with.
class OtherCourse {
 public:
  OtherCourse(const Edition& now, const Registry& registry) : m_now(now), m_registry(registry) {}

  bool holds(const LiveFrame& frame) {
    if (frame.edition->course == m_now.course) return false;
    const auto [known, isNew] = m_since.try_emplace(frame.edition->course);
    if (isNew) known->second = firstDifference(frame.edition->scene, m_now.scene, m_registry);
    return !known->second || frame.snapshot->time >= *known->second;
  }

 private:
  const Edition& m_now;
  const Registry& m_registry;
  std::map<std::uint64_t, std::optional<double>> m_since;  // by course
};

bool leavesAHand(const Command& command) {
  return std::holds_alternative<PinGrabCommand>(command) ||
         std::holds_alternative<ReleaseGrabCommand>(command);
}

void leaveHand(const Command& command, std::vector<ForceArrow>& arrows) {
  const auto isIt = [&](const ForceArrow& arrow) { return arrow.hand == slotOf(command); };
  if (std::holds_alternative<ReleaseGrabCommand>(command)) std::erase_if(arrows, isIt);
  const auto* pin = std::get_if<PinGrabCommand>(&command);
  const auto left = std::ranges::find_if(arrows, isIt);
  if (pin != nullptr && left != arrows.end()) left->pinned = pin->pinned;
}

}  // namespace

LiveSimulation::LiveSimulation(const Registry& registry, int threads, std::size_t historyBytes)
    : m_registry(registry), m_threads(threads), m_history(historyBytes) {}

void LiveSimulation::watch(StepWatch* watch) {
  m_watch = watch;
  if (m_simulator) m_simulator->watch(watch);
}

void LiveSimulation::simulate(std::unique_ptr<Simulator> simulator) {
  m_simulator = std::move(simulator);
  m_simulator->watch(m_watch);
}

Result<std::shared_ptr<const World>> LiveSimulation::compile(const Scene& scene,
                                                             std::stop_token stop) const {
  return World::compile(scene, m_registry,
                        {m_edition ? m_edition->world->topology() : nullptr, std::move(stop)});
}

Result<void> LiveSimulation::open(Scene scene, std::uint64_t revision, std::stop_token stop) {
  m_edition.reset();
  m_simulator.reset();
  m_history.clear();
  m_origins.clear();
  m_unknown = {};
  m_aside.reset();
  m_wanted = std::move(scene);
  auto world = compile(m_wanted, std::move(stop));
  if (!world) return Unexpected{world.error()};
  takeUp(*std::move(world), revision, Meanwhile::Rests);
  return {};
}

LiveSimulation::EditOutcome LiveSimulation::edit(const std::vector<SceneEdit>& edits,
                                                 std::uint64_t revision, Meanwhile meanwhile,
                                                 std::stop_token stop) {
  std::optional<Error> refused;
  for (const SceneEdit& edit : edits) {
    if (const auto applied = applyEdit(m_wanted, edit, m_registry); applied) {
      m_unknown.note(edit);
    } else if (!refused) {
      refused = applied.error();
    }
  }
  if (refused) return {Taken::Not, std::move(refused)};
  if (m_edition && sameWorld(m_wanted, m_edition->scene, m_registry)) {
    m_edition =
        std::make_shared<Edition>(Edition{m_wanted, m_edition->world, revision, m_edition->course,
                                          m_edition->number, m_edition->remark});
    m_unknown = {};
    if (!m_shown && step() > 0) m_log.add(step(), m_edition);
    return {Taken::AsLook, std::nullopt};
  }
  if (meanwhile == Meanwhile::Rests && takeBack(revision)) return {Taken::Restored, std::nullopt};
  auto world = compile(m_wanted, std::move(stop));
  if (!world) return {Taken::Not, world.error()};
  return takeUp(*std::move(world), revision, meanwhile);
}

LiveSimulation::EditOutcome LiveSimulation::takeUp(std::shared_ptr<const World> world,
                                                   std::uint64_t revision, Meanwhile meanwhile) {
  const auto before = m_edition;
  const auto since = before ? firstDifference(before->scene, m_wanted, m_registry) : std::nullopt;
  const bool anew = startsAnew(*world, since);
  m_origins.push_back(std::exchange(m_unknown, {}));
  auto remark = remarkOnSteps(*world);
  m_edition = std::make_shared<Edition>(Edition{m_wanted, std::move(world), revision,
                                                courseHash(m_wanted, m_registry),
                                                m_origins.size() - 1, std::move(remark)});
  if (anew) {
    if (before) setAside(before);
    reset();
    return {Taken::Restarted, std::nullopt};
  }
  if (before->course != m_edition->course) noteChange(since, meanwhile);
  findStale();
  if (m_shown) return {Taken::ForLater, std::nullopt};
  if (!m_base || m_base->step != step()) m_base = Base{before, m_simulator->state(), step()};
  adopt();
  return {Taken::Between, std::nullopt};
}

// Before the first step an edit is simply another start, unless there are frames already that hold
// up to where keys differ.
bool LiveSimulation::startsAnew(const World& world, std::optional<double> since) const {
  if (!m_edition || world.fps() != m_fps) return true;
  if (step() > 0) return false;
  const bool frameHolds = since && *since > 0 && m_history.last() > 0;
  return !frameHolds || startDiffers(m_startScene, m_wanted, m_registry) ||
         world.topology() != m_edition->world->topology();
}

void LiveSimulation::setAside(std::shared_ptr<const Edition> edition) {
  if (m_history.empty() || m_history.last() == 0) return;
  m_aside = Aside{std::move(edition), std::move(m_startScene), std::move(m_history),
                  std::move(m_log), m_changedFrom};
}

// Nothing has been simulated since: the run is the one it was again, at its start. Not while it
// goes on, which is from where it stands.
bool LiveSimulation::takeBack(std::uint64_t revision) {
  if (!m_aside || !sameWorld(m_wanted, m_aside->edition->scene, m_registry)) return false;
  const Edition& then = *m_aside->edition;
  m_edition = std::make_shared<Edition>(
      Edition{m_wanted, then.world, revision, then.course, then.number, then.remark});
  m_origins.resize(then.number + 1);
  m_unknown = {};
  m_fps = then.world->fps();
  m_startScene = std::move(m_aside->startScene);
  m_history = std::move(m_aside->history);
  m_log = std::move(m_aside->log);
  m_changedFrom = m_aside->changedFrom;
  m_aside.reset();
  simulate(std::make_unique<Simulator>(m_edition->world, m_threads));
  m_base.reset();
  m_here.reset();
  m_shown = m_history.start();
  findStale();
  return true;
}

// Keys say since when [s] they tell. Anything else goes on from what is shown, and so does what
// cannot be made to wait: a hand, a recording, a picture that moves.
void LiveSimulation::noteChange(std::optional<double> since, Meanwhile meanwhile) {
  if (since == kNeverTells) return;
  const bool goesBack = since && (m_shown || meanwhile == Meanwhile::Rests);
  const std::uint64_t from = goesBack ? firstFrameFrom(*since, m_fps) : frame() + 1;
  m_changedFrom = m_staleFrom ? std::min(*m_changedFrom, from) : from;
}

// Takes the state of m_base over into the newest world. Going back to the base first makes several
// edits at one step the same as one: an edit and its undo leave no trace.
void LiveSimulation::adopt() {
  if (&m_simulator->world() != m_base->edition->world.get()) {
    simulate(std::make_unique<Simulator>(m_base->edition->world, m_threads));
  }
  m_simulator->restore(m_base->state);
  simulate(
      std::make_unique<Simulator>(m_edition->world, *m_simulator, originsSince(*m_base->edition)));
  m_log.add(m_base->step, m_edition);
  followRenames();
  m_here.reset();
}

// Commands that wait for the step at hand will meet the edited scene.
void LiveSimulation::followRenames() {
  const World& world = *m_edition->world;
  m_log.sift(m_base->step, [&](Command& command) {
    if (auto* grab = std::get_if<GrabCommand>(&command)) {
      const auto part =
          std::find_if(world.parts().begin(), world.parts().end(), [&](const CompiledPart& p) {
            return m_origins.back().before(Section::Parts, p.name) == grab->part;
          });
      if (part == world.parts().end()) return false;
      grab->part = part->name;
    }
    return checkCommand(command, world).has_value();
  });
}

SceneOrigins LiveSimulation::originsSince(const Edition& edition) const {
  SceneOrigins all;
  for (std::size_t i = edition.number + 1; i <= m_edition->number; ++i) all.note(m_origins[i]);
  all.recognise(edition.scene, m_edition->scene);
  return all;
}

std::vector<std::array<std::string, 2>> LiveSimulation::overlaps() const {
  std::vector<std::array<std::string, 2>> pairs;
  const auto& parts = m_simulator->world().parts();
  for (const Overlap& pair : m_simulator->dynamics().overlaps()) {
    pairs.push_back({parts[pair.partA].name, parts[pair.partB].name});
  }
  return pairs;
}

bool LiveSimulation::startStale() const {
  return startDiffers(m_startScene, m_edition->scene, m_registry);
}

double LiveSimulation::time() const {
  return m_shown ? m_shown->snapshot->time : m_simulator->time();
}

std::uint64_t LiveSimulation::step() const {
  return m_shown ? m_shown->step : m_simulator->report().steps;
}

std::uint64_t LiveSimulation::frame() const {
  if (m_shown) return m_shown->number;
  return Take::framesBy(m_simulator->time(), m_fps);
}

std::shared_ptr<const Snapshot> LiveSimulation::asSimulated() const {
  if (m_shown) return m_shown->snapshot;
  if (m_here) return m_here->snapshot;
  auto snapshot = SnapshotMaker::make(m_simulator->world(), m_simulator->state(),
                                      m_simulator->dynamics(), m_simulator->report());
  snapshot->sceneRevision = m_edition->revision;
  snapshot->peaks = m_peaks;
  return snapshot;
}

std::shared_ptr<const Snapshot> LiveSimulation::picture() const {
  auto simulated = asSimulated();
  const RunLog::Entry* next = m_shown ? nullptr : m_log.at(step());
  if (next == nullptr || std::ranges::none_of(next->commands, leavesAHand)) return simulated;
  auto picture = std::make_shared<Snapshot>(*simulated);
  for (const Command& command : next->commands) leaveHand(command, picture->forces);
  return picture;
}

LiveFrame LiveSimulation::instant() const {
  if (m_shown) return *m_shown;
  return {frame(), step(), m_simulator->state(), asSimulated(), m_edition};
}

void LiveSimulation::findStale() {
  m_staleFrom.reset();
  m_older.reset();
  if (!m_changedFrom) return;
  OtherCourse other(*m_edition, m_registry);
  const std::uint64_t first = m_history.first(), last = m_history.last();
  // The first frame is the start, which no edit but one of the start makes another.
  for (std::uint64_t n = first + 1; n < *m_changedFrom && n <= last; ++n) {
    if (other.holds(*m_history.nearest(n))) m_older = {m_older ? m_older->first : n, n};
  }
  for (std::uint64_t n = std::max(*m_changedFrom, first); n <= last && !m_staleFrom; ++n) {
    if (other.holds(*m_history.nearest(n))) m_staleFrom = n;
  }
}

std::uint64_t LiveSimulation::lastFresh() const {
  if (!m_staleFrom) return m_history.last();
  return std::max(*m_staleFrom, m_history.first() + 1) - 1;
}

void LiveSimulation::reset() {
  if (!m_history.empty() && startStale()) setAside(m_history.nearest(m_history.last())->edition);
  m_history.clear();
  m_peaks = {};
  m_log = {};
  m_base.reset();
  m_shown.reset();
  m_here.reset();
  m_changedFrom.reset();
  m_staleFrom.reset();
  m_older.reset();
  m_startScene = m_edition->scene;
  m_fps = m_edition->world->fps();
  if (m_simulator && &m_simulator->world() == m_edition->world.get()) {
    m_simulator->reset();
  } else {
    simulate(std::make_unique<Simulator>(m_edition->world, m_threads));
  }
  addFrame();
}

void LiveSimulation::addFrame() {
  const std::uint64_t first = m_history.empty() ? 0 : m_history.first();
  m_here = std::make_shared<LiveFrame>(instant());
  m_peaks = {};
  m_history.add(m_here);
  if (m_history.first() > first) m_log.dropBefore(m_history.nearest(m_history.first())->step);
}

void LiveSimulation::show(std::uint64_t frame) {
  const LiveFramePtr found = m_history.nearest(frame);
  // Where the run stands, hands may have been left or freed since: that is not looked back at.
  const bool standsThere = found == m_here && found->edition == m_edition;
  m_shown = standsThere ? nullptr : found;
}

void LiveSimulation::leaveStale() {
  if (!showsStale()) return;
  if (*m_staleFrom > m_history.first()) return show(*m_staleFrom - 1);
  reset();
}

bool LiveSimulation::goOn() {
  const bool stale = showsStale();
  if (stale) m_changedFrom = frame() + 1;  // it is taken as it is
  if (!m_shown) {
    if (stale) findStale();
    return false;
  }
  const LiveFramePtr from = std::exchange(m_shown, nullptr);
  m_peaks = {};
  m_history.dropAfter(from->number);
  m_log.dropFrom(from->step);
  m_base.reset();
  findStale();
  if (from->edition != m_edition) m_log.add(from->step, m_edition);
  if (from->edition->number == m_edition->number) {
    if (&m_simulator->world() != m_edition->world.get()) {
      simulate(std::make_unique<Simulator>(m_edition->world, m_threads));
    }
    m_simulator->restore(from->state);
    m_here = from;
  } else {
    m_base = Base{from->edition, from->state, from->step};
    adopt();
  }
  releaseHands();
  return true;
}

// A hand that pulled at something then holds nothing now, and nobody would let go. Pinned ones
// stay.
void LiveSimulation::releaseHands() {
  const std::size_t words = m_simulator->world().offsets().grabWords;
  for (int slot = 0; slot < StateOffsets::kGrabs; ++slot) {
    const std::uint64_t word = m_simulator->state().words[words + slot];
    const bool pinned = (word & StateOffsets::kGrabPinned) != 0;
    if (word != 0 && !pinned) m_log.add(step(), ReleaseGrabCommand{slot});
  }
}

void LiveSimulation::post(const Command& command) {
  goOn();
  if (checkCommand(command, m_simulator->world())) m_log.add(step(), command);
}

LiveSimulation::Went LiveSimulation::takeStep() {
  if (const RunLog::Entry* entry = m_log.at(step())) {
    for (const Command& command : entry->commands) m_simulator->post(command);
  }
  const double next = Take::frameTime(frame() + 1, m_fps);
  const StepReport& report = m_simulator->step(next);
  if (report.status == RunStatus::Stopped) return Went::Nowhere;
  m_here.reset();
  m_aside.reset();
  if (report.status != RunStatus::Ok) return Went::Wrong;
  m_peaks.add(report);
  if (m_simulator->time() < next) return Went::On;
  addFrame();
  return Went::ToFrame;
}

}  // namespace sinew
