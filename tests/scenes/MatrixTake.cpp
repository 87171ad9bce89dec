#include "tests/scenes/MatrixTake.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "core/simulation/SnapshotMaker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr std::array<const char*, 6> kFaults = {"slow",          "makes_energy", "stands_open",
                                                "falls_through", "ends",         "does_not_start"};
constexpr double kLift = 0.01;  // [m] by which all weight is lifted with the least scale there is

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Energy minus booked work can only fall. Its rises are held against the scale of the scene: the
/// most that moved, was stored, or fell.
class EnergyAccount {
 public:
  explicit EnergyAccount(const World& world) {
    for (const CompiledPart& part : world.parts()) m_least += kLift * 9.81 * part.part->mass();
  }

  void observe(const StepReport& report) {
    const Energies& now = report.energy;
    const double rest = now.total() - now.work;
    if (m_begins) {
      m_lowest = rest;
      m_heightLow = m_heightHigh = now.gravity;
      m_begins = false;
    }
    m_lowest = std::min(m_lowest, rest);
    m_heightLow = std::min(m_heightLow, now.gravity);
    m_heightHigh = std::max(m_heightHigh, now.gravity);
    m_stored = std::max(m_stored, now.kinetic + now.elastic + now.contact);
    if (rest - m_lowest <= m_gained) return;
    m_gained = rest - m_lowest;
    m_gainedAt = report.time;
  }
  /// As a share of the scale.
  double gained() const {
    const double scale = std::max({m_least, m_stored, m_heightHigh - m_heightLow});
    return scale > 0 ? m_gained / scale : 0;
  }
  double gainedAt() const { return m_gainedAt; }  ///< [s] when it had risen most

 private:
  bool m_begins = true;
  double m_lowest = 0, m_heightLow = 0, m_heightHigh = 0;  // [J]
  double m_stored = 0, m_gained = 0, m_least = 0;          // [J]
  double m_gainedAt = 0;                                   // [s]
};

/// The widest gap of what is said to hold, as a share of its size; and whose it is.
double widestOpen(const World& world, const StepReport& report, std::string& whose) {
  double widest = 0;
  for (std::size_t c = 0; c < report.constraints.size(); ++c) {
    const ConstraintStatus& status = report.constraints[c];
    if (!status.closed || !status.active || status.broken || status.conflicting) continue;
    if (status.compliant) continue;  // is as far open as its spring is stretched
    const double share = status.residual / world.constraints()[c].size;
    if (share <= widest) continue;
    widest = share;
    whose = world.constraints()[c].name;
  }
  return widest;
}

/// How high the floors of a scene are [m]: level planes, which have no end.
std::vector<double> floorsOf(const World& world) {
  std::vector<double> floors;
  for (const Entity& part : world.simulated().parts()) {
    if (part.kind != "plane") continue;
    const ParamReader values(builtins().part("plane")->table, part.values);
    if (values.vec3("normal").normalized().y() < 1 - 1e-9) continue;
    floors.push_back(values.vec3("position").y());
  }
  return floors;
}

class MeteredTake {
 public:
  explicit MeteredTake(std::shared_ptr<const World> world)
      : m_world(std::move(world)),
        m_simulator(m_world),
        m_energy(*m_world),
        m_floors(floorsOf(*m_world)),
        m_allowed(std::max(kTrialsPerSecond, kTrialsPerStep / m_world->nominalStep())) {
    m_energy.observe(m_simulator.report());
  }

  TakeOutcome run(double length) {
    const double begin = processorSeconds();
    const auto frames = static_cast<int>(std::lround(length * m_world->fps()));
    for (int frame = 1; frame <= frames && goesOn(); ++frame) {
      runTo(frame / m_world->fps());
      judgePlaces();
    }
    judgeEnergy();
    m_outcome.simulated = m_simulator.time();
    m_outcome.processor = processorSeconds() - begin;
    return m_outcome;
  }

 private:
  bool goesOn() const {
    return !m_outcome.faults.contains(TakeFault::Slow) &&
           !m_outcome.faults.contains(TakeFault::Ends);
  }
  void note(TakeFault fault, std::string what) { m_outcome.faults.emplace(fault, std::move(what)); }

  void runTo(double time) {
    while (goesOn() && m_simulator.time() < time) {
      const StepReport& report = m_simulator.step(time);
      m_outcome.trials = report.steps + report.rejected;
      if (report.status != RunStatus::Ok) return note(TakeFault::Ends, report.message);
      judgeGaps(report);
      m_energy.observe(report);
      judgeWork(report);
    }
  }

  void judgeGaps(const StepReport& report) {
    std::string whose;
    const double gap = widestOpen(*m_world, report, whose);
    m_outcome.widestGap = std::max(m_outcome.widestGap, gap);
    if (gap > kOpenGap) {
      note(TakeFault::StandsOpen, fmt::format("{} is open at {:.4g} s", whose, report.time));
    }
  }

  void judgePlaces() {
    if (m_floors.empty() || m_outcome.faults.contains(TakeFault::FallsThrough)) return;
    const double lowest = *std::ranges::max_element(m_floors) - kSunk;
    const auto picture = SnapshotMaker::make(*m_world, m_simulator.state(), m_simulator.dynamics(),
                                             m_simulator.report());
    for (std::size_t i = 0; i < m_world->parts().size(); ++i) {
      const RenderTopology::PartMesh& mesh = picture->topology->parts[i];
      if (m_world->parts()[i].dims.v == 0) continue;
      for (std::uint32_t v = mesh.firstVertex; v < mesh.firstVertex + mesh.vertexCount; ++v) {
        if (picture->positions[3 * v + 1] >= lowest) continue;
        return note(TakeFault::FallsThrough, fmt::format("{} lies below the floor at {:.4g} s",
                                                         mesh.part, m_simulator.time()));
      }
    }
  }

  void judgeEnergy() {
    m_outcome.gained = m_energy.gained();
    if (m_outcome.gained > kEnergyMade) {
      note(TakeFault::MakesEnergy, fmt::format("energy rose by {:.2g} of its scale up to {:.4g} s",
                                               m_outcome.gained, m_energy.gainedAt()));
    }
  }

  // Every second by itself: what comes to rest must not pay for an impact that never ends.
  void judgeWork(const StepReport& report) {
    if (report.time >= m_second + 1) {
      m_second = std::floor(report.time);
      m_before = m_outcome.trials;
    }
    if (static_cast<double>(m_outcome.trials - m_before) > m_allowed) {
      note(TakeFault::Slow,
           fmt::format("{} steps tried within a second, at {:.4g} s", m_allowed, report.time));
    }
  }

  std::shared_ptr<const World> m_world;
  Simulator m_simulator;
  EnergyAccount m_energy;
  std::vector<double> m_floors;  // [m]
  double m_allowed = 0;          // trials per second
  TakeOutcome m_outcome;
  double m_second = 0;         // [s] that is being counted
  std::uint64_t m_before = 0;  // trials before it
};

}  // namespace

const char* faultName(TakeFault fault) {
  return kFaults[static_cast<std::size_t>(fault)];
}

TakeOutcome runTake(const Scene& scene, double length) {
  const auto world = World::compile(scene, builtins());
  if (world) return MeteredTake(*world).run(length);
  TakeOutcome outcome;
  outcome.faults.emplace(TakeFault::DoesNotStart, world.error().message);
  return outcome;
}

}  // namespace sinew::test
