#pragma once
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "render/Camera.h"
#include "render/HeadlessContext.h"
#include "render/OffscreenTarget.h"
#include "render/Renderer.h"
#include "tests/render/TestBodies.h"

namespace sinew::test {

/// A headless context with a renderer and a target, for tests that look at pixels.
class PictureStudio {
 public:
  PictureStudio(int width, int height) {
    auto context = HeadlessContext::create();
    if (!context) throw std::runtime_error(context.error().message);
    m_context = std::move(*context);
    auto renderer = Renderer::create();
    if (!renderer) throw std::runtime_error(renderer.error().message);
    m_renderer = std::move(*renderer);
    auto target = OffscreenTarget::create(width, height);
    if (!target) throw std::runtime_error(target.error().message);
    m_target = std::make_unique<OffscreenTarget>(std::move(*target));
  }
  Image draw(const Snapshot& snapshot, const FrameLook& look, Quality quality) {
    const Result<void> drawn = m_renderer->draw(snapshot, look, m_target->target(), quality);
    EXPECT_TRUE(drawn) << drawn.error().message;
    return m_target->read();
  }
  /// Column and row in which the look's camera (not automatic) shows a point of the world.
  std::pair<int, int> pixelOf(const FrameLook& look, const Vec3& point) const {
    const DrawTarget target = m_target->target();
    const double aspect = static_cast<double>(target.width) / target.height;
    const CameraLook camera = settleCamera(look.camera, {}, aspect);
    const Eigen::Vector4f clip = viewProjection(camera, aspect) * point.cast<float>().homogeneous();
    return {
        static_cast<int>(static_cast<float>(target.width) * (0.5f + 0.5f * clip.x() / clip.w())),
        static_cast<int>(static_cast<float>(target.height) * (0.5f - 0.5f * clip.y() / clip.w()))};
  }
  Renderer& renderer() { return *m_renderer; }

 private:
  std::unique_ptr<HeadlessContext> m_context;
  std::unique_ptr<Renderer> m_renderer;
  std::unique_ptr<OffscreenTarget> m_target;
};

}  // namespace sinew::test
