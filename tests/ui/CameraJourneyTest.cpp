// Cameras are looked through, their film's frame is shown, and a picture of what they see is saved.
#include <QImage>
#include <filesystem>

#include "core/scene/SceneTables.h"
#include "tests/ui/Seen.h"
#include "tests/ui/ShownJourney.h"
#include "ui/window/MovieDialog.h"

namespace sinew::test {
namespace {

class CameraJourney : public ShownJourney {
 protected:
  /// A ball, and a camera that looks at it from the side.
  static Scene watched() {
    SceneBuilder builder;
    builder.part("superquadric", "ball", {{"position", Vec3(0, 1, 0)}});
    Scene scene = builder.scene();
    Entity camera{"watcher", {}, {}};
    camera.values.set(*findParam(cameraTable(), "position"), Value(kEye));
    camera.values.set(*findParam(cameraTable(), "target"), Value(Vec3(0, 1, 0)));
    scene[Section::Cameras].push_back(std::move(camera));
    return scene;
  }
  Vec3 eye() {
    Vec3 at = Vec3::Zero();
    onProgram([&] { at = viewport().eye().eye; });
    return at;
  }
  bool looksFrom(const Vec3& place) {
    return patient([&] { return (eye() - place).norm() < 1e-6; });
  }
  void lookThrough(const char* camera) {
    choose("View", "Through camera");
    look("Free view");  // in the menu that opens, where cameras are called as in the outliner
    click(camera);
  }
  QString view() { return text("Name of the view"); }

  static inline const Vec3 kEye = Vec3(3, 1.5, 0);
};

TEST_F(CameraJourney, IsLookedThroughUntilOneLooksFromElsewhere) {
  go([&] {
    show(watched(), {});
    EXPECT_TRUE(patient([&] { return view() == "Front"; })) << view().toStdString();
    lookThrough("watcher");
    EXPECT_TRUE(patient([&] { return view() == "Through watcher"; })) << view().toStdString();
    EXPECT_TRUE(looksFrom(kEye));
    click("watcher");
    enter("Position x", "4");
    EXPECT_TRUE(looksFrom(Vec3(4, kEye.y(), 0))) << "it is led by what is edited";
    hand.wheel(look("Viewport").place.center(), -2);
    EXPECT_TRUE(patient([&] { return !view().startsWith("Through"); })) << view().toStdString();
    EXPECT_GT((eye() - Vec3(4, kEye.y(), 0)).norm(), 0.01);
    const Entity camera = *sceneNow().find(Section::Cameras, "watcher");
    EXPECT_EQ(ParamReader(cameraTable(), camera.values).vec3("position"), Vec3(4, kEye.y(), 0))
        << "looking around moves no camera";
    lookThrough("watcher");
    EXPECT_TRUE(looksFrom(Vec3(4, kEye.y(), 0)));
    lookThrough("Free view");
    EXPECT_TRUE(patient([&] { return !view().startsWith("Through"); })) << view().toStdString();
  });
}

/// The film's size in the dialog that exports, from one to another.
TEST_F(CameraJourney, TheSafeFrameIsOfTheFilmsShape) {
  constexpr double kShare = 0.94;  // of the picture that the frame takes, at most
  // Whether the line of the frame that is `aspect` times as wide as high runs there, on its left.
  const auto framed = [&](double aspect) {
    int bright = 0;
    onProgram([&] {
      const QRect all(viewport().mapToGlobal(QPoint(0, 0)), viewport().size());
      const double high = kShare * std::min<double>(all.height(), all.width() / aspect);
      const QPoint left(qRound(all.left() + (all.width() - aspect * high) / 2), all.center().y());
      const QImage seen = seenAt(QRect(left - QPoint(3, 20), QSize(7, 41)));
      for (int y = 0; y < seen.height(); ++y)
        for (int x = 0; x < seen.width(); ++x) bright += qGray(seen.pixel(x, y)) > 225 ? 1 : 0;
    });
    return bright > 35;  // all along
  };
  const auto film = [&](const char* from, const char* to) {
    choose("File", "Export movie…");
    look("Export movie");
    click(from);  // a choice is called what it holds
    click(to);
    click("Cancel");
    EXPECT_TRUE(gone("Export movie"));
  };
  go([&] {
    show(watched(), {});
    hand.moveTo(look("Outliner").centre());
    EXPECT_FALSE(framed(16.0 / 9));
    choose("Overlays", "Safe frame of the film");
    EXPECT_TRUE(patient([&] { return framed(16.0 / 9); }));
    EXPECT_FALSE(framed(1));
    film("1280 × 720", "1080 × 1080");
    EXPECT_TRUE(patient([&] { return framed(1); }));
    EXPECT_FALSE(framed(16.0 / 9));
    film("1080 × 1080", "1280 × 720");
    EXPECT_TRUE(patient([&] { return framed(16.0 / 9); }));
    choose("Overlays", "Safe frame of the film");
    EXPECT_TRUE(patient([&] { return !framed(16.0 / 9); }));
  });
}

TEST_F(CameraJourney, APictureOfWhatIsSeenIsSaved) {
  constexpr double kDrawing = 180;  // [s] as finely as in a film, without a graphics card
  const QSize size = ui::lastFilmSize();
  const QRect middle(QPoint(size.width() / 2 - 50, size.height() / 2 - 50), QSize(100, 100));
  const auto saved = [&](const char* name) {
    choose("File", "Save a picture…");
    nameFile(path(name));
    const QString file = path((std::string(name) + ".png").c_str());  // it comes by itself
    EXPECT_TRUE(patient([&] { return QImage(file).size() == size; }, kDrawing));
    return QImage(file).convertToFormat(QImage::Format_RGB32).copy(middle);
  };
  go([&] {
    show(watched(), {});
    lookThrough("watcher");
    EXPECT_TRUE(looksFrom(kEye));
    const QImage ball = saved("ball");
    click("ball");
    look("Mass");
    hand.press("delete");
    look("Deleted ball.");
    const QImage empty = saved("empty");
    EXPECT_GT(differing(ball, empty), middle.width() * middle.height() / 2)
        << "the ball stands in the middle of what the camera sees";
  });
}

TEST_F(CameraJourney, WhatIsLookedThroughMayBeDeleted) {
  go([&] {
    show(watched(), {});
    lookThrough("watcher");
    EXPECT_TRUE(looksFrom(kEye));
    click("watcher");
    look("Position x");
    hand.press("delete");
    look("Deleted watcher.");
    EXPECT_TRUE(patient([&] { return !view().startsWith("Through"); })) << view().toStdString();
  });
}

}  // namespace
}  // namespace sinew::test
