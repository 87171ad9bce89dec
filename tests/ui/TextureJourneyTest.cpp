// A picture for a material: named, missing, found, seen.
#include <QFile>
#include <QImage>
#include <QOpenGLWidget>

#include <filesystem>

#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class TextureJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    std::filesystem::create_directory(path("scene").toStdString());
    std::filesystem::create_directory(path("elsewhere").toStdString());
    QFile scene(path("scene/box.json"));
    ASSERT_TRUE(scene.open(QIODevice::WriteOnly));
    scene.write(R"({"sinew": 2, "materials": [{"name": "oak", "colour": [1, 1, 1], "glow": 1}],
        "parts": [{"name": "crate", "kind": "box", "material": "oak"}]})");
    scene.close();
    QImage green(64, 64, QImage::Format_RGB32);
    green.fill(Qt::green);
    ASSERT_TRUE(green.save(path("elsewhere/green.png")));
  }
  void openScene() {
    choose("File", "Open…");
    nameFile(path("scene/box.json"));
    click("oak");
    look("Texture");
  }
  /// Whether the middle of the picture comes to be green, or not to be.
  bool isGreen(bool wanted) {
    return patient([&] {
      auto* view = window().findChild<QOpenGLWidget*>();
      const QImage picture = view->grabFramebuffer();
      const QColor middle = picture.pixelColor(picture.width() / 2, picture.height() / 2);
      return (middle.green() > 2 * middle.red() && middle.green() > 100) == wanted;
    });
  }
};

TEST_F(TextureJourney, AMissingFileIsNamedAndAPathTypedInFullIsMadeTheScenes) {
  ASSERT_TRUE(QFile::copy(path("elsewhere/green.png"), path("scene/mine.png")));
  go([&] {
    openScene();
    const auto write = [&](const QString& text) {
      hand.click(inSight("Texture", look("Texture")).centre());
      hand.press("ctrl+a");
      hand.type(text);
      hand.press("return");
    };
    write("none.png");
    look("The texture none.png cannot be shown; its material keeps its plain colour.");
    EXPECT_TRUE(isGreen(false));
    write(path("scene/mine.png"));
    EXPECT_TRUE(shows("Texture", [](const Sight& s) { return s.value == "mine.png"; }));
    EXPECT_TRUE(isGreen(true));
  });
}

}  // namespace
}  // namespace sinew::test
