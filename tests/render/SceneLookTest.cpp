#include "render/SceneLook.h"

#include <gtest/gtest.h>

#include "core/scene/SceneTables.h"
#include "tests/support/SceneBuilder.h"

using namespace sinew;
using test::builtins;
using test::SceneBuilder;

namespace {

void set(const ParamTable& table, ParamValues& values, const char* key, Value value) {
  values.set(*findParam(table, key), std::move(value));
}

Entity entity(const std::string& name) {
  return {name, "", {}};
}

}  // namespace

TEST(SceneLook, EmptySceneHasTheStudioAndAnAutomaticCamera) {
  const auto look = lookAt({}, builtins(), 0);
  ASSERT_TRUE(look);
  EXPECT_TRUE(look->camera.automatic);
  EXPECT_EQ(look->suns.size(), 1u);
  EXPECT_TRUE(look->overlays.threads);
  EXPECT_FALSE(look->overlays.glyphs);
  EXPECT_FALSE(look->overlays.forces);
}

TEST(SceneLook, EnvironmentDefaultsAreThoseOfFrameLook) {
  const auto look = lookAt({}, builtins(), 0);
  const FrameLook plain;
  EXPECT_EQ(look->backdrop.top, plain.backdrop.top);
  EXPECT_EQ(look->backdrop.bottom, plain.backdrop.bottom);
  EXPECT_EQ(look->ground.colour, plain.ground.colour);
}

TEST(SceneLook, MaterialsNameTheirTextures) {
  SceneBuilder builder;
  builder.part("particle", "ball", {{"material", "oak"}});
  Scene scene = builder.scene();
  Entity oak = entity("oak");
  set(materialTable(), oak.values, "texture", "textures/wood.png");
  set(materialTable(), oak.values, "texture_size", 0.5);
  scene[Section::Materials].push_back(oak);
  const auto look = lookAt(scene, builtins(), 0);
  ASSERT_TRUE(look);
  EXPECT_EQ(look->parts[0].material.texture, "textures/wood.png");
  EXPECT_EQ(look->parts[0].material.textureSize, 0.5);
  EXPECT_EQ(look->parts[0].material.picture, nullptr) << "nothing is read for a look";
  const MaterialLook plain;
  EXPECT_EQ(plain.textureSize, ParamReader(materialTable(), {}).real("texture_size"));
}

TEST(SceneLook, CameraMovesAlongItsKeys) {
  Scene scene;
  Entity camera = entity("side");
  Curve path;
  path.components = 3;
  path.keys = {{0, {0, 1, 4}, Interpolation::Linear}, {2, {2, 1, 4}, Interpolation::Linear}};
  set(cameraTable(), camera.values, "position", path);
  scene[Section::Cameras].push_back(camera);
  const auto look = lookAt(scene, builtins(), 1);
  ASSERT_TRUE(look);
  EXPECT_FALSE(look->camera.automatic);
  EXPECT_NEAR(look->camera.eye.x(), 1, 1e-12);
}

TEST(SceneLook, UnknownCameraIsAnErrorThatNamesTheOthers) {
  Scene scene;
  scene[Section::Cameras].push_back(entity("side"));
  EXPECT_TRUE(lookAt(scene, builtins(), 0, "side"));
  const auto look = lookAt(scene, builtins(), 0, "top");
  ASSERT_FALSE(look);
  EXPECT_EQ(look.error().code, ErrorCode::Usage);
  EXPECT_NE(look.error().message.find("'side'"), std::string::npos);
}

