// Keys of several things at once, markers, cameras and groups, by hand.
#include <cmath>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneTables.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

// As they are drawn: the sheet's ruler, rows and margins [px].
constexpr int kNames = 220, kEdge = 16, kRuler = 22, kRow = 22;

class AnimateJourney : public Journey {
 protected:
  void open(const char* demo) {
    click(demo);
    look("Outliner");
    choose("File", "Save as…");
    nameFile(path("scene.json"));
  }
  void playAndReturnTo18() {
    click("Play");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 24; }));
    click("Pause");
    enter("Frame", "18");
  }
  /// The saved scene.
  Scene saved() {
    hand.press("ctrl+s");
    (void)patient([&] { return !window().isWindowModified(); });
    const auto scene = loadScene(path("scene.json").toStdString(), builtins());
    EXPECT_TRUE(scene);
    return scene ? *scene : Scene{};
  }
  /// Frames of the keys of a parameter in the file.
  std::vector<int> keysOf(const char* constraint, const char* key) {
    const Scene scene = saved();
    const Entity* entity = scene.find(Section::Constraints, constraint);
    const Value* value = entity == nullptr ? nullptr : entity->values.find(key);
    const auto* curve = value == nullptr ? nullptr : std::get_if<Curve>(&value->content);
    std::vector<int> frames;
    const double fps =
        static_cast<double>(ParamReader(settingsTable(), scene.settings).integer("fps"));
    for (std::size_t k = 0; curve != nullptr && k < curve->keys.size(); ++k)
      frames.push_back(static_cast<int>(std::lround(fps * curve->keys[k].time)));
    return frames;
  }
  /// A place in the key sheet.
  QPoint inSheet(int row, double frame, double lastFrame) {
    const QRect sheet = look("Key sheet").place;
    const double width = sheet.width() - kNames - kEdge;
    return {sheet.left() + kNames + qRound(frame / lastFrame * width),
            sheet.top() + kRuler + kRow * row + kRow / 2};
  }
};

TEST_F(AnimateJourney, ASceneSaysWhyItKeepsToBarriers) {
  go([&] {
    const QString why =
        "This scene keeps to barriers: nothing is thrown where nothing has inertia.";
    open("Bow");
    hand.press("ctrl+shift+a");
    onProgram([&] {
      const std::vector<SceneEdit> edits = {
          SetParam{"settings", "integrator", Value(std::string("quasi_static"))}};
      ASSERT_TRUE(window().document().apply(edits, "Change"));
    });
    look(why);
    hand.press("ctrl+s");
    choose("File", "New scene");
    EXPECT_TRUE(gone(why));
  });
}

// The bow's fingers, fingers on arrow and nock all change at frame 72 of 135.
TEST_F(AnimateJourney, KeysOfSeveralThingsMoveAsOne) {
  go([&] {
    open("Bow");
    click("Keys");
    look("Key sheet");
    hand.press("ctrl+shift+a");
    hand.drag(inSheet(0, 66, 135) - QPoint(0, 8), inSheet(3, 78, 135) + QPoint(0, 8));
    hand.drag(inSheet(0, 72, 135), inSheet(0, 90, 135));
    EXPECT_EQ(keysOf("fingers", "activation"), (std::vector<int>{0, 90}));
    EXPECT_EQ(keysOf("fingers", "target"), (std::vector<int>{15, 60})) << "outside the box";
    EXPECT_EQ(keysOf("fingers on arrow", "activation"), (std::vector<int>{0, 90}));
    EXPECT_EQ(keysOf("nock", "activation"), (std::vector<int>{0, 90}));
    hand.press("ctrl+z");
    EXPECT_EQ(keysOf("nock", "activation"), (std::vector<int>{0, 72})) << "one step of undo";
    hand.click(inSheet(1, 60, 135));
    hand.press("delete");
    EXPECT_EQ(keysOf("fingers", "target"), (std::vector<int>{15}));
    hand.doubleClick(inSheet(1, 40, 135));
    EXPECT_EQ(keysOf("fingers", "target"), (std::vector<int>{15, 40}));
  });
}

TEST_F(AnimateJourney, KeysAreTheTransportsAfterAFrameIsTyped) {
  go([&] {
    open("Two constraints");
    playAndReturnTo18();
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value == "18"; }));
    EXPECT_TRUE(text("End and time").contains("0.60 s"));
    hand.press("Home");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value == "0"; }));
  });
}

TEST_F(AnimateJourney, AutoKeyAndMarkersFollowTheCurrentTime) {
  go([&] {
    open("Two constraints");
    playAndReturnTo18();
    hand.moveTo(look("Viewport").place.center());
    hand.press("m");
    look("marker");
    click("Auto-key");
    hand.press("ctrl+shift+a");
    enter("Intensity", "2");
    enter("Frame", "24");
    enter("Intensity", "0.5");
    hand.moveTo(look("Viewport").place.center());
    hand.click(look("Viewport").place.topLeft() + QPoint(40, 200));
    hand.press("down");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value == "18"; }));
    const Scene scene = saved();
    const Value* intensity = scene.environment.find("intensity");
    ASSERT_NE(intensity, nullptr);
    const auto* curve = std::get_if<Curve>(&intensity->content);
    ASSERT_NE(curve, nullptr);
    ASSERT_EQ(curve->keys.size(), 2U);
    EXPECT_EQ(curve->keys[0].value[0], 2);
    EXPECT_EQ(curve->keys[1].value[0], 0.5);
    ASSERT_EQ(scene[Section::Markers].size(), 1U);
    const double fps =
        static_cast<double>(ParamReader(settingsTable(), scene.settings).integer("fps"));
    const ParamReader marker(markerTable(), scene[Section::Markers][0].values);
    EXPECT_NEAR(marker.real("time"), 18 / fps, 1e-9);
  });
}

