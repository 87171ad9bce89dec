#pragma once
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/base/Result.h"
#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"
#include "render/Image.h"
#include "render/Quality.h"

namespace sinew {

/// One frame of a film before it is drawn.
struct FilmFrame {
  std::shared_ptr<const Snapshot> snapshot;
  FrameLook look;
};

/// Writes something over a finished picture of a frame at `time` [s].
using FilmStamp = std::function<void(Image& picture, double frame, double time)>;

/// What to film and where to put it.
struct FilmOrder {
  std::string path;                ///< NAME.mp4, or NAME_%04d.png; a single frame may be NAME.png
  int width = 1280, height = 720;  ///< [pixels]
  double fps = 24;                 ///< [1/s] of an MP4
  /// Frames, both included. PNG names carry these numbers; with a speed other than 1, those from
  /// `first` on.
  int first = 0, last = 0;
  Quality quality = Quality::Final;
  double speed = 1;      ///< frames of the scene per picture: below 1 is slow motion
  FilmStamp stamp = {};  ///< none: nothing is written over
};

/// How many pictures an order comes to.
int picturesOf(const FilmOrder& order);

/// Gives a frame, or a share on the way from it to the next.
using FrameSource = std::function<Result<FilmFrame>(double frame)>;
using FilmProgress = std::function<void(int framesDone, int framesInAll)>;

/// Draws frame after frame without a display and writes them, encoding beside the drawing.
/// An automatic camera is settled on the first frame and then stands still. Source and progress
/// are called in this thread. When stopped: error Stopped; an MP4 is left out, finished PNGs stay.
Result<void> renderFilm(const FilmOrder& order, const FrameSource& source,
                        const FilmProgress& progress, const std::stop_token& stop);

/// The file name of one frame: `%d`, `%04d` replaced by its number; everything else literal.
/// Fails when there is more than one such place, or none though there are several frames.
Result<std::string> frameFileName(const std::string& pattern, int frame, bool single);

}  // namespace sinew
