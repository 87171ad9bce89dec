// What rules say of parts that touch: of some pairs, or of what is of a material.
#include <gtest/gtest.h>

#include <cmath>

#include "core/scene/ContactRules.h"
#include "core/scene/SceneDifference.h"
#include "core/scene/SimulationHash.h"
#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kSide = 0.2;   // [m] of a block
constexpr double kFall = 9.81;  // [m/s²]

ValueList named(std::initializer_list<const char*> parts) {
  return ValueList(parts.begin(), parts.end());
}

/// A floor on which blocks slide side by side, half a metre apart.
SceneBuilder row(std::initializer_list<const char*> names, double above = 0.0011,
                 double speed = 2) {
  SceneBuilder scene(Defaults::Today);
  scene.part("box", "floor", {{"size", Vec3(20, 1, 20)}, {"position", Vec3(0, -0.5, 0)}});
  double z = 0;
  for (const char* name : names) {
    scene.part("body", name,
               {{"size", Vec3(kSide, kSide, kSide)},
                {"position", Vec3(0, 0.5 * kSide + above, z += 0.5)},
                {"velocity", Vec3(speed, 0, 0)}});
  }
  return scene;
}

/// Something soft elsewhere, so that contact is solved for as rows of the step.
void addSoft(SceneBuilder& scene) {
  scene.part(
      "superquadric", "cushion",
      {{"motion", "global"}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(-3, 0.101, 0)}});
}

double wayOf(const Simulator& simulator, const char* block) {
  return positionOf(simulator, block, {0, 0, 0}).x();
}

class ContactRules : public testing::TestWithParam<bool> {
 protected:
  static SceneBuilder blocks(std::initializer_list<const char*> names) {
    SceneBuilder scene = row(names);
    if (GetParam()) addSoft(scene);
    return scene;
  }
};

