// Impacts of all kinds of things with each other, alone and in groups, with friction, at random.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

constexpr int kBodies = 5;  // the first of these are met as what they are
constexpr std::array kShapes = {"box",      "ball",      "capsule", "cylinder", "wedge",
                                "particle", "ellipsoid", "global",  "local"};
constexpr double kFastest = 3;  // [m/s]

/// Up to six things that fly at one place, and turn; nothing else acts on them.
class Crowd {
 public:
  Crowd(int seed, int shapes)
      : m_random(static_cast<std::uint64_t>(seed)), m_builder(Defaults::Today) {
    m_builder.settings({{"gravity", Vec3(0, 0, 0)},
                        {"step", m_random.uniform(0.002, 0.02)},
                        {"restitution", m_random.uniform(0, 1)},
                        {"friction", m_random.uniform(0, 1.2)}});
    const int count = 2 + m_random.below(5);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * i / count, far = 0.35 + 0.06 * count;
      const Vec3 from(std::cos(angle), m_random.uniform(-0.2, 0.2), std::sin(angle));
      add(kShapes[static_cast<std::size_t>(m_random.below(shapes))], std::to_string(i), far * from);
    }
  }
  std::shared_ptr<const World> world() const { return m_builder.world(); }

 private:
  void add(const std::string& shape, const std::string& name, const Vec3& from) {
    const double speed = m_random.uniform(0.5, kFastest);
    const Vec3 velocity = speed * (0.1 * m_random.vector(1) - from).normalized();
    const Vec3 spin = m_random.vector(3), axis = m_random.vector(1);
    const Quat turn = Quat(1, axis.x(), axis.y(), axis.z()).normalized();
    const double mass = std::pow(10.0, m_random.uniform(-1, 2));
    if (shape == "particle") {
      m_builder.part("particle", name,
                     {{"mass", mass}, {"radius", 0.1}, {"position", from}, {"velocity", velocity}});
      return;
    }
    const Values bodies = {{"shape", shape},
                           {"size", Vec3(0.2, 0.16, 0.22)},
                           {"radius", 0.1},
                           {"length", 0.2},
                           {"mass", mass},
                           {"position", from},
                           {"orientation", turn},
                           {"velocity", velocity},
                           {"angular_velocity", spin}};
    const Values skins = {{"motion", shape == "ellipsoid" ? std::string("rigid") : shape},
                          {"radii", Vec3(0.1, 0.08, 0.12)},
                          {"mass", mass},
                          {"position", from},
                          {"orientation", turn},
                          {"velocity", velocity},
                          {"angular_velocity", spin}};
    const bool isBody =
        std::find(kShapes.begin(), kShapes.begin() + kBodies, shape) != kShapes.begin() + kBodies;
    m_builder.part(isBody ? "body" : "superquadric", name, isBody ? bodies : skins);
  }

  Seeded m_random;
  SceneBuilder m_builder;
};

struct Outcome {
  long impacts = 0;     ///< steps in which anything touched
  double rise = 0;      ///< of energy above what it had come down to, as a share of the first
  double momentum = 0;  ///< change, as a share of what all masses have at the fastest
};

/// All that happens in crowds of these seeds, of the first so many shapes.
Outcome crash(int first, int count, int shapes) {
  Outcome all;
  for (int seed = first; seed < first + count; ++seed) {
    Simulator simulator(Crowd(seed, shapes).world());
    const Vec3 momentum = simulator.report().momentum;
    const double begun = simulator.report().energy.total();
    double energy = begun, mass = 0;
    for (const CompiledPart& part : simulator.world().parts()) mass += part.part->mass();
    bool stoodStill = false;  // what is not solved for stands still, and keeps no momentum
    while (simulator.time() < 1) {
      const StepReport& report = simulator.step(1);
      EXPECT_EQ(report.status, RunStatus::Ok) << report.message << ", seed " << seed;
      if (report.status != RunStatus::Ok) break;
      stoodStill |= report.unsettled;
      if (report.contacts > 0) ++all.impacts;
      all.rise = std::max(all.rise, (report.energy.total() - energy) / begun);
      energy = std::min(energy, report.energy.total());
      const double changed = (report.momentum - momentum).norm() / (mass * kFastest);
      if (!stoodStill) all.momentum = std::max(all.momentum, changed);
    }
  }
  return all;
}

TEST(Impacts, OfRigidThingsMakeNoEnergyAndKeepMomentum) {
  const Outcome all = crash(0, 400, kBodies);
  EXPECT_GT(all.impacts, 2000);
  EXPECT_LE(all.rise, 1e-10);
  EXPECT_LE(all.momentum, 1e-12);
}

// What bends gains a little as it tumbles, with or without impacts. A light one that an impact has
// set ringing, and that turns by a radian in a step, by most.
TEST(Impacts, OfAnythingMakeLittleEnergy) {
  const Outcome all = crash(40, 20, static_cast<int>(kShapes.size()));
  EXPECT_GT(all.impacts, 200);
  EXPECT_LE(all.rise, 3e-3);
  EXPECT_LE(all.momentum, 1e-9);
}

// What is pinched from both sides has rows that cannot all be met.
TEST(Impacts, OfWhatIsPinchedKeepMomentum) {
  for (const int seed : {149, 326}) {
    const Outcome one = crash(seed, 1, static_cast<int>(kShapes.size()));
    EXPECT_GT(one.impacts, 0);
    EXPECT_LE(one.momentum, 1e-9) << seed;
  }
}

TEST(ImpactsSoak, AHundredThousandOfRigidThings) {
  const Outcome all = crash(1000, 17000, kBodies);
  EXPECT_GT(all.impacts, 100000);
  EXPECT_LE(all.rise, 1e-10);
  EXPECT_LE(all.momentum, 5e-12);
}

TEST(ImpactsSoak, ThousandsOfAnything) {
  const Outcome all = crash(100, 150, static_cast<int>(kShapes.size()));
  EXPECT_GT(all.impacts, 4000);
  EXPECT_LE(all.rise, 1e-2);
  EXPECT_LE(all.momentum, 1e-5) << "what is slowed for what it gained keeps a little less";
}

}  // namespace
}  // namespace sinew::test
