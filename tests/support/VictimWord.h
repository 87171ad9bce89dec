#pragma once
// What a program that is about to be killed and the one that kills it agree on.
#include <cstdint>
#include <string>

#include "tests/support/ClipScenes.h"

namespace sinew::test {

/// What the victim says through its pipe.
struct VictimWord {
  enum class What : std::uint32_t {
    Done,     ///< so much work is safe now
    Stopped,  ///< it has come to the moment it was sent to, and goes no further
    Ended     ///< the moment never came
  };
  What what = What::Done;
  std::uint32_t take = 0;  ///< of recordings: which one
  /// Done: of the newest piece of work that is safe. Ended: how many moments of its sort came.
  std::uint64_t number = 0;
  // Stopped: where.
  bool inTransaction = false;  ///< SQLite says that it is writing one
  bool beforeRename = false;   ///< a file is written and flushed, and not yet in its place
  char call[24] = {};          ///< the call that it was about to make, or had just made
};
inline constexpr int kVictimPipe = 3;

/// Moments of a victim's life are its calls that change files and its statements of SQL; it stops
/// at the n-th of a sort. A write that it stops at is half done.
inline constexpr const char* kAnyMoment = "any";
inline constexpr const char* kInTransaction = "transaction";
inline constexpr const char* kBeforeRename = "before rename";
inline constexpr const char* kFlush = "fdatasync";  ///< SQLite's, as any other name of a call

/// The n-th scene that is saved or recorded.
inline Scene victimScene(std::uint64_t number) {
  Scene scene = pendulums("euler").scene();
  const ParamSpec& duration = *findParam(animationTable(), "duration");
  scene.animation.set(duration, 20.0 + static_cast<double>(number));
  return scene;
}
inline constexpr const char* kOriginOfWork = "/somewhere/work.json";  ///< what autosave copies
inline constexpr std::uint64_t kFramesPerTake = 12;

}  // namespace sinew::test
