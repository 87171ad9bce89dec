#include "ui/document/Copying.h"

#include <gtest/gtest.h>

#include <QString>
#include <numbers>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/simulation/OverlapRemark.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"
#include "ui/document/Names.h"
#include "ui/document/StartPose.h"

namespace sinew::ui {
namespace {

class Copying : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string scenes = std::string(SINEW_SOURCE_DIR) + "/assets/scenes/";
    auto scene = loadScene(scenes + GetParam() + ".json", test::builtins());
    ASSERT_TRUE(scene);
    m_document.reset(std::move(*scene), {});
  }

  std::vector<ObjectId> allParts() const {
    std::vector<ObjectId> all;
    for (const Entity& part : m_document.scene().parts())
      all.push_back({Section::Parts, part.name});
    return all;
  }
  static std::size_t count(const Scene& scene, Section section) { return scene[section].size(); }

  Document m_document{test::builtins()};
};

TEST_P(Copying, AllPartsTakeWhatTiesThemAlong) {
  const Scene before = m_document.scene();
  const Scene excerpt = excerptOf(before, test::builtins(), allParts());
  EXPECT_EQ(excerpt.parts(), before.parts());
  EXPECT_EQ(excerpt.constraints(), before.constraints());
  EXPECT_TRUE(readScene(writeScene(excerpt, test::builtins()), test::builtins()));
}

TEST_P(Copying, ADuplicateIsTheSameAgainAndOneUndoTakesItAway) {
  const Scene before = m_document.scene();
  const Scene excerpt = excerptOf(before, test::builtins(), allParts());
  const Insertion insertion = insertionOf(excerpt, before, test::builtins());
  ASSERT_TRUE(m_document.apply(insertion.edits, "Duplicate"));
  const Scene& after = m_document.scene();
  EXPECT_EQ(count(after, Section::Parts), 2 * count(before, Section::Parts));
  EXPECT_EQ(count(after, Section::Constraints), 2 * count(before, Section::Constraints));
  EXPECT_EQ(count(after, Section::Materials), count(before, Section::Materials));
  EXPECT_TRUE(checkReferences(after, test::builtins()).empty());
  for (const ObjectId& id : insertion.items) EXPECT_NE(after.find(id.section, id.name), nullptr);
  EXPECT_TRUE(World::compile(after, test::builtins()));
  m_document.undoStack().undo();
  EXPECT_TRUE(m_document.scene() == before);
}

TEST_P(Copying, ARowIsTheSameAgainFurtherOn) {
  const Scene before = m_document.scene();
  const Scene excerpt = excerptOf(before, test::builtins(), allParts());
  const Vec3 shift(0.5, -2, 3);
  const Insertion row = rowOf(excerpt, before, test::builtins(), {Quat::Identity(), shift}, 3);
  ASSERT_TRUE(m_document.apply(row.edits, "Repeat"));
  const Scene& after = m_document.scene();
  const std::size_t parts = count(before, Section::Parts);
  ASSERT_EQ(count(after, Section::Parts), 4 * parts);
  EXPECT_EQ(count(after, Section::Constraints), 4 * count(before, Section::Constraints));
  EXPECT_TRUE(checkReferences(after, test::builtins()).empty());
  for (std::size_t i = 0; i < parts; ++i) {
    const auto first = makePart(test::builtins(), before.parts()[i]);
    const auto last = makePart(test::builtins(), after.parts()[3 * parts + i]);
    ASSERT_TRUE(first && last);
    EXPECT_LT((roomOf(*last).middle() - roomOf(*first).middle() - 3 * shift).norm(), 1e-4);
  }
  m_document.undoStack().undo();
  EXPECT_TRUE(m_document.scene() == before);
}

// As library things are let go of in the picture, whatever contact they then come under.
TEST(CopyingInto, WhatIsSetDownOnAnotherStandsThere) {
  for (const char* contact : {"analytic", "barrier"}) {
    test::SceneBuilder builder(test::Defaults::Today);
    builder.settings({{"contact", contact}});
    builder.part("plane", "floor", {});
    Scene block =
        test::SceneBuilder(test::Defaults::Today)
            .part("superquadric", "block",
                  {{"radii", Vec3(0.1, 0.1, 0.1)}, {"exponent_u", 0.15}, {"exponent_v", 0.15}})
            .scene();
    Scene scene = builder.scene();
    double top = 0;
    for (int i = 0; i < 2; ++i) {
      const Insertion down =
          insertionAt(block, scene, test::builtins(), Vec3(0.02 * i, top, 0.02 * i));
      for (const SceneEdit& edit : down.edits) {
        const auto& addition = std::get<AddEntity>(edit);
        scene[addition.section].push_back(addition.entity);
      }
      top += 0.201;
    }
    const auto world = World::compile(scene, test::builtins());
    ASSERT_TRUE(world);
    Simulator simulator(*world);
    simulator.advanceTo(1);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_NEAR(test::positionOf(simulator, scene.parts().back().name, {0, 0}).y(), 0.3, 0.005)
        << contact;
  }
}