TEST(SceneLook, PartsTakeColourFromThemselvesThenMaterialThenTheirPlace) {
  Scene scene;
  Entity gold = entity("gold");
  set(materialTable(), gold.values, "colour", Vec3(0.9, 0.7, 0.2));
  set(materialTable(), gold.values, "metallic", 1.0);
  scene[Section::Materials].push_back(gold);
  const ParamTable common = commonPartParams();
  Entity plain{"plain", "particle", {}}, golden{"golden", "particle", {}},
      painted{"painted", "particle", {}};
  set(common, golden.values, "material", "gold");
  set(common, painted.values, "material", "gold");
  set(common, painted.values, "colour", Vec3(0, 0, 1));
  set(common, painted.values, "visible", false);
  scene[Section::Parts] = {plain, golden, painted};
  const auto look = lookAt(scene, builtins(), 0);
  ASSERT_TRUE(look);
  ASSERT_EQ(look->parts.size(), 3u);
  EXPECT_EQ(look->parts[0].material.colour, defaultPartColour("plain"));
  EXPECT_EQ(look->parts[1].material.colour, Vec3(0.9, 0.7, 0.2));
  EXPECT_EQ(look->parts[1].material.metallic, 1);
  EXPECT_EQ(look->parts[2].material.colour, Vec3(0, 0, 1));
  EXPECT_EQ(look->parts[2].material.metallic, 1);
  EXPECT_TRUE(look->parts[0].visible);
  EXPECT_FALSE(look->parts[2].visible);
}

TEST(SceneLook, AHiddenGroupHidesItsParts) {
  Scene scene;
  scene[Section::Parts] = {{"in", "particle", {}}, {"out", "particle", {}}};
  Entity group{"group", {}, {}};
  Curve later;
  later.components = 1;
  later.keys = {{0, {1}, Interpolation::Step}, {1, {0}, Interpolation::Step}};
  group.values.set(*findParam(groupTable(), "members"), ValueList{Value(std::string("in"))});
  group.values.set(*findParam(groupTable(), "visible"), later);
  scene[Section::Groups] = {group};
  for (const double time : {0.5, 1.5}) {
    const auto look = lookAt(scene, builtins(), time);
    ASSERT_TRUE(look);
    EXPECT_EQ(look->parts[0].visible, time < 1);
    EXPECT_TRUE(look->parts[1].visible);
  }
}

TEST(SceneLook, FilmsDoNotShowWhatOnlyHelpsWhileWorking) {
  Scene scene;
  Entity ball{"ball", "particle", {}}, place{"place", "locator", {}};
  scene[Section::Parts] = {ball, place, ball, place};
  set(builtins().part("particle")->table, scene[Section::Parts][2].values, "in_films", false);
  set(builtins().part("locator")->table, scene[Section::Parts][3].values, "in_films", true);
  const auto film = lookAt(scene, builtins(), 0),
             work = lookAt(scene, builtins(), 0, {}, Eyes::Work);
  const bool inFilm[] = {true, false, false, true};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(film->parts[i].visible, inFilm[i]) << i;
    EXPECT_TRUE(work->parts[i].visible) << i;
  }
}

TEST(SceneLook, OwnLightsReplaceTheStudioSun) {
  Scene scene;
  Entity sky = entity("sky"), sun = entity("sun");
  set(lightTable(), sky.values, "type", "sky");
  set(lightTable(), sun.values, "direction", Vec3(0, 2, 0));
  scene[Section::Lights] = {sky, sun};
  const auto look = lookAt(scene, builtins(), 0);
  ASSERT_EQ(look->suns.size(), 1u);
  EXPECT_EQ(look->suns[0].towards, Vec3(0, 2, 0));
}

TEST(DefaultPartColour, NeighboursDifferAndNoneIsRedOrAmber) {
  EXPECT_GT((defaultPartColour("rope") - defaultPartColour("rope_2")).norm(), 0.15);
  for (int i = 1; i < 40; ++i) {
    const auto name = [](int number) { return "rope_" + std::to_string(number); };
    const Colour a = defaultPartColour(name(i)), b = defaultPartColour(name(i + 1));
    EXPECT_GT((a - b).norm(), 0.15) << i;
    EXPECT_FALSE(a.x() > 1.5 * a.y() && a.x() > 1.5 * a.z()) << i;
  }
}
