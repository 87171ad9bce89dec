#include "tests/ui/Patience.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSemaphore>
#include <QThread>
#include <QTimer>

namespace sinew::test {

void onProgram(const std::function<void()>& what) {
  if (QThread::currentThread() == qApp->thread()) return what();
  QMetaObject::invokeMethod(qApp, what, Qt::BlockingQueuedConnection);
}

bool patient(const std::function<bool()>& holds, double seconds) {
  const auto late = [limit = static_cast<qint64>(1000 * seconds), clock = [] {
    QElapsedTimer c;
    c.start();
    return c;
  }()] { return clock.elapsed() > limit; };
  if (QThread::currentThread() != qApp->thread()) {
    QSemaphore never;
    for (;;) {
      bool held = false;
      onProgram([&] { held = holds(); });
      if (held || late()) return held;
      never.tryAcquire(1, 5);  // the program's turn
    }
  }
  QTimer wake;  // so that waiting for events ends even if none comes
  wake.start(20);
  while (!holds()) {
    if (late()) return false;
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  return true;
}

}  // namespace sinew::test
