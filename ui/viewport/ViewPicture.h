#pragma once
#include <memory>

#include "render/Renderer.h"

namespace sinew::ui {

/// Draws snapshots into a widget's framebuffer. All functions but the constructor want the
/// widget's context current.
class ViewPicture {
 public:
  Result<void> start();  ///< in a new context
  void stop();           ///< before the context goes
  bool started() const { return m_renderer != nullptr; }

  Result<void> draw(const Snapshot& snapshot, const FrameLook& look, const DrawTarget& target);

 private:
  std::unique_ptr<Renderer> m_renderer;
};

}  // namespace sinew::ui
