#include "tests/ui/Patience.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

namespace sinew::test {

bool patient(const std::function<bool()>& holds, double seconds) {
  QElapsedTimer clock;
  clock.start();
  QTimer wake;  // so that waiting for events ends even if none comes
  wake.start(20);
  while (!holds()) {
    if (static_cast<double>(clock.elapsed()) > 1000 * seconds) return false;
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  return true;
}

}  // namespace sinew::test
