#pragma once
#include "render/DomeShadows.h"
#include "render/LightTarget.h"
#include "render/OverlayPass.h"
#include "render/Quality.h"
#include "render/Renderer.h"
#include "render/SunShadow.h"

namespace sinew {

struct Renderer::Shared {
  PartMeshes meshes;
  OverlayPass overlays;
  GlBuffer frame;  ///< FrameBlock on the graphics card
  GlVertexArray noVertices;
  int mostSamples = 1;
};

/// Programs, shadow maps and targets of one quality, and the passes that use them.
class Renderer::Equipment {
 public:
  static constexpr int kFrameBinding = 0;

  static Result<std::unique_ptr<Equipment>> create(Quality quality, int mostSamples);

  Result<void> fit(int width, int height);
  void drawShadows(const Shared& shared, const FrameLook& look, const Focus& ball,
                   FrameBlock& block);
  void drawGroundLight() const { m_domes.drawGroundLight(kDomeUnit, kGroundUnit, kFrameBinding); }
  void drawLight(const Shared& shared, const FrameLook& look) const;
  void drawPicture(const Shared& shared, const DrawTarget& target) const;

 private:
  // Texture units.
  static constexpr int kMaterialUnit = 0, kGroundUnit = 1, kSunUnit = 2, kSunDepthUnit = 3,
                       kDomeUnit = 4, kLightUnit = 5;

  Result<void> buildPrograms();

  QualitySettings m_settings{};
  SunShadow m_sun;
  DomeShadows m_domes;
  LightTarget m_target;
  GlProgram m_part, m_ground, m_backdrop, m_post;
};

}  // namespace sinew
