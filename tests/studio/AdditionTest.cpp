#include "ui/document/Addition.h"

#include <gtest/gtest.h>

#include <QString>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTrial.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"

namespace sinew::ui {
namespace {

constexpr Section kOffered[] = {Section::Parts,     Section::Constraints, Section::Forces,
                                Section::Materials, Section::Cameras,     Section::Lights};

class AdditionTo : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = loadScene(std::string(SINEW_SOURCE_DIR) + "/assets/scenes/two_constraints.json",
                           test::builtins());
    ASSERT_TRUE(scene);
    m_document.reset(std::move(*scene), {});
  }

  std::optional<AddEntity> addition(const Addable& addable,
                                    const std::vector<ObjectId>& selected) const {
    return additionTo(m_document.scene(), test::builtins(), addable, selected);
  }

  Document m_document{test::builtins()};
  const std::vector<ObjectId> m_two{{Section::Parts, "part_3"}, {Section::Parts, "part_1"}};
};

TEST_F(AdditionTo, EveryKindGivesASceneThatReadsBackAndOneUndoTakesItAway) {
  const Scene before = m_document.scene();
  for (const Section section : kOffered) {
    for (const Addable& addable : addablesOf(test::builtins(), section)) {
      ASSERT_LE(partsNeeded(test::builtins(), addable), m_two.size()) << addable.label;
      const auto added = addition(addable, m_two);
      ASSERT_TRUE(added) << addable.label;
      ASSERT_TRUE(m_document.apply(*added, "Add")) << addable.label;
      EXPECT_NE(m_document.scene().find(section, added->entity.name), nullptr);
      EXPECT_TRUE(checkReferences(m_document.scene(), test::builtins()).empty()) << addable.label;
      EXPECT_TRUE(tryMaking(m_document.scene(), test::builtins(), {}).empty()) << addable.label;
      m_document.undoStack().undo();
      EXPECT_TRUE(m_document.scene() == before) << addable.label;
    }
  }
}

TEST_F(AdditionTo, WhateverMustHoldSomethingCanBePicked) {
  for (const Section section : {Section::Constraints, Section::Forces}) {
    for (const Addable& addable : addablesOf(test::builtins(), section)) {
      const PointsToPick picks = pointsToPick(test::builtins(), addable);
      EXPECT_EQ(picks.needed, partsNeeded(test::builtins(), addable)) << addable.label;
      std::vector<MaterialPoint> points;
      for (std::size_t i = 0; i < picks.needed; ++i) points.push_back({m_two[i].name, {0.1, 0.2}});
      const AddEntity added = additionAt(m_document.scene(), test::builtins(), addable, points);
      ASSERT_TRUE(m_document.apply(added, "Add")) << addable.label;
      EXPECT_TRUE(checkReferences(m_document.scene(), test::builtins()).empty()) << addable.label;
      m_document.undoStack().undo();
    }
  }
}

TEST_F(AdditionTo, ASecondOneGetsANameOfItsOwn) {
  const Addable addable = addablesOf(test::builtins(), Section::Parts).front();
  const auto first = addition(addable, {});
  ASSERT_TRUE(first && m_document.apply(*first, "Add"));
  const auto second = addition(addable, {});
  ASSERT_TRUE(second && m_document.apply(*second, "Add"));
  EXPECT_EQ(second->entity.name, first->entity.name + "_2");
}

TEST_F(AdditionTo, WhatMovesStandsOnTheGroundBesideWhatIsThere) {
  m_document.reset({}, {});
  for (const Addable& addable : addablesOf(test::builtins(), Section::Parts)) {
    for (int k = 0; k < 2; ++k) {
      const auto added = addition(addable, {});
      ASSERT_TRUE(added && m_document.apply(*added, "Add"));
    }
  }
  const auto world = World::compile(m_document.scene(), test::builtins());
  ASSERT_TRUE(world) << world.error().message;
  const RenderTopology& shapes = *(*world)->topology();
  const auto begun = SnapshotMaker(*world).make(Simulator(*world).state());
  std::vector<std::pair<Vec3, Vec3>> boxes;
  for (std::size_t i = 0; i < shapes.parts.size(); ++i) {
    if ((*world)->parts()[i].dims.v == 0) continue;
    const auto& mesh = shapes.parts[i];
    Vec3 low = Vec3::Constant(1e9), high = -low;
    for (std::uint32_t v = 0; v < mesh.vertexCount; ++v) {
      const float* x = begun->positions.data() + 3 * (mesh.firstVertex + v);
      low = low.cwiseMin(Vec3(x[0], x[1], x[2]));
      high = high.cwiseMax(Vec3(x[0], x[1], x[2]));
    }
    EXPECT_NEAR(low.y(), 0, 1e-3) << mesh.part;
    boxes.emplace_back(low, high);
  }
  ASSERT_GE(boxes.size(), 6u);
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_TRUE(boxes[a].first.x() > boxes[b].second.x() ||
                  boxes[b].first.x() > boxes[a].second.x())
          << a << " and " << b;
    }
  }
}

