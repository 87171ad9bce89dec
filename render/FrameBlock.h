#pragma once
#include <Eigen/Core>
#include <array>

#include "render/Camera.h"
#include "render/FrameLook.h"

namespace sinew {

/// What all shaders know of a frame: the uniform block of assets/shaders/frame.glsl, same order
/// and std140 layout. Radiances are linear, relative to a white surface in full key light ≈ 1.
struct FrameBlock {
  using Vec = std::array<float, 4>;
  using Mat = std::array<float, 16>;  ///< column by column

  static constexpr int kPanels = 3;
  static constexpr int kSuns = 3;

  Mat viewProjection{}, clipToRay{}, sunBox{};
  Vec eye{};    ///< xyz [m], w brightness factor
  Vec size{};   ///< pixels: width, height, 1/width, 1/height
  Vec focus{};  ///< xyz [m] centre, w [m] radius of the ball that shadows are drawn for
  Vec stage{};  ///< xyz [m] what the camera looks at, w [m] half the height it sees there
  Vec backdropTop{}, backdropBottom{};
  Vec zenith{}, horizon{}, below{};  ///< sky radiance; below: what the ground sends back
  Vec panelAxis[kPanels]{};          ///< to the panel, w half width / distance
  Vec panelRight[kPanels]{};         ///< unit, w half height / distance
  Vec panelColour[kPanels]{};        ///< radiance, w solid angle / π
  Vec sunTowards[kSuns]{};           ///< unit, w sine of the half angle
  Vec sunColour[kSuns]{};            ///< irradiance / π, w 1 if it casts shadows
  Vec shadow{};  ///< box units: texel, texels across, widest half penumbra per unit depth,
                 ///< pixels drawn per pixel shown
  Vec ground{};  ///< x [m] height, y shown, z grid, w [m] half side of the ground light map
  Vec groundColour{};
};

/// Puts the camera, target size and exposure into the block.
void describeCamera(const CameraLook& camera, int width, int height, FrameBlock& block);

/// Lights, sky, studio panels, ground and backdrop. The panels stand where a photographer would
/// put them round the first sun: key beside it, cool fill opposite, warm rim behind.
void describeLights(const FrameLook& look, FrameBlock& block);

FrameBlock::Mat columnsOf(const Eigen::Matrix4f& matrix);

}  // namespace sinew
