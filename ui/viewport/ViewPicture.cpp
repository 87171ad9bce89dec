#include "ui/viewport/ViewPicture.h"

#include <QElapsedTimer>

#include <algorithm>

namespace sinew::ui {
namespace {

constexpr Quality kBest = Quality::Live;
constexpr double kSliceSeconds = 0.025;  // leaves room within 0.1 s for what a click brings about
constexpr double kFirstShare = 1.0 / 32, kLeastShare = 1.0 / 128;

bool sameView(const CameraLook& a, const CameraLook& b) {
  return a.eye == b.eye && a.target == b.target && a.up == b.up && a.fieldOfView == b.fieldOfView &&
         a.orthographicHeight == b.orthographicHeight;
}

}  // namespace

bool ViewPicture::Motif::operator==(const Motif& other) const {
  return snapshot == other.snapshot && revision == other.revision && width == other.width &&
         height == other.height && overlays == other.overlays && sameView(camera, other.camera);
}

Result<void> ViewPicture::start() {
  auto renderer = Renderer::create();
  if (!renderer) return Unexpected{renderer.error()};
  m_renderer = std::move(*renderer);
  return {};
}

void ViewPicture::stop() {
  m_renderer.reset();
  m_rows = -1;
  for (bool& warm : m_warm) warm = false;
}

Result<void> ViewPicture::draw(const Snapshot& snapshot, const FrameLook& look, DrawTarget target,
                               DetailPacer::Pace pace) {
  QElapsedTimer clock;
  clock.start();
  m_rung = m_pacer.choose(
      pace == DetailPacer::Pace::Resting && needsSlices() ? DetailPacer::Pace::Moving : pace);
  if (m_rung.quality == kBest) m_rows = -1;  // in the place of what was drawn in slices
  target.detail = m_rung.detail;
  auto drawn = m_renderer->draw(snapshot, look, target, m_rung.quality);
  glFinish();  // or the time would be that of handing the work over
  bool& warm = m_warm[static_cast<std::size_t>(m_rung.quality)];
  if (warm) m_pacer.took(1e-9 * static_cast<double>(clock.nsecsElapsed()));
  warm = true;
  return drawn;
}

Result<bool> ViewPicture::refine(const Motif& motif, const FrameLook& look,
                                 const DrawTarget& target) {
  QElapsedTimer clock;
  clock.start();
  if (!(motif == m_motif)) m_rows = -1;
  m_motif = motif;
  if (m_rows < 0) {
    const auto prepared = m_renderer->prepare(*motif.snapshot, look, target, kBest);
    if (!prepared) return Unexpected{prepared.error()};
    glFinish();
    m_rows = 0;
    m_share = m_share > 0 ? m_share : kFirstShare;
    return false;
  }
  const double to = std::min(1.0, m_rows + m_share);
  m_renderer->drawRows(*motif.snapshot, look, kBest, m_rows, to);
  glFinish();
  m_rows = to;
  const double seconds = 1e-9 * static_cast<double>(clock.nsecsElapsed());
  m_share = std::clamp(m_share * std::clamp(kSliceSeconds / seconds, 0.5, 2.0), kLeastShare, 1.0);
  return m_rows >= 1;
}

void ViewPicture::showRefined(const FrameLook& look, const DrawTarget& target) {
  m_renderer->show(*m_motif.snapshot, look, target, kBest);
  m_rung = {kBest, 1};
}

}  // namespace sinew::ui