TEST_F(AdditionTo, AConstraintTakesHoldOfTheSidesThatFaceEachOther) {
  m_document.reset({}, {});
  const Addable ball{Section::Parts, "superquadric", {}, {}};
  for (int k = 0; k < 2; ++k) {
    const auto added = addition(ball, {});
    ASSERT_TRUE(added && m_document.apply(*added, "Add"));
  }
  const auto joint =
      addition({Section::Constraints, "point_to_point", {}, {}},
               {{Section::Parts, "superquadric"}, {Section::Parts, "superquadric_2"}});
  ASSERT_TRUE(joint && m_document.apply(*joint, "Add"));
  const auto world = World::compile(m_document.scene(), test::builtins());
  ASSERT_TRUE(world) << world.error().message;
  const Simulator simulator(*world);
  const double between = 0.05;  // [m] what new parts leave between them
  EXPECT_NEAR(simulator.report().constraints[0].residual, between, 0.02);
}

// Not at a corner, nor in the middle of what hangs.
TEST_F(AdditionTo, AConstraintTakesHoldWherePartsAreNearest) {
  test::SceneBuilder builder;
  builder.part("box", "lid", {{"size", Vec3(1, 0.1, 1)}, {"position", Vec3(0, 1, 0)}});
  builder.part("rope", "string",
               {{"position", Vec3(0.3, 0.94, 0.2)},
                {"points", ValueList{Value(Vec3(0, -0.54, 0))}},
                {"radius", 0.005}});
  m_document.reset(builder.scene(), {});
  const auto joint = addition({Section::Constraints, "point_to_point", {}, {}},
                              {{Section::Parts, "lid"}, {Section::Parts, "string"}});
  ASSERT_TRUE(joint && m_document.apply(*joint, "Add"));
  const auto world = World::compile(m_document.scene(), test::builtins());
  ASSERT_TRUE(world) << world.error().message;
  EXPECT_NEAR(Simulator(*world).report().constraints[0].residual, 0.01, 0.006);
}

/// The widest gap of what is added at a point of one part or of two, at the start.
double gapOf(const Addable& addable, std::size_t points) {
  test::SceneBuilder builder;
  builder.part("rope", "line", {{"position", Vec3(0, 2, 0)}});
  builder.part("superquadric", "ball", {{"position", Vec3(0.3, 2.2, 0.1)}});
  std::vector<MaterialPoint> picked = {{"line", {0.4}}, {"ball", {0.3, 0.2}}};
  picked.resize(points);
  Scene scene = builder.scene();
  const auto added = additionAt(scene, test::builtins(), addable, picked);
  EXPECT_TRUE(applyEdit(scene, added, test::builtins())) << addable.label;
  const auto world = World::compile(scene, test::builtins());
  EXPECT_TRUE(world) << addable.label << ": " << (world ? "" : world.error().message);
  return world ? Simulator(*world).report().constraints[0].residual : 0;
}

// What is tied to space should not fly off to some default place.
TEST_F(AdditionTo, WhatIsPickedIsHeldInSpaceWhereItBegins) {
  int kinds = 0;
  for (const Addable& addable : addablesOf(test::builtins(), Section::Constraints)) {
    const PointsToPick picks = pointsToPick(test::builtins(), addable);
    ASSERT_GT(picks.needed, 0U) << addable.label;
    if (picks.needed > 1) continue;
    EXPECT_LT(gapOf(addable, 1), 1e-9) << addable.label;
    ++kinds;
  }
  EXPECT_GE(kinds, 8);
}

