// Every parameter of every registered kind survives a scene file, at its default and away from it.
#include <gtest/gtest.h>

#include <cmath>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "tests/support/OtherValue.h"

namespace sinew {
namespace {

using test::otherNumber;
using test::otherValue;

/// An enum of one choice cannot be anything but its default.
bool hasOtherValue(const ParamSpec& spec) {
  return spec.type != ParamType::Enum || spec.choices.size() > 1;
}

Value otherCurve(const ParamSpec& spec) {
  Curve curve;
  curve.components = spec.type == ParamType::Vector ? 3 : 1;
  const bool steps = spec.type == ParamType::Bool;
  std::array<double, 3> value{0, 0, 0};
  if (spec.type == ParamType::Real) value = {otherNumber(spec, 0)};
  if (spec.type == ParamType::Vector)
    for (double& component : value) component = otherNumber(spec, 0);
  curve.keys = {{0, value, steps ? Interpolation::Step : Interpolation::Linear},
                {1.0 / 3, value, steps ? Interpolation::Step : Interpolation::Smooth},
                {2, value, Interpolation::Step}};
  // No slope leads out of a range that a value may be at the edge of.
  if (!steps) curve.keys[1].slopes = Curve::Slopes{};
  return curve;
}

class SceneRoundTrip : public ::testing::Test {
 protected:
  SceneRoundTrip() { registerBuiltins(m_registry); }

  /// A scene that everything may refer to.
  Scene emptyScene() const {
    Scene scene;
    scene[Section::Parts].push_back({"part", m_registry.parts().front().name, {}});
    scene[Section::Materials].push_back({"material", "", {}});
    return scene;
  }

  void survives(const Scene& scene) const {
    const std::string text = writeScene(scene, m_registry);
    const auto again = readScene(text, m_registry);
    if (!again) {
      for (const Fault& fault : again.error()) ADD_FAILURE() << fault.text();
      return;
    }
    EXPECT_EQ(*again, scene) << text;
    EXPECT_EQ(writeScene(*again, m_registry), text);
  }

  /// An object with the table, put where `place` says: with what is required only, with each
  /// parameter changed and keyed, and with all of them changed.
  template <class Place>
  void tableSurvives(const ParamTable& table, const Place& place) const {
    ParamValues least;
    for (const ParamSpec& spec : table)
      if (spec.required) least.set(spec, otherValue(spec));
    survives(place(least));
    ParamValues everything = least;
    for (const ParamSpec& spec : table) {
      SCOPED_TRACE(spec.key);
      ParamValues changed = least;
      changed.set(spec, otherValue(spec));
      if (hasOtherValue(spec)) {
        EXPECT_NE(changed.find(spec.key), nullptr) << "not away from its default";
      }
      survives(place(changed));
      everything.set(spec, otherValue(spec));
      if (!spec.keyable) continue;
      changed.set(spec, otherCurve(spec));
      survives(place(changed));
    }
    survives(place(everything));
  }

  Registry m_registry;
};

TEST_F(SceneRoundTrip, everyParameterOfEveryKind) {
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    auto kinds = kindNames(m_registry, section);
    if (!hasKinds(section)) kinds = {""};
    for (const std::string_view kind : kinds) {
      SCOPED_TRACE(std::string(sectionKey(section)) + " " + std::string(kind));
      const ParamTable& table = *entityTable(m_registry, section, kind);
      tableSurvives(table, [&](const ParamValues& values) {
        Scene scene = emptyScene();
        scene[section].push_back({"entity", std::string(kind), values});
        return scene;
      });
    }
  }
}

TEST_F(SceneRoundTrip, everyParameterOfTheSingleObjects) {
  const std::pair<const ParamTable*, ParamValues Scene::*> objects[] = {
      {&settingsTable(), &Scene::settings},
      {&animationTable(), &Scene::animation},
      {&environmentTable(), &Scene::environment}};
  for (const auto& [table, member] : objects) {
    const auto place = [this, target = member](const ParamValues& values) {
      Scene scene = emptyScene();
      scene.*target = values;
      return scene;
    };
    tableSurvives(*table, place);
  }
}

}  // namespace
}  // namespace sinew
