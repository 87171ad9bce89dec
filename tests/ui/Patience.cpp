#include "tests/ui/Patience.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QSemaphore>
#include <QThread>
#include <QTimer>

#include <deque>
#include <future>
#include <memory>
#include <mutex>

namespace sinew::test {

namespace {

// The thread sanitizer sees nothing of how Qt passes things on. What is passed on stands here, the
// mutex shows that it was written before it is read, and Qt only says that there is something.
std::mutex handOver;
std::deque<std::function<void()>> handedOver;

class Doer : public QObject {
 public:
  Doer() { moveToThread(qApp->thread()); }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::User) return QObject::event(event);
    std::function<void()> next;
    {
      const std::scoped_lock toBeRead(handOver);
      next = std::move(handedOver.front());
      handedOver.pop_front();
    }
    next();
    return true;
  }
};

}  // namespace

void onProgram(const std::function<void()>& what) {
  if (QThread::currentThread() == qApp->thread()) return what();
  const auto done = std::make_shared<std::promise<void>>();  // which may outlast the wait
  const std::future<void> ready = done->get_future();
  {
    const std::scoped_lock written(handOver);
    handedOver.emplace_back([&what, done] {
      what();
      done->set_value();
    });
  }
  static Doer doer;
  QCoreApplication::postEvent(&doer, new QEvent(QEvent::User));
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
