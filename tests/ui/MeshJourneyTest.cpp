// A file that shapes an obstacle: refused, taken, and taken along to where the scene is saved.
#include <QFile>
#include <QLabel>

#include <filesystem>

#include "core/io/mesh/SceneMeshes.h"
#include "tests/support/MeshTexts.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class MeshJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    std::filesystem::create_directory(path("scene").toStdString());
    std::filesystem::create_directory(path("other").toStdString());
    write("scene/stone.json", R"({"sinew": 2, "parts": [{"name": "stone", "kind": "mesh"}]})");
    write("scene/box.obj", boxObj());
    write("scene/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  }
  void write(const char* name, const std::string& text) {
    QFile file(path(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text));
  }
  bool says(const QString& what) {
    return patient([&] {
      for (const auto* label : window().findChildren<QLabel*>())
        if (label->accessibleName() == "Hint" && label->text() == what) return true;
      return false;
    });
  }
  void type(const QString& text) {
    hand.click(inSight("Mesh", look("Mesh")).centre());
    hand.press("ctrl+a");
    hand.type(text);
    hand.press("return");
  }
};

TEST_F(MeshJourney, OnlyWhatIsASolidIsTakenAndItGoesWithTheScene) {
  const QString there = path("other/stone.json");
  go([&] {
    choose("File", "Open…");
    nameFile(path("scene/stone.json"));
    click("stone");
    look("Mesh");
    type("open.obj");
    EXPECT_TRUE(
        says("open.obj: it is not closed: 3 edges have a face on one side only; a solid has two "
             "at every edge, both seen from outside"));
    EXPECT_TRUE(shows("Mesh", [](const Sight& s) { return s.value.isEmpty(); }));
    type(path("scene/box.obj"));
    EXPECT_TRUE(shows("Mesh", [](const Sight& s) { return s.value == "box.obj"; }));
    choose("File", "Save as…");
    nameFile(there);
    EXPECT_TRUE(patient([&] { return std::filesystem::exists(there.toStdString()); }));
  });
  const auto scene = loadSceneAndMeshes(there.toStdString(), registry());
  ASSERT_TRUE(scene) << scene.error().faults.at(0).text();
  ASSERT_EQ(meshesOf(*scene, registry()).size(), 1u);
  EXPECT_EQ(meshesOf(*scene, registry()).front().content->bytes, boxObj());
}

}  // namespace
}  // namespace sinew::test
