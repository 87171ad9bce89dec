#pragma once
#include <QStatusBar>

#include "ui/viewport/Viewport.h"

class QLabel;

namespace sinew::ui {

class Jobs;

/// What the simulation is doing, in one line; hints; long work with its progress.
class StatusLine : public QStatusBar {
  Q_OBJECT
 public:
  StatusLine(LiveRun& live, Viewport& viewport, QWidget* parent);

  void hint(const QString& text);
  Jobs& jobs() { return *m_jobs; }

 private:
  void refresh();
  QString modeText() const;
  QString widestGapText() const;

  LiveRun& m_live;
  Viewport& m_viewport;
  QLabel *m_hint, *m_mode, *m_numbers;
  Jobs* m_jobs;
};

}  // namespace sinew::ui