TEST_F(AdditionTo, ADistanceIsTheOneThatIsThere) {
  EXPECT_LT(gapOf({Section::Constraints, "distance", {}, {}}, 2), 1e-9);
}

TEST_F(AdditionTo, APointThatAPartDoesNotHaveIsRefused) {
  const Scene& scene = m_document.scene();
  EXPECT_TRUE(hasPoint(scene, test::builtins(), {"part_1", {0.1, 0.2}}));
  EXPECT_FALSE(hasPoint(scene, test::builtins(), {"part_1", {0.1}}));
  EXPECT_FALSE(hasPoint(scene, test::builtins(), {"nobody", {0.1, 0.2}}));
}

TEST_F(AdditionTo, AFloorIsOfferedWherePartsWouldFallWithoutEnd) {
  m_document.reset({}, {});
  EXPECT_FALSE(missingFloor(m_document.scene(), test::builtins())) << "nothing falls yet";
  const Addable particle{Section::Parts, "particle", {}, {}};
  const auto added = addition(particle, {});
  ASSERT_TRUE(added && m_document.apply(*added, "Add"));
  const auto floor = missingFloor(m_document.scene(), test::builtins());
  ASSERT_TRUE(floor && m_document.apply(*floor, "Add floor"));
  EXPECT_FALSE(missingFloor(m_document.scene(), test::builtins()));
  const auto world = World::compile(m_document.scene(), test::builtins());
  Simulator simulator(*world);
  simulator.advanceTo(1);
  EXPECT_NEAR(test::positionOf(simulator, "particle").y(), 0.05, 0.02) << "it stands";
}

TEST_F(AdditionTo, NoFloorIsOfferedForWhatHangs) {
  test::SceneBuilder builder;
  for (const char* name : {"upper", "lower", "loose"})
    builder.part("particle", name, {{"position", Vec3(0, 1, 0)}});
  builder.constraint("distance", "thread", {{"a", test::at("lower")}, {"b", test::at("upper")}});
  builder.constraint("position", "hook", {{"point", test::at("upper")}});
  Scene scene = builder.scene();
  EXPECT_TRUE(missingFloor(scene, test::builtins())) << "for what is loose";
  scene[Section::Parts].pop_back();
  EXPECT_FALSE(missingFloor(scene, test::builtins()));
  scene[Section::Constraints].pop_back();
  EXPECT_TRUE(missingFloor(scene, test::builtins())) << "tied, but to nothing that holds";
}

TEST_F(AdditionTo, WhatTiesPartsTakesTheSelectedOnesInTheirOrderAndNoOthers) {
  for (const Addable& addable : addablesOf(test::builtins(), Section::Constraints)) {
    const std::size_t needed = partsNeeded(test::builtins(), addable);
    ASSERT_GT(needed, 0u) << addable.label;
    EXPECT_FALSE(addition(addable, {m_two.begin(), m_two.begin() + needed - 1})) << addable.label;
    const auto added = addition(addable, m_two);
    ASSERT_TRUE(added) << addable.label;
    std::vector<std::string> parts;
    for (const auto& [key, value] : added->entity.values.entries())
      if (const auto* point = std::get_if<MaterialPoint>(&value.content))
        parts.push_back(point->part);
    ASSERT_EQ(parts.size(), needed) << addable.label;
    for (std::size_t i = 0; i < needed; ++i) EXPECT_EQ(parts[i], m_two[i].name) << addable.label;
  }
}

TEST_F(AdditionTo, ARuleIsNamedAfterWhatItIsAbout) {
  const Addable rule{Section::ContactRules, {}, "contact_rule", {}};
  const auto nameFor = [&](const std::vector<ObjectId>& selected) {
    const auto added = addition(rule, selected);
    return added ? added->entity.name : std::string();
  };
  EXPECT_EQ(nameFor({}), "contact_rule");
  EXPECT_EQ(nameFor({m_two.front()}), "part_3 and all");
  EXPECT_EQ(nameFor(m_two), "part_3 and part_1");
  ASSERT_TRUE(m_document.apply(*addition(rule, m_two), "Add"));
  EXPECT_EQ(nameFor(m_two), "part_3 and part_1 (2)");
}

}  // namespace
}  // namespace sinew::ui
