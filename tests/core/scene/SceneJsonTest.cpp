#include "core/scene/SceneJson.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/core/scene/TestKinds.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

Scene sceneOf(const std::string& text) {
  auto scene = readScene(text, testRegistry());
  if (scene) return *scene;
  for (const Fault& fault : scene.error()) ADD_FAILURE() << fault.text();
  return {};
}

std::vector<Fault> faultsOf(const std::string& text) {
  auto scene = readScene(text, testRegistry());
  return scene ? std::vector<Fault>() : scene.error();
}

Fault onlyFault(const std::string& text) {
  const auto faults = faultsOf(text);
  if (faults.size() == 1) return faults.front();
  ADD_FAILURE() << faults.size() << " faults in " << text;
  for (const Fault& fault : faults) ADD_FAILURE() << fault.text();
  return {};
}

std::string withPart(const std::string& members) {
  return R"({"sinew": 1, "parts": [{"name": "p", "kind": "block", )" + members + "}]}";
}

TEST(SceneJson, everyTypeIsRead) {
  const Scene scene = sceneOf(withPart(R"(
    "mass": 2, "count": 4, "shape": "square", "label": "é", "mesh": "meshes/a.obj", "parent": "p",
    "sizes": [1, 2.5], "fixed": true, "orientation": [2, 0, 0, 0], "colour": [0.1, 0.2, 0.3],
    "strength": {"keys": [[0, 1], [1, 2, "linear"]], "interpolation": "step"},
    "target": {"keys": [[0, [1, 2, 3]]]}, "visible": {"keys": [[0, false], [2, true]]})"));
  const Registry registry = testRegistry();
  const ParamReader reader(registry.part("block")->table, scene.parts()[0].values);
  EXPECT_EQ(reader.real("mass"), 2);
  EXPECT_EQ(reader.integer("count"), 4);
  EXPECT_EQ(reader.text("shape"), "square");
  EXPECT_EQ(reader.text("label"), "é");
  EXPECT_EQ(reader.list("sizes"), (ValueList{1.0, 2.5}));
  EXPECT_TRUE(reader.boolean("fixed"));
  EXPECT_EQ(reader.vec3("colour"), Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(reader.curve("strength").keys[0].toNext, Interpolation::Step);
  EXPECT_EQ(reader.curve("strength").keys[1].toNext, Interpolation::Linear);
  EXPECT_EQ(reader.curve("target").at(0).value, (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(reader.curve("visible").at(3).value[0], 1);
  EXPECT_FALSE(reader.given("orientation")) << "[2,0,0,0] is the identity";
}

TEST(SceneJson, equalScenesGiveEqualBytesAndReadBackEqual) {
  const std::string text = withPart(R"("target": {"keys": [[0, [1, 2, 3]], [1, [0.1, 0, 0],
    "linear"], [2.5, [0, 1, 0]]]}, "orientation": [1, 2, 3, 4], "mass": 1, "visible": {"keys":
    [[0, true], [0.5, false]]}, "position": [-0.0, 1e-7, 3])");
  const Scene scene = sceneOf(text);
  const Registry registry = testRegistry();
  const std::string canonical = writeScene(scene, registry);
  EXPECT_EQ(sceneOf(canonical), scene);
  EXPECT_EQ(writeScene(sceneOf(canonical), registry), canonical);
  EXPECT_THAT(canonical, ::testing::Not(HasSubstr("mass"))) << "defaults are left out";
}

TEST(SceneJson, reportsEveryFaultAtOnce) {
  const auto faults = faultsOf(R"({"sinew": 1, "setings": {}, "parts": [
    {"name": "a", "kind": "block", "mass": -1, "count": 2.5, "raduis": 1},
    {"name": "a", "kind": "blok"}, 7],
    "constraints": [{"name": "c", "kind": "link", "a": {"part": "q"}}]})");
  std::vector<std::string> pointers;
  for (const Fault& fault : faults) pointers.push_back(fault.pointer);
  EXPECT_THAT(pointers, ::testing::UnorderedElementsAre(
                            "/setings", "/parts/0/mass", "/parts/0/count", "/parts/0/raduis",
                            "/parts/1/kind", "/parts/1/name", "/parts/2", "/constraints/0/a/part"));
}

TEST(SceneJson, messagesNameValueRangeAndUnit) {
  EXPECT_EQ(onlyFault(withPart(R"("mass": -1)")).text(),
            "/parts/0/mass: found -1; legal: a number > 0 kg");
  EXPECT_THAT(onlyFault(withPart(R"("shape": "squar")")).legal, HasSubstr("nearest: \"square\""));
  EXPECT_THAT(onlyFault(withPart(R"("shap": "square")")).legal, HasSubstr("nearest: \"shape\""));
  EXPECT_THAT(onlyFault(withPart(R"("strength": [1])")).legal, HasSubstr("keys"));
}