TEST_F(AnimateJourney, ACameraStandsWhereOneLooksFrom) {
  go([&] {
    open("Two constraints");
    choose("View", "Front");
    hand.press("ctrl+shift+c");
    look("camera");
    const Scene scene = saved();
    const Entity* camera = scene.find(Section::Cameras, "camera");
    ASSERT_NE(camera, nullptr);
    const ParamReader reader(cameraTable(), camera->values);
    const Vec3 sight = reader.vec3("target") - reader.vec3("position");
    EXPECT_LT(sight.normalized().dot(Vec3::UnitZ()), -0.999);
  });
}

// Or keys that lead it elsewhere would roll it.
TEST_F(AnimateJourney, ACameraOfALeaningViewStandsUpright) {
  go([&] {
    click("New scene");
    hand.press("ctrl+shift+c");
    look("camera");
    choose("File", "Save as…");
    nameFile(path("scene.json"));
    const Scene scene = saved();
    const Entity* camera = scene.find(Section::Cameras, "camera");
    ASSERT_NE(camera, nullptr);
    const ParamReader reader(cameraTable(), camera->values);
    const Vec3 sight = reader.vec3("target") - reader.vec3("position");
    EXPECT_LT(sight.normalized().y(), -0.1);
    EXPECT_EQ(reader.vec3("up"), Vec3(Vec3::UnitY()));
  });
}

// Whatever the handle that was taken, X holds to the x axis; a group moves as one.
TEST_F(AnimateJourney, AGroupIsDraggedAlongAnAxis) {
  go([&] {
    click("New scene");
    for (const char* x : {"-0.5", "0.5"}) {
      choose("Add", "Parts");
      click("Particle");
      look(*x == '-' ? "particle" : "particle_2");
      enter("Position x", x);
    }
    choose("File", "Save as…");
    nameFile(path("scene.json"));
    choose("View", "Front");
    click("particle");
    hand.holdKey("ctrl");
    click("particle_2");
    hand.releaseKey("ctrl");
    hand.press("ctrl+g");
    look("group");
    const QPoint grip = look("Viewport").place.center();
    hand.moveTo(grip);
    hand.press("f");  // the middle of the group is the picture's, then
    hand.press("w");
    hand.moveTo(grip + QPoint(1, 0));
    hand.press();
    hand.moveTo(grip + QPoint(30, 20));
    hand.press("x");
    hand.moveTo(grip + QPoint(60, 50));
    hand.release();
    const Scene scene = saved();
    ASSERT_EQ(scene.parts().size(), 2U);
    double by[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const Entity& part = scene.parts()[i];
      const Vec3 at = ParamReader(builtins().part(part.kind)->table, part.values).vec3("position");
      by[i] = at.x() - (i == 0 ? -0.5 : 0.5);
      EXPECT_GT(by[i], 0.05);
      EXPECT_NEAR(at.y(), 0.05, 1e-9) << "it lies on the ground, as it was added";
      EXPECT_EQ(at.z(), 0);
    }
    EXPECT_NEAR(by[0], by[1], 1e-9);
  });
}

// A key that is given to another command is taken from its own, and comes back.
TEST_F(AnimateJourney, KeysAreRebound) {
  go([&] {
    open("Two constraints");
    choose("Help", "Keys");
    click("Find a command or a key");
    hand.type("marker");
    click("Commands and keys");
    hand.click(look("Commands and keys").place.topLeft() + QPoint(60, 36));
    click("New key");
    hand.press("ctrl+g");
    look("As it was made");
    EXPECT_TRUE(patient([&] { return look("As it was made").enabled; }));
    click("Close");
    hand.click(look("Viewport").place.center());
    hand.press("ctrl+g");
    look("marker");
    choose("Help", "Keys");
    click("All as they were made");
    click("Close");
  });
}

// Nor does the picture know a key that was taken away.
TEST_F(AnimateJourney, KeysOfToolsAreReboundToo) {
  const auto tool = [](const QString& name) { return look(name).checked; };
  go([&] {
    open("Two constraints");
    choose("Help", "Keys");
    click("Find a command or a key");
    hand.type("rotate");
    click("Commands and keys");
    hand.click(look("Commands and keys").place.topLeft() + QPoint(60, 36));
    click("New key");
    hand.press("y");
    EXPECT_TRUE(patient([&] { return look("As it was made").enabled; }));
    click("Close");
    hand.moveTo(look("Viewport").place.center());
    click("Select");
    hand.press("e");
    hand.press("w");
    EXPECT_TRUE(patient([&] { return tool("Move"); }));
    EXPECT_FALSE(tool("Rotate"));
    hand.press("y");
    EXPECT_TRUE(patient([&] { return tool("Rotate"); }));
    choose("Help", "Keys");
    click("All as they were made");
    click("Close");
  });
}

}  // namespace
}  // namespace sinew::test
