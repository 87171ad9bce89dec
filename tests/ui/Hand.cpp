#include "tests/ui/Hand.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScreen>
#include <QStringList>
#include <QWidget>
#include <QWindow>
#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "tests/ui/Patience.h"
#include "tests/ui/XServer.h"

namespace sinew::test {
namespace {

/// Counts what reaches the program's windows.
class Witness : public QObject {
 public:
  bool eventFilter(QObject* watched, QEvent* event) override {
    // A key that is a shortcut reaches no window as such.
    if (event->type() == QEvent::Shortcut || event->type() == QEvent::ShortcutOverride)
      ++keyPresses;
    if (!watched->isWindowType()) return false;
    switch (event->type()) {
      case QEvent::MouseMove:
      case QEvent::DragEnter:  // while something is dragged, that is all that is heard of moves
      case QEvent::DragMove:
      case QEvent::DragLeave:
        ++moves;
        break;
      case QEvent::MouseButtonPress:
      case QEvent::MouseButtonDblClick:
        ++presses;
        break;
      case QEvent::MouseButtonRelease:
        ++releases;
        break;
      case QEvent::KeyPress:
        ++keyPresses;
        break;
      case QEvent::KeyRelease:
        ++keyReleases;
        break;
      case QEvent::Wheel:
        ++wheels;
        break;
      default:
        break;
    }
    return false;
  }
  std::atomic<int> moves = 0, presses = 0, releases = 0, keyPresses = 0, keyReleases = 0,
                   wheels = 0;
};

/// Where nothing manages windows, none has the keyboard once a dialog has closed, and keys are no
/// commands. One that was clicked has it a moment later; what has popped up takes keys without it.
void giveKeyboardBack() {
  constexpr double kMoment = 0.2;  // [s]
  const auto someoneHasIt = [] {
    return QApplication::activeWindow() != nullptr || QApplication::activePopupWidget() != nullptr;
  };
  if (patient(someoneHasIt, kMoment)) return;
  onProgram([] {
    QWidget* next = QApplication::activeModalWidget();
    for (QWidget* window : QApplication::topLevelWidgets())
      if (!next && window->isVisible() && window->windowType() == Qt::Window) next = window;
    if (next) next->activateWindow();
  });
  EXPECT_TRUE(patient(someoneHasIt)) << "no window has the keyboard";
}

}  // namespace

/// The server's input and what came of it in the program.
class Hand::Server {
 public:
  Server() { qApp->installEventFilter(&witness); }
  ~Server() { qApp->removeEventFilter(&witness); }

  void move(QPoint at) { m_x.move(qRound(at.x() * m_scale), qRound(at.y() * m_scale)); }
  void button(unsigned number, bool down) { m_x.button(number, down); }
  void key(const QString& name, bool down) { m_x.key(keyName(name), down); }
  bool needsShift(const QString& name) { return m_x.needsShift(keyName(name)); }

  Witness witness;

 private:
  static std::string keyName(const QString& name) {
    return (name.size() > 1 ? name.toLower() : name).toStdString();
  }
  XServer m_x;
  double m_scale = qApp->primaryScreen()->devicePixelRatio();
};

Hand::Hand() : m_server(std::make_unique<Server>()) {}
Hand::~Hand() = default;

void Hand::moveTo(QPoint at) {
  m_at = at;
  // A pointer that is there already says nothing, so it comes from beside.
  const int before = m_server->witness.moves;
  m_server->move(at + QPoint(1, 1));
  (void)patient([&] { return m_server->witness.moves > before; }, 0.5);
  const int beside = m_server->witness.moves;
  m_server->move(at);
  EXPECT_TRUE(patient([&] { return m_server->witness.moves > beside; }))
      << "the pointer never came to " << at.x() << ", " << at.y();
}

void Hand::press(Button button) {
  const int before = m_server->witness.presses;
  m_server->button(static_cast<unsigned>(button), true);
  EXPECT_TRUE(patient([&] { return m_server->witness.presses > before; })) << "no press arrived";
}

// Likewise.
void Hand::release(Button button) {
  const int before = m_server->witness.releases;
  m_server->button(static_cast<unsigned>(button), false);
  (void)patient([&] { return m_server->witness.releases > before; }, 0.3);
}

void Hand::click(QPoint at, Button button) {
  moveTo(at);
  // At once: a list that opens under a button held for long takes its release for a choice.
  const int before = m_server->witness.presses, after = m_server->witness.releases;
  m_server->button(static_cast<unsigned>(button), true);
  m_server->button(static_cast<unsigned>(button), false);
  EXPECT_TRUE(patient([&] { return m_server->witness.presses > before; })) << "no press arrived";
  (void)patient([&] { return m_server->witness.releases > after; }, 0.3);
}

void Hand::doubleClick(QPoint at) {
  click(at);
  press();
  release();
}

void Hand::drag(QPoint from, QPoint to, Button button, int pieces) {
  moveTo(from);
  press(button);
  for (int i = 1; i <= pieces; ++i) moveTo(from + (to - from) * i / pieces);
  release(button);
}

void Hand::wheel(QPoint at, int notches) {
  moveTo(at);
  for (int i = 0; i < std::abs(notches); ++i) {
    const int before = m_server->witness.wheels;
    m_server->button(notches > 0 ? 4 : 5, true);
    m_server->button(notches > 0 ? 4 : 5, false);
    EXPECT_TRUE(patient([&] { return m_server->witness.wheels > before; })) << "no wheel arrived";
  }
}

void Hand::holdKey(const QString& key) {
  const int before = m_server->witness.keyPresses;
  m_server->key(key, true);
  EXPECT_TRUE(patient([&] { return m_server->witness.keyPresses > before; }))
      << key.toStdString() << " never arrived";
}

// What a key closed when it went down hears no more of it, so its release may go nowhere.
void Hand::releaseKey(const QString& key) {
  const int before = m_server->witness.keyReleases;
  m_server->key(key, false);
  (void)patient([&] { return m_server->witness.keyReleases > before; }, 0.3);
}

void Hand::press(const QString& chord) {
  giveKeyboardBack();
  const QStringList keys = chord == "+" ? QStringList{"+"} : chord.split('+', Qt::SkipEmptyParts);
  for (const QString& key : keys) holdKey(key);
  std::for_each(keys.rbegin(), keys.rend(), [this](const QString& key) { releaseKey(key); });
}

void Hand::type(const QString& text) {
  for (const QChar letter : text) {
    const QString key(letter);
    const bool shifted = m_server->needsShift(key);
    if (shifted) holdKey("shift");
    holdKey(key);
    releaseKey(key);
    if (shifted) releaseKey("shift");
  }
}

}  // namespace sinew::test
