#include "app/SimulateCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "app/Advice.h"
#include "app/Assets.h"
#include "app/Log.h"
#include "app/OpenWorld.h"
#include "app/OutputCheck.h"
#include "app/Probes.h"
#include "app/Recording.h"
#include "app/SimulationRun.h"
#include "app/StopSignal.h"
#include "app/Wording.h"
#include "core/scene/Fault.h"
#include "core/scene/SceneFile.h"
#include "core/scene/SceneLength.h"
#include "core/simulation/OverlapRemark.h"
#include "core/simulation/StepRemark.h"

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;

struct SimulateOptions {
  std::string scene;
  std::string duration, fps, seed;  // texts: they become overrides and are read as those are
  std::vector<std::string> overrides;
  std::string report;
  std::vector<std::string> probes;
  std::string probeFile;
  Recording::Files files;
  int threads = 1;
  double timeLimit = 0;
  bool progress = false;

  std::vector<std::string> allOverrides() const {
    std::vector<std::string> all = overrides;
    if (!duration.empty()) all.push_back("animation/duration=" + duration);
    if (!fps.empty()) all.push_back("settings/fps=" + fps);
    if (!seed.empty()) all.push_back("settings/seed=" + seed);
    return all;
  }
};

/// Writes what is asked for at every frame.
class FrameOutput {
 public:
  FrameOutput(const SimulateOptions& options, Probes probes, double duration)
      : m_probes(std::move(probes)), m_duration(duration), m_progress(options.progress) {
    m_toFile = !options.probeFile.empty();
    if (!m_probes.empty() && m_toFile) open(options.probeFile);
    if (!m_probes.empty()) write(m_probes.header());
  }

  Result<void> frame(std::uint64_t frame, const Simulator& simulator) {
    if (!m_probes.empty()) write(m_probes.row(simulator));
    if (m_progress) {
      fmt::print(stderr, "{{\"frame\": {}, \"time\": {}, \"duration\": {}, \"steps\": {}}}\n",
                 frame, simulator.time(), m_duration, simulator.report().steps);
    }
    if (m_toFile && !m_probes.empty() && !m_file)
      return fail(ErrorCode::Io, "cannot write the probes' file");
    return {};
  }

  /// Everything has reached the file.
  Result<void> finish() {
    if (!m_file.is_open()) return {};
    m_file.close();
    if (!m_file) return fail(ErrorCode::Io, "cannot write the probes' file");
    return {};
  }

 private:
  /// What is there stays as a backup; a pipe is written through.
  void open(const std::filesystem::path& path) {
    std::error_code none;
    const bool pipe = std::filesystem::is_fifo(path, none);
    if (!pipe && !moveToBackup(path)) return m_file.setstate(std::ios::failbit);
    m_file.open(path);
  }

  void write(const std::string& text) {
    if (m_toFile) {
      m_file << text;
    } else {
      fmt::print("{}", text);
    }
  }

  Probes m_probes;
  double m_duration;
  bool m_progress;
  bool m_toFile = false;
  std::ofstream m_file;
};

/// A run that was ended by what it could not write; that has been told.
void tellWhatWasKept(const Recording& recording) {
  const std::string arguments = recording.resumeArguments();
  if (!arguments.empty())
    spdlog::warn("what was recorded before is kept; go on from it with {}", arguments);
}

ExitCode concludeStopped(double time, const Recording& recording) {
  const std::string arguments = recording.resumeArguments();
  if (arguments.empty()) {
    spdlog::warn(
        "stopped at {:.6g} s; nothing was kept to go on from (--checkpoint and --clip keep it)",
        time);
  } else {
    spdlog::warn("stopped at {:.6g} s; go on with {}", time, arguments);
  }
  return ExitCode::Stopped;
}

