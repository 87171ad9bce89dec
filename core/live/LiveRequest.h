#pragma once
#include <filesystem>
#include <functional>
#include <variant>

#include "core/base/Result.h"
#include "core/live/ReplayWay.h"
#include "core/scene/SceneEdit.h"
#include "core/simulation/Command.h"

namespace sinew {

struct OpenRequest {
  Scene scene;
  std::uint64_t revision = 0;
};
struct EditRequest {
  SceneEdit edit;
  std::uint64_t revision = 0;
};
enum class TransportRequest { Play, PlayAnew, Pause, StepOnce, StepFrame, Reset, Replay };
struct SeekRequest {
  std::uint64_t frame = 0;
};
struct SpeedRequest {
  double speed = 1;
};
struct RecordRequest {
  std::filesystem::path path;
};
struct StopRecordingRequest {};
struct KeepRequest {
  std::filesystem::path path;
  std::function<void(Result<void>)> done;
};

/// What others ask of the simulation thread.
using LiveRequest =
    std::variant<OpenRequest, EditRequest, TransportRequest, SeekRequest, SpeedRequest, ReplayWay,
                 Command, RecordRequest, StopRecordingRequest, KeepRequest>;

}  // namespace sinew
