#include "ui/viewport/ViewPicture.h"

#include <QElapsedTimer>

namespace sinew::ui {

Result<void> ViewPicture::start() {
  auto renderer = Renderer::create();
  if (!renderer) return Unexpected{renderer.error()};
  m_renderer = std::move(*renderer);
  return {};
}

void ViewPicture::stop() {
  m_renderer.reset();
  for (bool& warm : m_warm) warm = false;
}

Result<void> ViewPicture::draw(const Snapshot& snapshot, const FrameLook& look, DrawTarget target,
                               DetailPacer::Pace pace) {
  QElapsedTimer clock;
  clock.start();
  m_rung = m_pacer.choose(pace);
  target.detail = m_rung.detail;
  auto drawn = m_renderer->draw(snapshot, look, target, m_rung.quality);
  glFinish();  // or the time would be that of handing the work over
  bool& warm = m_warm[static_cast<std::size_t>(m_rung.quality)];
  if (warm) m_pacer.took(1e-9 * static_cast<double>(clock.nsecsElapsed()));
  warm = true;
  return drawn;
}

}  // namespace sinew::ui