// Nor is it lifted onto what hangs over the slope.
TEST(CopyingInto, WhatIsSetDownOnASlopeIsNotInIt) {
  const Quat tilt(Eigen::AngleAxisd(0.5, Vec3::UnitZ()));
  Scene scene = test::SceneBuilder(test::Defaults::Today)
                    .part("box", "ramp", {{"size", Vec3(2, 0.04, 1)}, {"orientation", tilt}})
                    .part("box", "roof", {{"size", Vec3(2, 0.1, 1)}, {"position", Vec3(0, 2, 0)}})
                    .scene();
  const Vec3 place(0, 0.02 / std::cos(0.5), 0);
  const auto only = [](const char* kind, test::Values values) {
    return test::SceneBuilder(test::Defaults::Today).part(kind, kind, values).scene();
  };
  const Scene dropped[] = {
      only("body", {{"size", Vec3(0.2, 0.2, 0.2)}}),
      only("body", {{"shape", "ball"}, {"radius", 0.1}}),
      only("superquadric", {{"radii", Vec3(0.1, 0.1, 0.1)}}),
      only("rope", {{"length", 0.5}}),
  };
  for (const Scene& each : dropped) {
    Scene with = scene;
    for (const SceneEdit& edit : insertionAt(each, scene, test::builtins(), place).edits) {
      const auto& addition = std::get<AddEntity>(edit);
      with[addition.section].push_back(addition.entity);
    }
    const Entity& thing = with.parts().back();
    const auto world = World::compile(with, test::builtins());
    ASSERT_TRUE(world);
    const std::vector<std::string> overlaps = remarkOnOverlaps(*world);
    EXPECT_TRUE(overlaps.empty()) << overlaps.front();
    EXPECT_LT(roomOf(*makePart(test::builtins(), thing)).low.y(), 0.25)
        << thing.name << " is not on the roof";
  }
}

TEST_P(Copying, ARingStandsHalfwayAroundOppositeAndComesBack) {
  const Scene before = m_document.scene();
  const Scene excerpt = excerptOf(before, test::builtins(), allParts());
  const Quat turn(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
  const Vec3 centre(1, 0, -2);
  const RigidMotion stride(turn, centre - turn * centre);
  ASSERT_TRUE(
      m_document.apply(rowOf(excerpt, before, test::builtins(), stride, 4).edits, "Repeat"));
  const Scene& after = m_document.scene();
  EXPECT_TRUE(World::compile(after, test::builtins()));
  const std::size_t parts = count(before, Section::Parts);
  for (std::size_t i = 0; i < parts; ++i) {
    const auto roomAfter = [&](std::size_t copy) {
      const auto part = makePart(test::builtins(), after.parts()[copy * parts + i]);
      return part ? roomOf(*part) : Room{};
    };
    const Room first = roomAfter(0), opposite = roomAfter(2), last = roomAfter(4);
    const Vec3 through = 2 * centre - first.high;
    EXPECT_NEAR(opposite.low.x(), through.x(), 1e-4);
    EXPECT_NEAR(opposite.low.z(), through.z(), 1e-4);
    EXPECT_NEAR(opposite.low.y(), first.low.y(), 1e-4);
    EXPECT_LT((last.low - first.low).norm() + (last.high - first.high).norm(), 1e-4);
  }
}

TEST_P(Copying, AnotherSceneGetsItAsItWas) {
  const Scene excerpt = excerptOf(m_document.scene(), test::builtins(), allParts());
  m_document.reset({}, {});
  ASSERT_TRUE(m_document.apply(insertionOf(excerpt, {}, test::builtins()).edits, "Paste"));
  EXPECT_EQ(m_document.scene().parts(), excerpt.parts());
  EXPECT_EQ(m_document.scene().constraints(), excerpt.constraints());
  EXPECT_EQ(m_document.scene()[Section::Materials], excerpt[Section::Materials]);
}

TEST_P(Copying, AConstraintIsNotTornFromItsParts) {
  const ObjectId joint{Section::Constraints, m_document.scene().constraints().front().name};
  const Scene excerpt = excerptOf(m_document.scene(), test::builtins(), {joint});
  EXPECT_TRUE(excerpt.constraints().empty());
}

INSTANTIATE_TEST_SUITE_P(Demos, Copying, ::testing::Values("dragonfly", "bridge", "necklace"));

TEST(CopiesAside, TakePathsAndPivotsAlong) {
  test::SceneBuilder builder;
  builder.part("particle", "bead", {});
  builder.part("particle", "other", {});
  builder.constraint(
      "trajectory", "wire",
      {{"a", test::at("bead")}, {"path", ValueList{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0)}}});
  Scene scene = builder.scene();
  const ParamTable& table = groupTable();
  Entity group{"pair", {}, {}};
  group.values.set(*findParam(table, "members"), ValueList{"bead", "other"});
  group.values.set(*findParam(table, "pivot"), Vec3(0.5, 0, 0));
  scene[Section::Groups].push_back(group);
  const Scene excerpt = excerptOf(scene, test::builtins(), {{Section::Groups, "pair"}});
  const Vec3 aside(0, 0, 2);
  const RigidMotion stride(Quat::Identity(), aside);
  for (const SceneEdit& edit : rowOf(excerpt, scene, test::builtins(), stride, 1).edits) {
    const auto& added = std::get<AddEntity>(edit);
    if (added.section == Section::Constraints) {
      const auto& path = std::get<ValueList>(added.entity.values.find("path")->content);
      EXPECT_EQ(std::get<Vec3>(path.back().content), Vec3(1, 1, 2));
    }
    if (added.section == Section::Groups) {
      EXPECT_EQ(std::get<Vec3>(added.entity.values.find("pivot")->content), Vec3(0.5, 0, 2));
    }
  }
}

