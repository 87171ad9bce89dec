#pragma once
#include <array>
#include <memory>

#include "core/base/Result.h"
#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"
#include "render/Gl.h"
#include "render/Quality.h"

namespace sinew {

/// Where a picture goes: a framebuffer that exists, its lower left width × height pixels.
struct DrawTarget {
  GLuint framebuffer = 0;
  int width = 0, height = 0;  ///< [pixels]
  /// Pixels that are drawn, per pixel shown and direction: 0.5 draws a quarter of them and enlarges
  /// the picture smoothly; overlays stay sharp. Only for qualities with one sample per pixel.
  double detail = 1;
};

/// Draws snapshots. Works in any OpenGL 4.1 core context, a window's or a headless one; must be
/// used and destroyed with the context current that it was created in. Leaves the context with
/// the target bound and depth test, blending and culling off.
class Renderer {
 public:
  static Result<std::unique_ptr<Renderer>> create();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  Result<void> draw(const Snapshot& snapshot, const FrameLook& look, const DrawTarget& target,
                    Quality quality);

 private:
  class Equipment;  ///< programs, maps and targets of one quality
  struct Shared;    ///< what all qualities use

  Renderer();
  struct Stage {
    int pixels;         ///< height of the picture
    double halfHeight;  ///< [m] that the camera sees
  };
  Result<Equipment*> equip(Quality quality);
  static void drawOverlays(const Snapshot& snapshot, const OverlayLook& look, const Stage& stage,
                           const Equipment& equipment);

  std::unique_ptr<Shared> m_shared;
  std::array<std::unique_ptr<Equipment>, kQualityCount>
      m_equipment;  ///< by Quality, made when first asked for
};

}  // namespace sinew
