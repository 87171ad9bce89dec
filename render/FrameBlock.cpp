#include "render/FrameBlock.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

using Vec = FrameBlock::Vec;

Vec pack(const Vec3& xyz, double w = 0) {
  const Eigen::Vector3f f = xyz.cast<float>();
  return {f.x(), f.y(), f.z(), static_cast<float>(w)};
}

/// A rectangle of light far away, facing the scene.
struct Panel {
  double turn;                   ///< [rad] about +Y, from the sun's azimuth
  double height;                 ///< [rad] above the horizon
  double halfWidth, halfHeight;  ///< tangents of the half angles
  Colour radiance;
};

// Chosen by eye on rounded test bodies: the key panel reads as a window in glossy surfaces, the
// rim is a narrow strip so that it only catches edges.
constexpr double kSunStrength = 1.28;
constexpr double kSkyStrength = 0.45;
constexpr double kParallelReach = 1e4;  // times half the height seen

std::array<Panel, FrameBlock::kPanels> studioPanels(const SkyLook& sky) {
  return {Panel{0.25, 0.80, 0.42, 0.60, Colour(1.0, 0.96, 0.90) * 2.6},
          Panel{1.75, 0.35, 0.75, 0.90, Colour(0.56, 0.74, 1.0) * 0.46 * sky.fill},
          Panel{2.75, 0.42, 0.30, 0.95, Colour(1.0, 0.74, 0.50) * 2.6 * sky.rim}};
}

void describePanels(const FrameLook& look, FrameBlock& block) {
  const Vec3 key = look.suns.empty() ? SunLook{}.towards : look.suns.front().towards;
  const double azimuth = std::atan2(key.x(), key.z());
  const auto panels = studioPanels(look.sky);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const Panel& panel = panels[i];
    const double turn = azimuth + panel.turn;
    const Vec3 axis(std::sin(turn) * std::cos(panel.height), std::sin(panel.height),
                    std::cos(turn) * std::cos(panel.height));
    const Vec3 right = Vec3::UnitY().cross(axis).normalized();
    const double a = panel.halfWidth, b = panel.halfHeight;
    const double angle = 4 * std::asin(a * b / std::sqrt((1 + a * a) * (1 + b * b)));
    block.panelAxis[i] = pack(axis, a);
    block.panelRight[i] = pack(right, b);
    block.panelColour[i] = pack(panel.radiance * look.sky.intensity, angle / std::numbers::pi);
  }
}

/// Irradiance / π that reaches a patch of ground in the open.
Colour groundLight(const FrameLook& look) {
  const double sky = kSkyStrength * look.sky.intensity;
  Colour light = sky * (0.65 * look.sky.zenith + 0.35 * look.sky.horizon);
  for (const SunLook& sun : look.suns) {
    const double up = std::max(0.0, sun.towards.normalized().y());
    light += kSunStrength * sun.intensity * up * sun.colour;
  }
  return light;
}

}  // namespace

FrameBlock::Mat columnsOf(const Eigen::Matrix4f& matrix) {
  FrameBlock::Mat out;
  Eigen::Map<Eigen::Matrix4f>(out.data()) = matrix;
  return out;
}

void describeCamera(const CameraLook& camera, int width, int height, FrameBlock& block) {
  const double aspect = static_cast<double>(width) / height;
  block.viewProjection = columnsOf(viewProjection(camera, aspect));
  block.clipToRay = columnsOf(clipToRay(camera, aspect));
  const double stage = stageOf(camera);
  // Seen from very far away, all lines of sight are parallel.
  const Vec3 farBack = camera.target + kParallelReach * stage * cameraAxes(camera).col(2);
  block.eye = pack(camera.orthographicHeight > 0 ? farBack : camera.eye, block.eye[3]);
  block.stage = pack(camera.target, stage);
  block.size = pack(Vec3(width, height, 1.0 / width), 1.0 / height);
}

void describeLights(const FrameLook& look, FrameBlock& block) {
  block.eye[3] = static_cast<float>(std::exp2(look.exposure));
  block.backdropTop = pack(look.backdrop.top);
  block.backdropBottom = pack(look.backdrop.bottom);
  const double sky = kSkyStrength * look.sky.intensity;
  block.zenith = pack(sky * look.sky.zenith);
  block.horizon = pack(sky * look.sky.horizon);
  block.below = look.ground.shown ? pack(0.8 * look.ground.colour.cwiseProduct(groundLight(look)))
                                  : pack(sky * look.sky.ground);
  const std::size_t suns = std::min<std::size_t>(look.suns.size(), FrameBlock::kSuns);
  for (std::size_t i = 0; i < suns; ++i) {
    const SunLook& sun = look.suns[i];
    block.sunTowards[i] = pack(sun.towards.normalized(), std::sin(sun.softness));
    block.sunColour[i] =
        pack(kSunStrength * sun.intensity * sun.colour, i == 0 && sun.shadows ? 1 : 0);
  }
  describePanels(look, block);
  block.ground =
      pack(Vec3(look.ground.height, look.ground.shown, look.ground.grid), block.ground[3]);
  block.groundColour = pack(look.ground.colour);
}

}  // namespace sinew
