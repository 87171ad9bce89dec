#include "core/live/LiveSimulation.h"

#include <algorithm>
#include <cmath>

#include "core/io/clip/Take.h"
#include "core/scene/SceneDifference.h"
#include "core/simulation/CommandCheck.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
LiveSimulation::LiveSimulation(const Registry& registry, int threads, std::size_t historyBytes)
    : m_registry(registry), m_threads(threads), m_history(historyBytes) {}

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
  m_wanted = std::move(scene);
  auto world = compile(m_wanted, std::move(stop));
  if (!world) return Unexpected{world.error()};
  takeUp(*std::move(world), revision);
  return {};
}

LiveSimulation::EditOutcome LiveSimulation::edit(const std::vector<SceneEdit>& edits,
                                                 std::uint64_t revision, std::stop_token stop) {
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
  auto world = compile(m_wanted, std::move(stop));
  if (!world) return {Taken::Not, world.error()};
  return takeUp(*std::move(world), revision);
}

LiveSimulation::EditOutcome LiveSimulation::takeUp(std::shared_ptr<const World> world,
                                                   std::uint64_t revision) {
  const auto before = m_edition;
  const bool atStart = !before || step() == 0 || world->fps() != m_fps;
  m_origins.push_back(std::exchange(m_unknown, {}));
  auto remark = remarkOnSteps(*world);
  m_edition = std::make_shared<Edition>(Edition{m_wanted, std::move(world), revision,
                                                courseHash(m_wanted, m_registry),
                                                m_origins.size() - 1, std::move(remark)});
  if (atStart) {
    reset();
    return {Taken::Restarted, std::nullopt};
  }
  if (before->course != m_edition->course) {
    m_editedAt = m_staleFrom ? std::min(*m_editedAt, frame()) : frame();
  }
  findStale();
  if (m_shown) return {Taken::ForLater, std::nullopt};
  if (!m_base || m_base->step != step()) m_base = Base{before, m_simulator->state(), step()};
  adopt();
  return {Taken::Between, std::nullopt};
}

// Takes the state of m_base over into the newest world. Going back to the base first makes several
// edits at one step the same as one: an edit and its undo leave no trace.
void LiveSimulation::adopt() {
  if (&m_simulator->world() != m_base->edition->world.get()) {
    m_simulator = std::make_unique<Simulator>(m_base->edition->world, m_threads);
  }
  m_simulator->restore(m_base->state);
  m_simulator =
      std::make_unique<Simulator>(m_edition->world, *m_simulator, originsSince(*m_base->edition));
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

std::shared_ptr<const Snapshot> LiveSimulation::picture() const {
  if (m_shown) return m_shown->snapshot;
  if (m_here) return m_here->snapshot;
  auto snapshot = SnapshotMaker::make(m_simulator->world(), m_simulator->state(),
                                      m_simulator->dynamics(), m_simulator->report());
  snapshot->sceneRevision = m_edition->revision;
  return snapshot;
}

LiveFrame LiveSimulation::instant() const {
  if (m_shown) return *m_shown;
  return {frame(), step(), m_simulator->state(), picture(), m_edition};
}

void LiveSimulation::findStale() {
  m_staleFrom.reset();
  m_olderUntil.reset();
  if (!m_editedAt) return;
  // The first frame is the start, which no edit but one of the start makes another.
  for (std::uint64_t n = std::min(*m_editedAt, m_history.last()); n > m_history.first(); --n) {
    if (m_history.nearest(n)->edition->course == m_edition->course) continue;
    m_olderUntil = n;
    break;
  }
  for (std::uint64_t n = std::max(*m_editedAt + 1, m_history.first()); n <= m_history.last(); ++n) {
    if (m_history.nearest(n)->edition->course == m_edition->course) continue;
    m_staleFrom = n;
    return;
  }
}

void LiveSimulation::reset() {
  m_history.clear();
  m_log = {};
  m_base.reset();
  m_shown.reset();
  m_here.reset();
  m_editedAt.reset();
  m_staleFrom.reset();
  m_olderUntil.reset();
  m_startScene = m_edition->scene;
  m_fps = m_edition->world->fps();
  if (m_simulator && &m_simulator->world() == m_edition->world.get()) {
    m_simulator->reset();
  } else {
    m_simulator = std::make_unique<Simulator>(m_edition->world, m_threads);
  }
  addFrame();
}

void LiveSimulation::addFrame() {
  const std::uint64_t first = m_history.empty() ? 0 : m_history.first();
  m_here = std::make_shared<LiveFrame>(instant());
  m_history.add(m_here);
  if (m_history.first() > first) m_log.dropBefore(m_history.nearest(m_history.first())->step);
}

void LiveSimulation::show(std::uint64_t frame) {
  m_shown = m_history.nearest(frame);
}

bool LiveSimulation::goOn() {
  if (!m_shown) return false;
  const LiveFramePtr from = std::exchange(m_shown, nullptr);
  m_history.dropAfter(from->number);
  m_log.dropFrom(from->step);
  m_base.reset();
  findStale();
  if (from->edition != m_edition) m_log.add(from->step, m_edition);
  if (from->edition->number == m_edition->number) {
    if (&m_simulator->world() != m_edition->world.get()) {
      m_simulator = std::make_unique<Simulator>(m_edition->world, m_threads);
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

// A hand that held something then holds nothing now, and nobody would let go.
void LiveSimulation::releaseHands() {
  const std::size_t words = m_simulator->world().offsets().grabWords;
  for (int slot = 0; slot < StateOffsets::kGrabs; ++slot) {
    if (m_simulator->state().words[words + slot] != 0) m_log.add(step(), ReleaseGrabCommand{slot});
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
  m_here.reset();
  if (m_simulator->step(next).status != RunStatus::Ok) return Went::Wrong;
  if (m_simulator->time() < next) return Went::On;
  addFrame();
  return Went::ToFrame;
}

}  // namespace sinew
