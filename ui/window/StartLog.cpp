#include "ui/window/StartLog.h"

#include <time.h>  // NOLINT(modernize-deprecated-headers): clock_gettime is POSIX, not of C++
#include <unistd.h>

#include <QEvent>
#include <QFile>
#include <QLoggingCategory>

#include "ui/live/LiveRun.h"
#include "ui/viewport/Viewport.h"

namespace sinew::ui {
namespace {

Q_LOGGING_CATEGORY(start, "sinew.start", QtWarningMsg)

/// [ms], to the 10 ms in which the kernel counts.
qint64 sinceProgramStart() {
  QFile file("/proc/self/stat");
  if (!file.open(QIODevice::ReadOnly)) return -1;
  const QByteArray line = file.readAll();
  // The program's name, in brackets, may hold spaces; the start is field 22 of the whole line.
  const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
  constexpr int kStart = 22 - 3;
  if (fields.size() <= kStart) return -1;
  const qint64 begun = fields[kStart].toLongLong() * 1000 / sysconf(_SC_CLK_TCK);
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<qint64>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000 - begun;
}

}  // namespace

StartLog::StartLog(QWidget& window, Viewport& viewport, const LiveRun& live)
    : QObject(&window), m_window(window) {
  if (!start().isDebugEnabled()) return;
  window.installEventFilter(this);
  connect(&viewport, &QOpenGLWidget::frameSwapped, this, [this, &viewport, &live] {
    if (!live.snapshot()) return;
    qCDebug(start) << "first picture after" << sinceProgramStart() << "ms";
    disconnect(&viewport, &QOpenGLWidget::frameSwapped, this, nullptr);
  });
}

bool StartLog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Paint) {
    m_window.removeEventFilter(this);
    // Posted behind the painting that has begun, so that all of the window is on the screen.
    QMetaObject::invokeMethod(
        this, [] { qCDebug(start) << "window after" << sinceProgramStart() << "ms"; },
        Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace sinew::ui