TEST(SceneJson, faultsInsideValuesPointInsideThem) {
  EXPECT_EQ(onlyFault(withPart(R"("sizes": [1, 0])")).pointer, "/parts/0/sizes/1");
  EXPECT_EQ(onlyFault(withPart(R"("position": [1, "x", 0])")).pointer, "/parts/0/position/1");
  EXPECT_EQ(onlyFault(withPart(R"("strength": {"keys": [[0, 1], [1, 11]]})")).pointer,
            "/parts/0/strength/keys/1/1");
  EXPECT_EQ(onlyFault(withPart(R"("strength": {"keys": [[1, 1], [1, 2]]})")).pointer,
            "/parts/0/strength/keys/1/0");
  EXPECT_EQ(onlyFault(withPart(R"("visible": {"keys": [[0, true, "smooth"]]})")).pointer,
            "/parts/0/visible/keys/0/2");
}

TEST(SceneJson, slopesAreReadAndKeepCurvesLegal) {
  const auto strength = [](const std::string& slopes, const char* end) {
    return withPart(R"("strength": {"keys": [[0, 5], [1, 5, "smooth", )" + slopes + "], [2, " +
                    end + "]]}");
  };
  const Registry registry = testRegistry();
  const Scene scene = sceneOf(strength(R"({"before": -1, "after": 2.5})", "6"));
  const ParamReader reader(registry.part("block")->table, scene.parts()[0].values);
  EXPECT_EQ(reader.curve("strength").keys[1].slopes, (Curve::Slopes{{-1}, {2.5}}));
  EXPECT_EQ(sceneOf(writeScene(scene, registry)), scene);
  EXPECT_EQ(sceneOf(strength(R"({"slope": 3})", "6")),
            sceneOf(strength(R"({"before": 3, "after": 3})", "6")));
  const Fault out = onlyFault(strength(R"({"slope": 100})", "6"));
  EXPECT_EQ(out.pointer, "/parts/0/strength/keys/1") << "after that key it rises too far";
  EXPECT_THAT(out.found, HasSubstr("a curve that reaches 20"));
  EXPECT_EQ(onlyFault(strength(R"({"before": 0})", "6")).pointer, "/parts/0/strength/keys/1/3");
  EXPECT_EQ(onlyFault(strength(R"({"slope": "x"})", "6")).pointer,
            "/parts/0/strength/keys/1/3/slope");
  EXPECT_EQ(
      onlyFault(withPart(R"("visible": {"keys": [[0, true, "step", {"slope": true}]]})")).pointer,
      "/parts/0/visible/keys/0/3");
}

TEST(SceneJson, whatIsRequiredMustBeGivenAndWhatIsOptionalNeedNot) {
  EXPECT_EQ(onlyFault(R"({"sinew": 1, "constraints": [{"name": "c", "kind": "link"}]})").pointer,
            "/constraints/0/a");
  sceneOf(R"({"sinew": 1, "parts": [{"name": "p", "kind": "block"}],
              "constraints": [{"name": "c", "kind": "link", "a": {"part": "p", "at": [0.5]}}]})");
}

TEST(SceneJson, quaternionsAreNormalisedOnce) {
  const Scene scene = sceneOf(withPart(R"("orientation": [1, 2, 3, 4])"));
  const auto& rotation = std::get<Quat>(scene.parts()[0].values.find("orientation")->content);
  EXPECT_NEAR(rotation.norm(), 1, 1e-15);
  EXPECT_EQ(onlyFault(withPart(R"("orientation": [0, 0, 0, 0])")).pointer, "/parts/0/orientation");
}

TEST(SceneJson, assetsCannotClimbOut) {
  for (const char* path : {"../a", "/etc/passwd", "a/../../b", "a\\\\b", "c:x", "a\\u0000b"}) {
    const std::string text = withPart(std::string(R"("mesh": ")") + path + "\"");
    EXPECT_EQ(onlyFault(text).pointer, "/parts/0/mesh") << path;
  }
}

TEST(SceneJson, namesAreCheckedAndUnique) {
  for (const char* name : {"", "a/b", "a:b", "[x]", "a\\nb"}) {
    EXPECT_EQ(onlyFault(std::string(R"({"sinew": 1, "parts": [{"kind": "block", "name": ")") +
                        name + "\"}]}")
                  .pointer,
              "/parts/0/name")
        << name;
  }
}

TEST(SceneJson, theVersionDecidesFirst) {
  EXPECT_THAT(onlyFault(R"({"sinew": 999, "future": true})").found, HasSubstr("newer Sinew"));
  EXPECT_EQ(onlyFault("{}").pointer, "/sinew");
  EXPECT_EQ(onlyFault(R"({"sinew": "1"})").pointer, "/sinew");
  EXPECT_EQ(onlyFault(R"({"sinew": 0})").pointer, "/sinew");
  EXPECT_EQ(onlyFault("[]").pointer, "");
}

}  // namespace
}  // namespace sinew
