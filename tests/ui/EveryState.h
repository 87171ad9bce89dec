#pragma once
#include <QSettings>

#include "core/scene/SceneLength.h"
#include "tests/ui/Journey.h"

namespace sinew::test {

inline const char* schemeName(ui::Scheme scheme) {
  return scheme == ui::Scheme::Dark ? "dark" : "light";
}

/// What a person has chosen, before there is a window.
struct ChosenTheme {
  explicit ChosenTheme(ui::Scheme scheme) { QSettings().setValue("theme", schemeName(scheme)); }
  ~ChosenTheme() { QSettings().remove("theme"); }
};

/// Looks at what is in sight now: whatever is written can be read whole, and nothing lies over
/// anything else. With SINEW_PICTURES naming a folder it is put there as a picture.
void inspect(const QString& name, QWidget* only = nullptr);

/// A window in either theme that is brought from state to state, each of which is looked at.
class EveryState : private ChosenTheme,
                   public Journey,
                   public testing::WithParamInterface<ui::Scheme> {
 protected:
  EveryState() : ChosenTheme(GetParam()) {}
  void SetUp() override {
    Journey::SetUp();
    const int height = QGuiApplication::primaryScreen()->size().height();
    window().setGeometry(0, 0, 1280, std::min(800, height));
  }
  void see(const QString& name) {
    // For what opens; for a picture that is looked at also until it is refined.
    const double rest = qEnvironmentVariableIsEmpty("SINEW_PICTURES") ? 0.3 : 1;  // [s]
    (void)patient([] { return false; }, rest);
    onProgram([&] { inspect(name); });
  }
  void playTo(double frame) {
    click("Play");
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() >= frame; }));
    click("Pause");
    look("Play");
  }
  /// A key of the curve that is shown: where the pointer says that something is to be taken hold
  /// of, at that frame.
  QPoint keyInCurve(int frame) {
    constexpr int kLeft = 72, kEdge = 10;  // [px] round the plot, as it is drawn
    const QRect plot = look("Curve").place.adjusted(kLeft, kEdge, -kEdge, -kEdge);
    double last = 1;
    const auto holds = [&] {
      for (const QWidget* widget : window().findChildren<QWidget*>())
        if (widget->accessibleName() == "Curve")
          return widget->cursor().shape() == Qt::SizeAllCursor;
      return false;
    };
    onProgram([&] { last = static_cast<double>(lastFrameOf(window().document().scene())); });
    const int x = plot.left() + qRound(frame / last * plot.width());
    for (int y = plot.top(); y <= plot.bottom(); y += 4) {
      hand.moveTo(QPoint(x, y));
      bool found = false;
      onProgram([&] { found = holds(); });
      if (found) return {x, y};
    }
    ADD_FAILURE() << "no key at frame " << frame;
    return plot.center();
  }
  static bool onScreenPopup() {
    bool any = false;
    onProgram([&] { any = QApplication::activePopupWidget() != nullptr; });
    return any;
  }
  void seeMenu(const QString& menu, const QString& name) {
    click(menu);
    see(name);
    hand.press("esc");
  }
};

}  // namespace sinew::test
