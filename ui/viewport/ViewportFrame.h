#pragma once
#include <QWidget>
#include <memory>

#include "ui/viewport/Viewport.h"

namespace sinew::ui {

/// Holds the viewport; or, on a platform that cannot show OpenGL, a sentence that says so. The
/// viewport is there in either case, so that nobody else needs to ask.
class ViewportFrame : public QWidget {
  Q_OBJECT
 public:
  ViewportFrame(Document& document, LiveRun& live, const AssetFolders& assets,
                QWidget* parent = nullptr);
  ~ViewportFrame() override;
  Viewport& viewport() { return *m_viewport; }

 private:
  std::unique_ptr<Viewport> m_hidden;  ///< a viewport that must never be shown
  Viewport* m_viewport;
};

}  // namespace sinew::ui