/// What the constraint system found at the end; `sinew check` finds it without a run.
void warnOfConstraints(const World& world, const StepReport& last) {
  std::vector<std::string> redundant, conflicting, pulled;
  for (std::size_t i = 0; i < last.constraints.size(); ++i) {
    const std::string name = quotedText(world.constraints()[i].name);
    const OpenGap open = last.constraints[i].open;
    const bool isPulled = open == OpenGap::Grab || open == OpenGap::Contact;
    if (isPulled) pulled.push_back(name);
    if (last.constraints[i].redundant) redundant.push_back(name);
    if (last.constraints[i].conflicting && !isPulled) conflicting.push_back(name);
  }
  if (!conflicting.empty())
    spdlog::warn("constraints that cannot all be met: {} (sinew check says more)",
                 namesOf(conflicting));
  if (!pulled.empty())
    spdlog::warn(
        "constraints that a grab or contact holds apart: {}; move them, or what is in the way",
        namesOf(pulled));
  if (!redundant.empty())
    spdlog::warn("constraints that hold the same thing as others: {} (sinew check says more)",
                 namesOf(redundant));
}

void warnOfConflicts(const RunReport& run) {
  for (const RunReport::Conflicted& each : run.conflictedForAWhile()) {
    spdlog::warn(
        "{} stood open for a while, by {:.3g} m at most, for it and others could not all be met "
        "in {}",
        quotedText(each.name), each.widest, counted(each.steps, "step"));
  }
}

/// Contact that was only solved for roughly goes on, but what it did is not to be relied on.
void warnOfUnsettled(const RunReport& run) {
  const RunReport::Unsettled unsettled = run.unsettled();
  if (unsettled.steps == 0) return;
  std::string whose;
  for (const std::string& part : unsettled.parts)
    whose += (whose.empty() ? " of " : " and ") + quotedText(part);
  spdlog::warn(
      "contact{} was not solved to tolerance in {} of {} ({:.3g} s): what happens there is rough, "
      "and may lose energy; shorter steps (settings/accuracy or step) make that shorter, masses "
      "nearer to "
      "each other or more stiffness rare",
      whose, unsettled.steps, counted(run.steps(), "step"), unsettled.seconds);
}

ExitCode conclude(RunStatus status, const StepReport& last, const World& world,
                  const Recording& recording) {
  switch (status) {
    case RunStatus::Ok:
      return ExitCode::Done;
    case RunStatus::Stopped:
      return concludeStopped(last.time, recording);
    case RunStatus::Diverged:
      break;
  }
  spdlog::error("stopped at {:.6g} s, the last good state: {}{}{}; {}", last.time, last.message,
                last.blame.empty() ? "" : "; look at ", last.blame, adviceOn(last, world));
  return ExitCode::Diverged;
}

/// The program's answer where several things may fail, all of which are told once: the first
/// failure's.
class Outcome {
 public:
  void take(const Result<void>& done) {
    if (done) return;
    const Error& error = done.error();
    // What ended the run is met again where its file is closed.
    const bool told = std::ranges::any_of(m_told, [&](const Error& before) {
      return before.where == error.where && before.message == error.message;
    });
    if (!told) report(error);
    m_told.push_back(error);
  }
  std::optional<ExitCode> failure() const {
    if (m_told.empty()) return std::nullopt;
    return exitCodeOf(m_told.front().code);
  }

 private:
  std::vector<Error> m_told;
};

ExitCode runWorld(const SimulateOptions& options, const std::shared_ptr<const World>& world) {
  auto probes = Probes::create(*world, options.probes);
  if (!probes) return report(probes.error());
  RunLimits limits;
  limits.duration = durationOf(world->scene());
  limits.wallSeconds = options.timeLimit;
  listenForStop();

  const auto start = Clock::now();
  Simulator simulator(world, options.threads);
  auto recording = Recording::start(options.files, simulator);
  if (!recording) return report(recording.error());
  RunReport runReport(*world);
  FrameOutput output(options, std::move(*probes), limits.duration);
  const RunObserver observer{[&](std::uint64_t frame, const Simulator& at) {
    // Kept first, then told: of the frames that were told of, a kill loses the last at most.
    auto kept = recording->frame(frame, at);
    return kept ? output.frame(frame, at) : kept;
  }};
  const auto ran = runSimulation(simulator, limits, runReport, observer);
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  // What cannot be written ends the run too, and must not take the rest with it.
  const RunStatus status = ran ? *ran : RunStatus::Stopped;
  Outcome outcome;
  outcome.take(ran ? Result<void>() : Unexpected{ran.error()});
  outcome.take(output.finish());
  const auto finished = recording->finish(status, simulator);
  outcome.take(finished);
  spdlog::info("{:.6g} s simulated in {:.3g} s, {}", simulator.time(), wall,
               counted(simulator.report().steps, "step"));
  if (!options.report.empty()) {
    const OrderedJson json = runReport.json(status, wall, simulator.state().hash());
    outcome.take(saveText(printJson(json), options.report));
  }
  // Nothing is told by the constraints of a state that led nowhere.
  if (status != RunStatus::Diverged) {
    warnOfConstraints(*world, runReport.last());
    warnOfConflicts(runReport);
    warnOfUnsettled(runReport);
  }
  if (!ran || !finished) tellWhatWasKept(*recording);
  if (outcome.failure()) return *outcome.failure();
  return conclude(status, runReport.last(), *world, *recording);
}

