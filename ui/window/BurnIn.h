#pragma once
#include <QString>
#include <memory>

#include "render/FrameSequence.h"

class QGuiApplication;

namespace sinew::ui {

/// Writes which frame a picture is, at which time, and `names` (of the scene, the take, the
/// camera) small into its lower left corner. Frames up to `last` take the same room.
FilmStamp burnIn(const QString& names, int last);

/// What a program without a window needs to write text: Qt's fonts, without a display. To be made
/// in the main thread, once, and to be kept.
class TextWithoutWindow {
 public:
  TextWithoutWindow();
  ~TextWithoutWindow();
  TextWithoutWindow(const TextWithoutWindow&) = delete;
  TextWithoutWindow& operator=(const TextWithoutWindow&) = delete;

 private:
  std::unique_ptr<QGuiApplication> m_application;
};

}  // namespace sinew::ui
