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
  Result<Equipment*> equip(Quality quality);

  std::unique_ptr<Shared> m_shared;
  std::array<std::unique_ptr<Equipment>, 3> m_equipment;  ///< by Quality, made when first asked for
};

}  // namespace sinew
