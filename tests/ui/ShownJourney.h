#pragma once
#include "tests/ui/Journey.h"
#include "tests/ui/Subjects.h"
#include "ui/viewport/ViewEye.h"

namespace sinew::test {

/// Scenes that were made elsewhere are put before a person, who does something to each: building
/// every one of them by hand would take hours. What is done, and where, is still by hand.
class ShownJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    go([this] {
      click("New scene");
      look("Viewport");
    });
    window().setGeometry(0, 0, 1000, 680);  // hundreds of pictures are drawn
  }
  void TearDown() override {
    document().undoStack().setClean();  // it is not asked whether it is to be saved
    Journey::TearDown();
  }

  ui::Document& document() { return window().document(); }
  ui::Viewport& viewport() { return *window().findChild<ui::Viewport*>(); }
  Scene sceneNow() {
    Scene scene;
    onProgram([&] { scene = document().scene(); });
    return scene;
  }

  /// Opens a scene with some things selected, and waits until it is ready. Each has frames of
  /// another length, by which it is told from the one before.
  Scene open(Scene scene, const std::vector<ui::ObjectId>& selected) {
    m_fps = m_fps % kMostFps + 1;
    scene.settings.set(*findParam(settingsTable(), "fps"), Value(m_fps));
    onProgram([&] { document().reset(scene, {}); });
    const QString its = QString(" %1 fps").arg(m_fps);
    EXPECT_TRUE(patient([&] { return text("End and time").contains(its); }))
        << its.toStdString() << ": " << text("Simulation").toStdString();
    onProgram([&] { document().selection().select(selected); });
    return sceneNow();
  }
  /// The same, with what is selected in view.
  Scene show(Scene scene, const std::vector<ui::ObjectId>& selected,
             ui::Viewport::View from = ui::Viewport::View::Front) {
    const Scene opened = open(std::move(scene), selected);
    lookFrom(from);
    return opened;
  }
  /// What is selected fills the picture.
  void lookFrom(ui::Viewport::View view) {
    onProgram([&] {
      viewport().lookFrom(view);
      viewport().frameSelected();
      for (int twice = 0; twice < 2; ++twice) viewport().repaint();  // panels may go first, once
    });
  }
  /// Where something in space is on the screen; nothing where it is not in the picture.
  std::optional<QPoint> onScreen(const Vec3& place) {
    std::optional<QPoint> found;
    onProgram([&] {
      ui::ViewEye eye;
      eye.resize(viewport().size());
      eye.setLook(viewport().eye());
      const auto at = eye.placeOf(place);
      constexpr int kMargin = 4;  // [px]
      const QRect room = viewport().rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
      if (at && room.contains(at->toPoint())) found = viewport().mapToGlobal(at->toPoint());
    });
    return found;
  }

 private:
  static constexpr std::int64_t kMostFps = 100;
  std::int64_t m_fps = 24;
};

}  // namespace sinew::test