std::vector<Output> outputsOf(const SimulateOptions& options) {
  std::vector<Output> outputs = Recording::outputs(options.files);
  outputs.push_back({"--report", options.report});
  outputs.push_back({"--probes", options.probeFile, Written::InPlace});
  return outputs;
}

/// Whatever cannot be written is said before anything is simulated.
Result<void> checkBefore(const SimulateOptions& options) {
  std::vector<FileInUse> inUse = Recording::inUse(options.files);
  inUse.push_back({"the scene", scenePath(options.scene)});
  if (auto possible = checkOutputs(outputsOf(options), inUse); !possible) return possible;
  return Recording::check(options.files);
}

ExitCode simulate(const SimulateOptions& options, const Registry& registry) {
  const auto possible = checkBefore(options);
  if (!possible) return report(possible.error());
  const auto beginning = options.files.resume.empty() ? Beginning::Scene : Beginning::RecordedFrame;
  const auto world = openWorld(options.scene, options.allOverrides(), registry, beginning);
  if (!world) return world.error();
  const auto kept = checkOutputs(outputsOf(options), filesOfScene(options.scene, **world));
  if (!kept) return report(kept.error());
  if (const auto steps = remarkOnSteps(**world)) spdlog::warn("{}", steps->message);
  for (const std::string& remark : remarkOnOverlaps(*world)) spdlog::warn("{}", remark);
  return runWorld(options, *world);
}

void addSimulateOptions(CLI::App& app, SimulateOptions& options) {
  app.add_option("scene", options.scene, "Scene file or name of a demo")->required();
  app.add_option("--duration", options.duration, "Seconds to simulate, instead of the scene's");
  app.add_option("--fps", options.fps, "Frames per second, instead of the scene's");
  app.add_option("--set", options.overrides,
                 "Another value for a parameter: parts/NAME/key=value, settings/key=value, ...")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--clip", options.files.clip, "File to record every frame into");
  app.add_option("--resume", options.files.resume,
                 "Go on from a recorded frame: CLIP or CLIP@FRAME; default its last");
  app.add_option("--checkpoint", options.files.checkpoint,
                 "Where to write a clip to go on from when the run is stopped");
  app.add_option("--report", options.report, "File for a report of the run, as JSON");
  auto* const probe =
      app.add_option("--probe", options.probes,
                     "Material point to follow, part:u[,v[,w]], or constraint:NAME for its force")
          ->take_all()
          ->allow_extra_args(false);
  app.add_option("--probes", options.probeFile, "File for what the probes see; default stdout")
      ->needs(probe);
  app.add_option("--threads", options.threads, "Threads to step with; never changes the result")
      ->check(CLI::Range(1, 256));
  app.add_option("--seed", options.seed, "Start of random sequences, instead of the scene's");
  app.add_option("--time-limit", options.timeLimit, "Seconds of real time after which to stop")
      ->check(CLI::Range(1e-3, 1e9));
  app.add_flag("--progress", options.progress, "A line of JSON per frame on stderr");
}

}  // namespace

Verb simulateCommand() {
  return {"simulate", "Run a scene", [](CLI::App& app, const Registry& registry) -> Run {
            auto options = std::make_shared<SimulateOptions>();
            addSimulateOptions(app, *options);
            return [options, &registry] { return simulate(*options, registry); };
          }};
}

}  // namespace sinew
