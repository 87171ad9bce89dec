#include "ui/viewport/ViewportFrame.h"

#include <QLabel>
#include <QVBoxLayout>

namespace sinew::ui {

ViewportFrame::ViewportFrame(Document& document, LiveRun& live, const AssetFolders& assets,
                             QWidget* parent)
    : QWidget(parent), m_viewport(nullptr) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  if (Viewport::available()) {
    m_viewport = new Viewport(document, live, assets, this);
    layout->addWidget(m_viewport);
    return;
  }
  m_hidden = std::make_unique<Viewport>(document, live, assets);
  m_viewport = m_hidden.get();
  auto* message = new QLabel(
      tr("The picture cannot be shown: this display offers no OpenGL 4.1. Everything else works, "
         "and films can be exported. Start Sinew on an X11 or Wayland display to see the scene."));
  message->setWordWrap(true);
  message->setAlignment(Qt::AlignCenter);
  message->setMargin(24);
  message->setAccessibleName(tr("Why there is no picture"));
  layout->addWidget(message);
}

ViewportFrame::~ViewportFrame() = default;

}  // namespace sinew::ui
