#pragma once
#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QTemporaryDir>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "tests/support/SceneBuilder.h"
#include "tests/ui/Eye.h"
#include "tests/ui/Hand.h"
#include "tests/ui/Patience.h"
#include "ui/theme/Theme.h"
#include "ui/window/MainWindow.h"

namespace sinew::test {

/// A studio on the screen and a person before it, who sees names and moves a pointer. Nothing of
/// the program is called once its window is there.
class Journey : public testing::Test {
 protected:
  void SetUp() override {
    m_window = std::make_unique<ui::MainWindow>(registry(), options(), m_theme);
    m_window->setGeometry(0, 0, 1280, 800);
    m_window->show();
    m_window->activateWindow();  // there may be no window manager to do it
    ASSERT_TRUE(patient([&] { return m_window->isActiveWindow(); }));
    if (options().open.empty()) look("New scene");
  }
  void TearDown() override { m_window.reset(); }
  /// What the studio is started with.
  virtual ui::StudioOptions options() {
    ui::StudioOptions options;
    options.assetFolder = std::filesystem::path(SINEW_SOURCE_DIR) / "assets";
    return options;
  }
  /// What the studio knows.
  virtual const Registry& registry() const { return builtins(); }

  /// Lets the person act on a thread of their own, so that dialogs which hold up the program's
  /// thread do not hold up the person.
  void go(const std::function<void()>& acts) {
    std::atomic<bool> finished = false;
    std::thread person([&] {
      acts();
      finished = true;
    });
    while (!finished) (void)patient([&] { return finished.load(); }, 1);
    person.join();
  }

  /// Clicks on the thing of that name, once it has come to rest: a window that opens is laid out
  /// several times.
  void click(const QString& name) {
    Sight thing = look(name);
    // A menu that is about to open may hold what a label says already.
    constexpr double kOpening = 1;  // [s]
    if (thing.label) {
      (void)patient(
          [&] {
            thing = find(name).value_or(thing);
            return !thing.label;
          },
          kOpening);
    }
    (void)patient([&] {
      const QRect before = thing.place;
      thing = find(name).value_or(thing);
      return thing.place == before;
    });
    hand.click(reach(name, thing));
  }
  /// The middle of the thing, with the pointer there. What moved away meanwhile is followed.
  QPoint reach(const QString& name, Sight thing) {
    constexpr int kMostTries = 5;
    for (int k = 0; k < kMostTries; ++k) {
      thing = inSight(name, thing);
      hand.moveTo(thing.centre());
      const Sight now = find(name).value_or(thing);
      if (now.place == thing.place) break;
      thing = now;
    }
    return thing.centre();
  }
  /// Scrolls to it, if it lies where that is needed.
  Sight inSight(const QString& name, Sight thing) {
    constexpr int kMostNotches = 30;
    for (int k = 0; k < kMostNotches && !thing.room.isNull(); ++k) {
      if (thing.room.contains(thing.centre())) break;
      hand.wheel(thing.room.center(), thing.centre().y() > thing.room.bottom() ? -1 : 1);
      thing = find(name).value_or(thing);
    }
    return thing;
  }
  /// Waits until the thing of that name holds a value for which `wanted` is true.
  template <class Wanted>
  ::testing::AssertionResult shows(const QString& name, Wanted wanted) {
    Sight last;
    const bool held = patient([&] {
      if (const auto sight = find(name)) last = *sight;
      return wanted(last);
    });
    if (held) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << name.toStdString() << " holds \"" << last.value.toStdString() << "\"";
  }
  /// Chooses a command from a menu.
  void choose(const QString& menu, const QString& command) {
    click(menu);
    click(command);
  }
  /// Puts a number into the field of that name.
  void enter(const QString& field, const QString& number) {
    hand.doubleClick(reach(field, look(field)));
    hand.press("ctrl+a");
    hand.type(number);
    hand.press("return");
  }
  /// Writes a file's name into the dialog that asks for one.
  void nameFile(const QString& file) {
    look("File name:");
    hand.press("ctrl+a");
    hand.type(file);
    hand.press("return");
    EXPECT_TRUE(gone("File name:"));
  }
  /// What the line at the bottom says.
  QString hint() { return text("Hint"); }
  /// What a label of that name says.
  QString text(const QString& name) {
    QString said;
    onProgram([&] {
      for (const auto* label : window().findChildren<QLabel*>())
        if (label->accessibleName() == name && said.isEmpty()) said = label->text();
    });
    return said;
  }
  /// What stands beside the pointer or a field now.
  QString tip() {
    QString said;
    onProgram([&] {
      for (QWidget* window : QApplication::topLevelWidgets())
        if (window->isVisible() && window->inherits("QTipLabel"))
          said = static_cast<QLabel*>(window)->text();
    });
    return said;
  }
  /// Goes along a line in the picture until the hint names that handle.
  QPoint handle(const QString& name, QPoint from, QPoint step) {
    constexpr int kMost = 160;
    for (int i = 0; i < kMost; ++i) {
      hand.moveTo(from + i * step);
      if (patient([&] { return hint().startsWith(name); }, 0.05)) return from + i * step;
    }
    ADD_FAILURE() << "no handle for " << name.toStdString();
    return from;
  }
  double frame() { return look("Frame").value.toDouble(); }
  QString path(const char* name) const { return m_folder.filePath(name); }

  /// To measure, not to act.
  ui::MainWindow& window() { return *m_window; }

  Hand hand;

 private:
  QTemporaryDir m_folder;
  ui::Theme m_theme;
  std::unique_ptr<ui::MainWindow> m_window;
};

}  // namespace sinew::test
