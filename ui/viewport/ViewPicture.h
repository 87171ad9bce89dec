#pragma once
#include <cstdint>
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
  /// How the last picture was drawn.
  const DetailPacer::Rung& rung() const { return m_rung; }

  // On a machine where the best picture takes longer than a click may wait, it is drawn in slices
  // while nothing moves.

  /// What such a picture is of, beside the scene. Overlays may change without harm.
  struct Motif {
    std::shared_ptr<const Snapshot> snapshot;
    std::uint64_t revision = 0;  ///< of the scene
    CameraLook camera;
    int width = 0, height = 0;  ///< [pixels]
    unsigned overlays = 0;      ///< those that are shown, one bit each
    bool operator==(const Motif& other) const;
  };
  bool needsSlices() const { return !m_pacer.affordsBest(); }
  /// Draws the next slice; tells whether it was the last.
  Result<bool> refine(const Motif& motif, const FrameLook& look, const DrawTarget& target);
  bool refined(const Motif& motif) const { return m_rows >= 1 && m_motif == motif; }
  void showRefined(const FrameLook& look, const DrawTarget& target);

 private:
  std::unique_ptr<Renderer> m_renderer;
  DetailPacer m_pacer;
  DetailPacer::Rung m_rung;
  Motif m_motif;       ///< of the picture in slices
  double m_rows = -1;  ///< share of its height that is drawn; below 0: not even prepared
  double m_share = 0;  ///< of the height in the next slice
  bool m_warm[kQualityCount] = {};  ///< drawn before: the first time builds programs
};

}  // namespace sinew::ui