TEST(TurnedCopies, TakeAlongWhatIsSaidOfTheWorldAndHowTheyTurnByKey) {
  const double quarter = std::numbers::pi / 2;
  Curve swing;
  swing.keys = {{0, {0, 0, 0}}, {1, {0, 0.5, 0}}};
  test::SceneBuilder builder;
  builder.part("particle", "bead", {{"position", Vec3(1, 0, 0)}, {"velocity", Vec3(2, 3, 0)}});
  builder.part("box", "door", {{"turn", swing}});
  const Scene scene = builder.scene();
  const Scene excerpt =
      excerptOf(scene, test::builtins(), {{Section::Parts, "bead"}, {Section::Parts, "door"}});
  const RigidMotion stride(Quat(Eigen::AngleAxisd(quarter, Vec3::UnitY())), Vec3::Zero());
  const Insertion ring = rowOf(excerpt, scene, test::builtins(), stride, 1);
  const ParamValues& bead = std::get<AddEntity>(ring.edits[0]).entity.values;
  EXPECT_LT((std::get<Vec3>(bead.find("position")->content) - Vec3(0, 0, -1)).norm(), 1e-12);
  EXPECT_LT((std::get<Vec3>(bead.find("velocity")->content) - Vec3(0, 3, -2)).norm(), 1e-12);
  const ParamValues& door = std::get<AddEntity>(ring.edits[1]).entity.values;
  const auto& turned = std::get<Curve>(door.find("turn")->content);
  ASSERT_EQ(turned.keys.size(), 2U);
  EXPECT_NEAR(turned.keys[0].value[1], quarter, 1e-12);
  EXPECT_NEAR(turned.keys[1].value[1], quarter + 0.5, 1e-12);
}

TEST(FreeName, CountsOn) {
  Scene scene;
  EXPECT_EQ(freeName(scene, Section::Parts, "rope"), "rope");
  scene[Section::Parts] = {{"rope", {}, {}}, {"rope_2", {}, {}}, {"leg_07", {}, {}}};
  EXPECT_EQ(freeName(scene, Section::Parts, "rope"), "rope_3");
  EXPECT_EQ(freeName(scene, Section::Parts, "rope_2"), "rope_3");
  EXPECT_EQ(freeName(scene, Section::Parts, "leg_07"), "leg_07_2");
  scene[Section::Parts] = {{"arm_2", {}, {}}};
  EXPECT_EQ(freeName(scene, Section::Parts, "arm_2"), "arm_3");
}

}  // namespace
}  // namespace sinew::ui
