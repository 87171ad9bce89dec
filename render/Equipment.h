#pragma once
#include "render/DomeShadows.h"
#include "render/LightTarget.h"
#include "render/OverlayPass.h"
#include "render/Quality.h"
#include "render/Renderer.h"
#include "render/SunShadow.h"
#include "render/TextureCards.h"

namespace sinew {

struct Renderer::Shared {
  PartMeshes meshes;
  TextureCards cards;
  GlBuffer frame;  ///< FrameBlock on the graphics card
  GlVertexArray noVertices;
  int mostSamples = 1;
};

/// Programs, shadow maps and targets of one quality, and the passes that use them.
class Renderer::Equipment {
 public:
  static constexpr int kFrameBinding = 0;

  static Result<std::unique_ptr<Equipment>> create(Quality quality, int mostSamples);

  MeshDetail detail() const { return m_settings.detail; }
  Result<void> fit(int width, int height);
  /// Draws what is old of the shadows, and says in the block where they lie.
  void drawShadows(const Shared& shared, const FrameLook& look, const Focus& ball,
                   FrameBlock& block);
  void drawGroundLight();
  void drawLight(Shared& shared, const FrameLook& look, const CameraLook& camera) const;
  void drawPicture(const Shared& shared, const DrawTarget& target) const;
  /// Draws over the picture in the framebuffer that is bound.
  void drawOverlays(const OverlayMesh& mesh, double through) const;
  void finish() const;  ///< leaves the context as others expect it

 private:
  // Texture units.
  static constexpr int kMaterialUnit = 0, kGroundUnit = 1, kSunUnit = 2, kSunDepthUnit = 3,
                       kDomeUnit = 4, kLightUnit = 5, kDepthUnit = 6, kPictureUnit = 7;

  Result<void> buildPrograms();
  void drawParts(Shared& shared, const FrameLook& look) const;
  void drawWires(const Shared& shared) const;
  std::string definesFor(int shadowTaps) const;

  QualitySettings m_settings{};
  /// All that shadows depend on. While it stays, as where only the camera or what is selected
  /// changes, so do they: without graphics hardware they take longer than all the rest.
  struct Cast {
    std::uint64_t outline = 0;
    Focus ball;
    Vec3 towards = Vec3::Zero();
    double softness = 0;
    bool casts = false;  ///< whether there is a sun that casts shadows
    bool ground = false;
    double height = 0;
    bool operator==(const Cast&) const = default;
  };
  Cast m_cast;
  bool m_groundIsOld = true;
  SunShadow m_sun;
  DomeShadows m_domes;
  LightTarget m_target;
  OverlayPass m_overlays;
  /// Draws parts, without or with a picture on them.
  struct PartProgram {
    GlProgram program;
    GLint fullStrain = -1;  ///< where it takes it
  };
  PartProgram m_part, m_textured;
  GlSampler m_pictureSampler;
  GlProgram m_wire, m_ground, m_backdrop, m_post;
};

}  // namespace sinew