// v²/(2 μ g), with a μ for each pair in one scene.
TEST_P(ContactRules, GiveEachPairItsFriction) {
  SceneBuilder scene = blocks({"plain", "icy", "rough"});
  scene.rule("ice", {{"parts", named({"icy"})}, {"others", named({"floor"})}, {"friction", 0.0}});
  scene.rule("sand",
             {{"parts", named({"floor"})}, {"others", named({"rough"})}, {"friction", 0.9}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(wayOf(simulator, "plain"), 4 / (2 * 0.5 * kFall), 0.012);
  EXPECT_NEAR(wayOf(simulator, "icy"), 2, 0.01);
  EXPECT_NEAR(wayOf(simulator, "rough"), 4 / (2 * 0.9 * kFall), 0.012);
}

TEST_P(ContactRules, OfOnePairTheLastCounts) {
  SceneBuilder scene = blocks({"one", "other"});
  scene.rule("all", {{"friction", 0.9}});
  scene.rule("but", {{"parts", named({"one"})}, {"friction", 0.0}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  EXPECT_NEAR(wayOf(simulator, "one"), 2, 0.01);
  EXPECT_NEAR(wayOf(simulator, "other"), 4 / (2 * 0.9 * kFall), 0.012);
}

TEST_P(ContactRules, LetPartsPassAndBounce) {
  SceneBuilder scene = blocks({});
  double x = 0;
  for (const char* name : {"falls", "bounces", "drops"}) {
    scene.part("body", name,
               {{"shape", "ball"}, {"radius", 0.1}, {"position", Vec3(x += 1, 1.1, 0)}});
  }
  scene.rule("through", {{"parts", named({"falls"})}, {"response", "none"}});
  scene.rule("up", {{"parts", named({"bounces"})}, {"restitution", 1.0}});
  scene.rule("down", {{"parts", named({"drops"})}, {"restitution", 0.0}});
  Simulator simulator(scene.world());
  const double touches = std::sqrt(2 / kFall);  // [s] to fall by a metre
  double highest = 0, again = 0;
  while (simulator.time() < 2.1 * touches) {
    ASSERT_EQ(simulator.step(2.1 * touches).status, RunStatus::Ok) << simulator.report().message;
    if (simulator.time() < 1.2 * touches) continue;
    highest = std::max(highest, positionOf(simulator, "bounces", {0, 0, 0}).y());
    again = std::max(again, positionOf(simulator, "drops", {0, 0, 0}).y());
  }
  EXPECT_NEAR(positionOf(simulator, "falls", {0, 0, 0}).y(), 1.1 - 2.1 * 2.1, 0.05);
  EXPECT_NEAR(highest, 1.1, 0.01);
  EXPECT_NEAR(again, 0.1, 0.002);
}

// Two layers of blocks on a slope of 20 degrees, slippery but for that, in steps of the usual
// length.
TEST_P(ContactRules, HoldPilesThatStick) {
  const auto farthest = [](bool sticky) {
    SceneBuilder scene = blocks({});
    const double slope = 0.35;  // [rad]
    scene.settings({{"friction", 0.05},
                    {"gravity", Vec3(kFall * std::sin(slope), -kFall * std::cos(slope), 0)}});
    std::vector<std::string> names;
    for (int i = 0; i < 12; ++i) {
      names.push_back("pile " + std::to_string(i));
      const double y = (i < 6 ? 0.5 : 1.5) * kSide + 0.002 * (i < 6 ? 1 : 2);
      scene.part("body", names.back().c_str(),
                 {{"size", Vec3(kSide, kSide, kSide)}, {"position", Vec3(0.5 * (i % 6), y, -2)}});
    }
    if (sticky) scene.rule("glue", {{"response", "sticky"}});
    Simulator simulator(scene.world());
    simulator.advanceTo(1);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_LE(simulator.report().steps, 120U);
    double way = 0;
    for (int i = 0; i < 12; ++i)
      way = std::max(way, wayOf(simulator, names[i].c_str()) - 0.5 * (i % 6));
    return way;
  };
  EXPECT_LT(farthest(true), 0.003);
  EXPECT_GT(farthest(false), 0.5);
}

// What is thrown at what it sticks to stays there, unless the rule says that it bounces.
TEST_P(ContactRules, StopWhatSticks) {
  for (const double bounce : {0.0, 0.8}) {
    SceneBuilder scene = blocks({});
    scene.part("body", "ball",
               {{"shape", "ball"},
                {"radius", 0.1},
                {"position", Vec3(0, 0.3, 0)},
                {"velocity", Vec3(0, -2, 0)}});
    if (bounce > 0) scene.rule("glue", {{"response", "sticky"}, {"restitution", bounce}});
    if (bounce == 0) scene.rule("glue", {{"response", "sticky"}});
    Simulator simulator(scene.world());
    double highest = 0;
    while (simulator.time() < 1) {
      ASSERT_EQ(simulator.step(1).status, RunStatus::Ok) << simulator.report().message;
      const double y = positionOf(simulator, "ball", {0, 0, 0}).y();
      if (simulator.time() > 0.2) highest = std::max(highest, y);
    }
    const double square = 4 + 2 * kFall * 0.2;  // [m²/s²] of the speed at which it meets
    EXPECT_NEAR(highest, 0.1 + bounce * bounce * square / (2 * kFall), 0.01) << bounce;
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, ContactRules, testing::Values(false, true),
                         [](const auto& world) { return world.param ? "Rows" : "Rigid"; });

TEST(ContactRule, IsAboutWhatIsOfAMaterial) {
  SceneBuilder scene = row({"ice", "stone"});
  scene.material("frozen");
  scene.rule("slippery", {{"material", "frozen"}, {"friction", 0.0}});
  Scene dry = scene.scene();
  Scene icy = dry;
  icy[Section::Parts][1].values.set(*findParam(commonPartParams(), "material"), Value("frozen"));
  const auto slides = [](const Scene& of) {
    Simulator simulator(*World::compile(of, builtins()));
    simulator.advanceTo(1);
    return std::array{wayOf(simulator, "ice"), wayOf(simulator, "stone")};
  };
  EXPECT_LT(slides(dry)[0], 0.5) << "nothing is of it yet";
  EXPECT_NEAR(slides(icy)[0], 2, 0.01);
  EXPECT_LT(slides(icy)[1], 0.5);
  // A change of material is one of the simulation here, and else of the picture only.
  EXPECT_FALSE(sameWorld(dry, icy, builtins()));
  EXPECT_EQ(firstDifference(dry, icy, builtins()), std::nullopt);
  EXPECT_NE(simulationHash(dry, builtins()), simulationHash(icy, builtins()));
  for (Scene* of : {&dry, &icy}) (*of)[Section::ContactRules].clear();
  EXPECT_TRUE(sameWorld(dry, icy, builtins()));
  EXPECT_EQ(simulationHash(dry, builtins()), simulationHash(icy, builtins()));
}

// One that is about ignored parts alone is not about all.
TEST(ContactRule, IsLeftOutWithWhatItIsAbout) {
  SceneBuilder scene = row({"ghost", "block"});
  scene.rule("ice", {{"parts", named({"ghost"})}, {"friction", 0.0}});
  Scene ignoring = scene.scene();
  ignoring[Section::Parts][1].values.set(*findParam(commonPartParams(), "ignored"), Value(true));
  Simulator simulator(*World::compile(ignoring, builtins()));
  simulator.advanceTo(1);
  EXPECT_LT(wayOf(simulator, "block"), 0.5);
  // But it stays for what is of a material besides.
  Scene besides = ignoring;
  const ParamTable& table = contactRuleTable();
  besides[Section::Materials].push_back({"frozen", "", {}});
  besides[Section::Parts][2].values.set(*findParam(commonPartParams(), "material"),
                                        Value("frozen"));
  besides[Section::ContactRules][0].values.set(*findParam(table, "material"), Value("frozen"));
  Simulator sliding(*World::compile(besides, builtins()));
  sliding.advanceTo(1);
  EXPECT_NEAR(wayOf(sliding, "block"), 2, 0.01);
}

// What is said to stick and begins on its floor stays there.
TEST(ContactRule, HoldsWhatBeginsWhereItIsToStick) {
  SceneBuilder scene = row({"block"}, 0, 0.5);
  scene.rule("glue", {{"parts", named({"block"})}, {"response", "sticky"}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(positionOf(simulator, "block", {0, 0, 0}).y(), 0.5 * kSide, 0.02);
  EXPECT_LT(wayOf(simulator, "block"), 0.05);
}

struct Mixture {
  const char* integrator;
  const char* contact;
};

void PrintTo(const Mixture& mixture, std::ostream* out) {
  *out << mixture.integrator << " " << mixture.contact;
}

class MixedContact : public testing::TestWithParam<Mixture> {
 protected:
  /// [m] How deep a block sinks into the floor whose springs push all points of its lower side.
  static double depthOnSprings(const World& world, const char* block) {
    const Part& part = *world.parts()[*world.findPart(block)].part;
    const auto scratch = part.makeScratch();
    std::vector<double> q(part.dims().q), v(part.dims().v);
    part.initialState(q.data(), v.data());
    part.update({q.data(), v.data(), 0}, *scratch);
    int points = 0;
    for (const ResolvedPoint& point : part.contactPoints()) {
      Vec3 x, rate;
      part.locate(*scratch, point, x, rate);
      points += x.y() < 0.02 ? 1 : 0;
    }
    const ContactMaterial& floor = *world.parts()[*world.findPart("floor")].part->contactMaterial();
    return part.mass() * kFall / (points * floor.stiffness);
  }
};

// In one scene a block slides on its floor as a solid, one sinks into it as deep as the springs of
// the floor say, one sticks where it came down, one falls through; whatever others do in the scene.
TEST_P(MixedContact, LetsEachPairAnswerInItsWay) {
  SceneBuilder scene = row({"solid", "sticky", "springs", "none"}, 0.0011, 0.5);
  scene.settings({{"integrator", GetParam().integrator},
                  {"contact", GetParam().contact},
                  {"restitution", 0.0}});
  for (const char* name : {"solid", "sticky", "springs", "none"})
    scene.rule(name, {{"parts", named({name})}, {"response", name}});
  Simulator simulator(scene.world());
  EnergyWatch watch(simulator.report().energy);
  double swings = 0;  // [m] about its mean, in the last second
  while (simulator.time() < 3) {
    ASSERT_EQ(simulator.step(3).status, RunStatus::Ok) << simulator.report().message;
    watch.look(simulator.report().energy);
    if (simulator.time() < 2) continue;
    swings += simulator.report().stepSize *
              (0.5 * kSide - positionOf(simulator, "springs", {0, 0, 0}).y());
  }
  const auto sunk = [&](const char* block) {
    return 0.5 * kSide - positionOf(simulator, block, {0, 0, 0}).y();
  };
  const double depth = depthOnSprings(simulator.world(), "springs");
  EXPECT_GT(depth, 1e-4);
  EXPECT_NEAR(swings, depth, 0.2 * depth);
  EXPECT_NEAR(sunk("solid"), 0, 0.003);
  EXPECT_NEAR(sunk("sticky"), 0, 0.01);
  EXPECT_NEAR(sunk("none"), 0.5 * kFall * 9, 0.2);
  EXPECT_NEAR(wayOf(simulator, "solid"), 0.25 / (2 * 0.5 * kFall), 0.025);
  EXPECT_LT(wayOf(simulator, "sticky"), 0.01);
  EXPECT_LE(watch.rise(), 0.02);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, MixedContact,
    testing::Values(Mixture{"implicit_euler", "analytic"}, Mixture{"implicit_euler", "barrier"},
                    Mixture{"implicit_euler", "sticky"}, Mixture{"euler", "springs"},
                    Mixture{"rkf45", "analytic"}, Mixture{"bdf2", "analytic"}),
    [](const auto& mixture) {
      return std::string(mixture.param.integrator) + "_" + mixture.param.contact;
    });

}  // namespace
}  // namespace sinew::test
