#pragma once
#include <functional>
#include <string>

#include "core/io/clip/ClipReader.h"

namespace sinew {

/// What running a clip again found.
struct Verification {
  std::size_t framesCompared = 0;
  bool same = true;
  std::uint64_t frame = 0;    ///< the first that differs
  std::string slice;          ///< the first of its State's slices that differs, as in the layout;
                              ///< "PART/picture" where only what is drawn of it does, or what else
                              ///< of the clip is not as it was recorded (PictureFit.h)
  std::string message;        ///< what was found, in plain words; empty when all is the same
  bool looksCompared = true;  ///< older clips hold nothing to compare more than surfaces with
};

/// Simulates the scene in a clip with its log of commands again and compares every frame, to the
/// bit: its state and its picture. A clip that starts in the middle of a take goes on from its
/// first frame. The error is Mismatch when this Sinew cannot run the clip at all, Diverged when the
/// run did not come as far, Stopped when `goOn`, asked after every frame, said no.
Result<Verification> verifyClip(ClipReader& clip, const Registry& registry, int threads = 1,
                                const std::function<bool(std::uint64_t frame)>& goOn = {});

}  // namespace sinew
