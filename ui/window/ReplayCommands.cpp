// What the window's commands do about showing again what is there.
#include <QSettings>

#include "ui/window/Actions.h"
#include "ui/window/MainWindow.h"
#include "ui/window/StatusLine.h"

namespace sinew::ui {
namespace {

constexpr const char* kLoop = "replay/loop";

}  // namespace

void MainWindow::connectReplay() {
  const Actions& a = *m_actions;
  connect(a.replay, &QAction::triggered, &m_live, &LiveRun::replay);
  connect(a.loop, &QAction::toggled, this, [this](bool loop) {
    m_live.setLoop(loop);
    QSettings().setValue(kLoop, loop);
  });
  a.loop->setChecked(QSettings().value(kLoop).toBool());
  connect(a.replayFrom, &QAction::triggered, this,
          [this] { m_live.setReplayFrom(m_live.status().frame); });
  connect(a.replayTo, &QAction::triggered, this,
          [this] { m_live.setReplayTo(m_live.status().frame); });
  connect(a.replayAll, &QAction::triggered, this, [this] {
    m_live.replayAll();
    m_status->hint(tr("All frames are replayed"));
  });
  connect(&m_live, &LiveRun::replayWayChanged, this, [this] {
    const ReplayWay& way = m_live.replayWay();
    m_actions->replayAll->setEnabled(way.from || way.to);
    if (way.from && way.to)
      m_status->hint(tr("Frames %1 to %2 are replayed").arg(*way.from).arg(*way.to));
    else if (way.from)
      m_status->hint(tr("What is replayed begins at frame %1").arg(*way.from));
    else if (way.to)
      m_status->hint(tr("What is replayed ends at frame %1").arg(*way.to));
  });
}

}  // namespace sinew::ui
