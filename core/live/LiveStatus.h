#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/simulation/StepRemark.h"
#include "core/simulation/StepWatch.h"

namespace sinew {

/// What a live run is doing.
enum class LiveMode {
  Empty,      ///< no scene yet, or one that could not be compiled (LiveStatus::trouble says why)
  Compiling,  ///< a scene is being made ready
  Paused,
  Playing,   ///< simulates at the speed that was asked for
  Replaying  ///< shows frames that are there already, no simulation
};

/// Why a run stopped by itself, in words for the panel.
struct LiveTrouble {
  std::string message;  ///< what happened
  std::string blame;    ///< part or constraint named, may be empty
  bool diverged = false;
  std::string remedy = {};  ///< what to do about it, the end of a sentence; may be empty
  bool operator==(const LiveTrouble&) const = default;
};

/// A frame that takes long, and what it is busy with.
struct SlowFrame {
  std::uint64_t frame = 0;  ///< that is being made
  int seconds = 0;          ///< on the wall, so far
  StepTask task = StepTask::Forces;
  double done = 0;                 ///< share of the frame
  double stepSize = 0;             ///< [s] that is tried
  int tries = 0;                   ///< larger ones that were tried in vain
  std::vector<std::string> parts;  ///< that are in the way, at most two
  std::string constraint;          ///< with the widest gap, where gaps are being closed
  bool operator==(const SlowFrame&) const = default;
};

/// Frames, both ends included.
struct FrameSpan {
  std::uint64_t first = 0, last = 0;
  bool holds(std::uint64_t frame) const { return frame >= first && frame <= last; }
  bool operator==(const FrameSpan&) const = default;
};

/// Everything about a live run that is not in its pictures. Frame n is the instant n / fps [s].
struct LiveStatus {
  LiveMode mode = LiveMode::Empty;
  double fps = 24;
  double time = 0;               ///< [s] of the newest picture
  std::uint64_t frame = 0;       ///< shown, the last one at or before `time`
  std::uint64_t firstFrame = 0;  ///< range that can be scrubbed
  std::uint64_t lastFrame = 0;   ///< likewise, inclusive
  /// Frames from here on are not what the scene leads to now; play simulates them anew.
  std::optional<std::uint64_t> staleFrom;
  /// These were simulated with an older scene, in which they might go otherwise, and the run went
  /// on from them: only a new start simulates them anew.
  std::optional<FrameSpan> older;
  std::uint64_t revision = 0;  ///< of the scene that runs now
  bool startStale = false;     ///< `start` parameters changed: they apply at reset
  bool recording = false;
  std::uint64_t recordedFrom = 0, recordedTo = 0;  ///< frames of the take being recorded
  double speed = 1;                  ///< wanted: simulated per wall second; 0: all it can
  double realTimeFactor = 0;         ///< reached lately: simulated per wall second
  std::optional<StepRemark> remark;  ///< on the scene that runs now
  std::string barriersBecause;       ///< why it has no analytic contact, if it asks for that
  /// Pairs of parts of that scene that overlap where it starts.
  std::vector<std::array<std::string, 2>> overlaps;
  bool overlapsPass = false;           ///< nothing in it moves them apart
  std::optional<SlowFrame> slow;       ///< while a frame takes more than two seconds
  std::optional<LiveTrouble> trouble;  ///< of the last run or edit; cleared when it goes on
  /// Whether what is shown is to be simulated anew.
  bool showsStale() const { return staleFrom && frame >= *staleFrom; }
  bool operator==(const LiveStatus&) const = default;
};

}  // namespace sinew
