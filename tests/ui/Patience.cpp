#include "tests/ui/Patience.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSemaphore>
#include <QThread>
#include <QTimer>

#include <future>
#include <memory>
#include <mutex>

namespace sinew::test {

void onProgram(const std::function<void()>& what) {
  if (QThread::currentThread() == qApp->thread()) return what();
  // The thread sanitizer sees nothing of how Qt passes things on: the mutex shows it that what was
  // written here is read there, the promise that what was written there is read here.
  static std::mutex handOver;
  const auto done = std::make_shared<std::promise<void>>();  // which may outlast the wait
  const std::future<void> ready = done->get_future();
  { const std::scoped_lock written(handOver); }
  const auto doIt = [&what, done] {
    { const std::scoped_lock toBeRead(handOver); }
    what();
    done->set_value();
  };
  QMetaObject::invokeMethod(qApp, doIt, Qt::QueuedConnection);
  ready.wait();
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
