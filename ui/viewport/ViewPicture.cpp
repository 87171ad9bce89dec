#include "ui/viewport/ViewPicture.h"

namespace sinew::ui {

Result<void> ViewPicture::start() {
  auto renderer = Renderer::create();
  if (!renderer) return Unexpected{renderer.error()};
  m_renderer = std::move(*renderer);
  return {};
}

void ViewPicture::stop() {
  m_renderer.reset();
}

Result<void> ViewPicture::draw(const Snapshot& snapshot, const FrameLook& look,
                               const DrawTarget& target) {
  return m_renderer->draw(snapshot, look, target, Quality::Draft);
}

}  // namespace sinew::ui
