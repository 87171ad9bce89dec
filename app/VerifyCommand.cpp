#include "app/VerifyCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "app/Log.h"
#include "app/StopSignal.h"
#include "app/Wording.h"
#include "core/base/Hash.h"
#include "core/base/PlainText.h"
#include "core/io/clip/Verify.h"
#include "core/scene/JsonText.h"

namespace sinew {
namespace {

struct VerifyOptions {
  std::string clip;
  int threads = 1;
  bool json = false;
};

std::string allSame(const Verification& found) {
  std::string text = found.framesCompared == 1
                         ? "the one frame is the same"
                         : fmt::format("all {} frames are the same", found.framesCompared);
  if (!found.looksCompared)
    text += "; the clip is of an earlier version: its looks, meshes and glyphs were not compared";
  return text;
}

void printVerification(const Verification& found, const ClipReader& clip, bool json) {
  if (!json) {
    fmt::print("{}\n", found.same ? allSame(found) : plainText(found.message));
    return;
  }
  OrderedJson out = {{"same", found.same},
                     {"frames", clip.frames().size()},
                     {"frames_compared", found.framesCompared},
                     {"looks_compared", found.looksCompared},
                     {"complete", clip.complete()},
                     {"state_hash", hashText(clip.frames().back().stateHash)}};
  if (!found.same) {
    out["first_different_frame"] = found.frame;
    out["first_different_slice"] = found.slice;
    out["message"] = found.message;
  }
  fmt::print("{}", printJson(out));
}

ExitCode verify(const VerifyOptions& options, const Registry& registry) {
  const auto clip = ClipReader::open(options.clip);
  if (!clip) return report(clip.error());
  listenForStop();
  std::size_t compared = 0;
  const auto found = verifyClip(**clip, registry, options.threads, [&compared](std::uint64_t) {
    ++compared;
    return stopRequested() == 0;
  });
  if (!found && found.error().code == ErrorCode::Stopped) {
    spdlog::warn("stopped after {} of {}, which were the same", compared,
                 counted((*clip)->frames().size(), "frame"));
    return ExitCode::Stopped;
  }
  if (!found) return report(found.error());
  printVerification(*found, **clip, options.json);
  return found->same ? ExitCode::Done : ExitCode::Mismatch;
}

}  // namespace

Verb verifyCommand() {
  return {"verify", "Simulate a clip again and compare every frame, to the bit",
          [](CLI::App& app, const Registry& registry) -> Run {
            auto options = std::make_shared<VerifyOptions>();
            app.add_option("clip", options->clip, "Clip file")->required();
            app.add_option("--threads", options->threads, "Threads to simulate with")
                ->check(CLI::Range(1, 256));
            app.add_flag("--json", options->json, "Print as JSON");
            return [options, &registry] { return verify(*options, registry); };
          }};
}

}  // namespace sinew
