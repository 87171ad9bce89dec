#pragma once
#include <memory>

#include "render/DetailPacer.h"
#include "render/Renderer.h"

namespace sinew::ui {

/// Draws snapshots into a widget's framebuffer, as well as the pace allows on this machine. All
/// functions want the widget's context current.
class ViewPicture {
 public:
  Result<void> start();  ///< in a new context
  void stop();           ///< before the context goes
  bool started() const { return m_renderer != nullptr; }

  Result<void> draw(const Snapshot& snapshot, const FrameLook& look, DrawTarget target,
                    DetailPacer::Pace pace);
  void setEffort(DetailPacer::Effort effort) { m_pacer.setEffort(effort); }
  DetailPacer::Effort effort() const { return m_pacer.effort(); }
  /// How the last picture was drawn.
  const DetailPacer::Rung& rung() const { return m_rung; }

 private:
  std::unique_ptr<Renderer> m_renderer;
  DetailPacer m_pacer;
  DetailPacer::Rung m_rung;
  bool m_warm[kQualityCount] = {};  ///< drawn before: the first time builds programs
};

}  // namespace sinew::ui
