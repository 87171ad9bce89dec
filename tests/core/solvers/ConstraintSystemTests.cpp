// The system of all constraints against the same formed densely: N = J M⁻¹ Jᵀ, and multipliers of
// least norm in the least-squares sense where it is singular.
#include "core/solvers/ConstraintSystem.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <numbers>
#include <random>

#include "tests/support/Growth.h"

namespace sinew::test {
namespace {

struct Dense {
  Eigen::MatrixXd J, W;  ///< W = M⁻¹ Jᵀ
};

/// J and M⁻¹Jᵀ column by column, by what the system and the parts do to unit vectors.
Dense formDensely(const Simulator& simulator) {
  const World& world = simulator.world();
  const ConstraintSystem& system = simulator.dynamics().system();
  Dense dense;
  dense.J.setZero(world.rows(), world.velocitySize());
  dense.W.setZero(world.velocitySize(), world.rows());
  std::vector<int> start;
  for (const CompiledPart& part : world.parts()) start.push_back(part.firstV);
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    const CompiledConstraint& constraint = world.constraints()[c];
    for (int i = 0; i < constraint.rows; ++i) {
      std::array<double, ConstraintRows::kMaxRows> unit{};
      unit[static_cast<std::size_t>(i)] = 1;
      Reals row(static_cast<std::size_t>(world.velocitySize()), 0.0), moved = row;
      system.addTransposeTimes(static_cast<int>(c), unit.data(), row.data());
      for (std::size_t p = 0; p < world.parts().size(); ++p) {
        world.parts()[p].part->applyInverseMass(simulator.dynamics().scratch(static_cast<int>(p)),
                                                row.data() + start[p], moved.data() + start[p], 1);
      }
      for (int k = 0; k < world.velocitySize(); ++k) {
        dense.J(constraint.firstRow + i, k) = row[static_cast<std::size_t>(k)];
        dense.W(k, constraint.firstRow + i) = moved[static_cast<std::size_t>(k)];
      }
    }
  }
  return dense;
}

/// The simulator's constraints in a system of their own, at its initial state.
struct OwnSystem {
  ConstraintSystem system;
  std::vector<const Part*> parts;
  std::vector<std::unique_ptr<PartScratch>> scratch;

  explicit OwnSystem(const Simulator& simulator) {
    const World& world = simulator.world();
    system.compile(world.structure());
    const double* y = simulator.state().reals.data() + world.offsets().y;
    for (const CompiledPart& part : world.parts()) {
      parts.push_back(part.part.get());
      scratch.push_back(part.part->makeScratch());
      part.part->update({y + part.firstQ, y + world.configurationSize() + part.firstV, 0},
                        *scratch.back());
    }
    for (std::size_t c = 0; c < world.constraints().size(); ++c) setRows(simulator, c);
    system.factorise(parts, scratch);
  }

  Eigen::VectorXd solve(Eigen::VectorXd rhs) {
    system.solve({rhs.data(), static_cast<std::size_t>(rhs.size())});
    return rhs;
  }

 private:
  void setRows(const Simulator& simulator, std::size_t c) {
    const CompiledConstraint& constraint = simulator.world().constraints()[c];
    std::array<std::array<double, 64>, 2> storage;
    std::array<PointKinematics, 2> points;
    std::array<PointSample, 2> samples;
    for (std::size_t e = 0; e < constraint.ends.size(); ++e) {
      const auto part = static_cast<std::size_t>(constraint.ends[e].part);
      points[e].L = storage[e].data();
      parts[part]->point(*scratch[part], constraint.ends[e].point, points[e]);
      samples[e].position = points[e].position;
      samples[e].velocity = points[e].velocity;
    }
    ConstraintRows rows;
    constraint.constraint->evaluate(samples.data(), 0, rows);
    system.setActive(static_cast<int>(c), true);
    system.setRows(static_cast<int>(c), rows, points.data());
  }
};

Eigen::VectorXd randomVector(Eigen::Index size, std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Eigen::VectorXd::NullaryExpr(size, [&] { return normal(random); });
}

/// Particles and superquadrics of unlike masses at random places.
struct RandomScene {
  SceneBuilder builder;
  std::mt19937 random;
  int count;

  RandomScene(int parts, unsigned seed) : random(seed), count(parts) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < parts; ++i) {
      const Vec3 place(uniform(random), uniform(random), uniform(random));
      if (turns(i)) {
        builder.part("superquadric", name(i),
                     {{"position", place},
                      {"mass", 1.5 + uniform(random)},
                      {"render_u", 8},
                      {"render_v", 8}});
      } else {
        builder.part("particle", name(i), {{"position", place}, {"mass", 1.5 + uniform(random)}});
      }
    }
  }
  static bool turns(int i) { return i % 2 == 1; }
  static std::string name(int i) { return fmt::format("part{}", i); }
  Value point(int i) {
    std::uniform_real_distribution<double> u(-1.2, 1.2);
    return turns(i) ? at(name(i), {u(random), 2 * u(random)}) : at(name(i));
  }
  void join(const char* kind, int a, int b, const std::string& label) {
    builder.constraint(kind, label, {{"a", point(a)}, {"b", point(b)}});
  }
};

RandomScene randomTree(int parts, unsigned seed) {
  RandomScene scene(parts, seed);
  scene.builder.constraint("position", "pin", {{"point", scene.point(0)}});
  for (int i = 1; i < parts; ++i) {
    std::uniform_int_distribution<int> before(0, i - 1);
    scene.join(i % 3 == 0 ? "point_to_point" : "distance", i, before(scene.random),
               fmt::format("joint{}", i));
  }
  return scene;
}

TEST(ConstraintSystem, RegularScenesAreSolvedAsDenseAlgebraDoes) {
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    RandomScene scene = randomTree(24, seed);
    const Simulator simulator(scene.builder.world());
    const Dense dense = formDensely(simulator);
    const Eigen::MatrixXd N = dense.J * dense.W;
    EXPECT_LT((N - N.transpose()).norm(), 1e-12 * N.norm());
    OwnSystem own(simulator);
    ASSERT_FALSE(own.system.singular());
    const Eigen::VectorXd rhs = randomVector(N.rows(), scene.random);
    const Eigen::VectorXd lambda = own.solve(rhs);
    EXPECT_LT((N * lambda - rhs).norm(), 1e-10 * rhs.norm());
  }
}

TEST(ConstraintSystem, SharedPartsAndRepeatedPairsLoseNoTerm) {
  RandomScene scene(3, 5);
  scene.join("distance", 1, 0, "one");
  scene.join("distance", 1, 0, "two");
  scene.join("distance", 1, 2, "three");
  scene.builder.constraint("distance", "inside",
                           {{"a", at("part1", {0.9, 0.1})}, {"b", at("part0")}});
  const Simulator simulator(scene.builder.world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  ASSERT_FALSE(own.system.singular());
  const Eigen::VectorXd rhs = randomVector(N.rows(), scene.random);
  const Eigen::VectorXd lambda = own.solve(rhs);
  EXPECT_LT((N * lambda - rhs).norm(), 1e-11 * rhs.norm());
}

class SingularScenes : public testing::TestWithParam<unsigned> {
 protected:
  /// A tree with some joints copied: N loses rank, its range is known densely.
  static RandomScene copies(unsigned seed) {
    RandomScene scene = randomTree(12, seed);
    scene.builder.constraint("position", "again", {{"point", scene.point(0)}});
    scene.join("distance", 4, 2, "bar");
    scene.builder.constraint("distance", "bar_again", {{"a", at("part4")}, {"b", at("part2")}});
    scene.builder.constraint("distance", "bar_thrice", {{"a", at("part2")}, {"b", at("part4")}});
    return scene;
  }
};

TEST_P(SingularScenes, WhatCanBeMetIsMet) {
  RandomScene scene = copies(GetParam());
  const Simulator simulator(scene.builder.world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  ASSERT_TRUE(own.system.singular());
  const Eigen::VectorXd rhs = N * randomVector(N.rows(), scene.random);
  const Eigen::VectorXd lambda = own.solve(rhs);
  EXPECT_LT((N * lambda - rhs).norm(), 1e-11 * rhs.norm());
  const auto& conflicting = own.system.conflicting();
  EXPECT_EQ(std::count(conflicting.begin(), conflicting.end(), 1), 0);
}

TEST_P(SingularScenes, WhatCannotBeMetIsMetInTheLeastSquaresSense) {
  RandomScene scene = copies(GetParam());
  const Simulator simulator(scene.builder.world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  const Eigen::VectorXd rhs = randomVector(N.rows(), scene.random);
  const Eigen::VectorXd wanted = dense.W * N.completeOrthogonalDecomposition().solve(rhs);
  const Eigen::VectorXd lambda = own.solve(rhs);
  EXPECT_LT((dense.W * lambda - wanted).norm(), 1e-8 * wanted.norm());
}

INSTANTIATE_TEST_SUITE_P(Seeds, SingularScenes, testing::Range(1u, 7u));

TEST(ConstraintSystem, InactiveConstraintsTakeNoPart) {
  RandomScene scene = randomTree(10, 9);
  const Simulator simulator(scene.builder.world());
  OwnSystem own(simulator);
  own.system.setActive(3, false);
  own.system.factorise(own.parts, own.scratch);
  const Eigen::VectorXd lambda = own.solve(randomVector(simulator.world().rows(), scene.random));
  const CompiledConstraint& off = simulator.world().constraints()[3];
  for (int i = 0; i < off.rows; ++i) EXPECT_EQ(lambda[off.firstRow + i], 0);
  EXPECT_NE(lambda[0], 0);
}

/// A rope with so many rows on it that its unknowns are factored along: open or a ring, tied to
/// balls, to another rope, to itself and to space.
RandomScene crowdedRope(const char* ends, unsigned seed) {
  RandomScene scene(8, seed);
  const bool ring = std::string_view(ends) == "joined";
  ValueList way;
  if (ring) {
    for (int k = 1; k < 12; ++k) {
      const double angle = k * std::numbers::pi / 6;
      way.emplace_back(Vec3(std::cos(angle) - 1, std::sin(angle), 0));
    }
  } else {
    way.emplace_back(Vec3(2, 0.3, 0));
  }
  scene.builder.part("rope", "rope",
                     {{"points", way}, {"ends", ends}, {"control_points", std::int64_t{24}}});
  scene.builder.part("rope", "other", {{"points", ValueList{Value(Vec3(0, 2, 0))}}});
  std::uniform_real_distribution<double> place(0.01, 0.99);
  const auto onRope = [&] { return at("rope", {place(scene.random)}); };
  for (int i = 0; i < 8; ++i) {
    scene.builder.constraint("point_to_point", fmt::format("ball{}", i),
                             {{"a", onRope()}, {"b", scene.point(i)}});
    scene.builder.constraint("distance", fmt::format("bar{}", i),
                             {{"a", onRope()}, {"b", scene.point(i)}});
    scene.builder.constraint("distance", fmt::format("across{}", i),
                             {{"a", onRope()}, {"b", onRope()}});
    scene.builder.constraint("position", fmt::format("pin{}", i), {{"point", onRope()}});
  }
  for (int i = 0; i < 3; ++i) {
    scene.builder.constraint("point_to_point", fmt::format("knot{}", i),
                             {{"a", onRope()}, {"b", at("other", {0.3 * i})}});
  }
  return scene;
}

/// A chain of joints with a heavy ball at its end, from one of the net's knots.
void hangOn(SceneBuilder& net) {
  for (int i = 0; i < 20; ++i) {
    const std::string name = fmt::format("link{}", i);
    net.part("particle", name,
             {{"mass", i == 19 ? 10.0 : 0.01}, {"position", Vec3(0.3, 0.9 - 0.1 * i, 0.3)}});
    const auto above = i == 0 ? at("x3", {0.3}) : at(fmt::format("link{}", i - 1));
    net.constraint("distance", fmt::format("joint{}", i),
                   {{"a", above}, {"b", at(name)}, {"length", 0.1}});
  }
}

class CrowdedRopes : public testing::TestWithParam<const char*> {};

TEST_P(CrowdedRopes, AreSolvedAsDenseAlgebraDoes) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    RandomScene scene = crowdedRope(GetParam(), seed);
    const Simulator simulator(scene.builder.world());
    const Dense dense = formDensely(simulator);
    const Eigen::MatrixXd N = dense.J * dense.W;
    OwnSystem own(simulator);
    ASSERT_LT(own.system.pattern().firstUnknown, own.system.pattern().blocks) << "is not woven";
    ASSERT_FALSE(own.system.singular());
    const Eigen::VectorXd rhs = N * randomVector(N.rows(), scene.random);
    const Eigen::VectorXd lambda = own.solve(rhs);
    EXPECT_LT((N * lambda - rhs).norm(), 1e-10 * rhs.norm());
  }
}

TEST_P(CrowdedRopes, MayHoldTheSameTwice) {
  RandomScene scene = crowdedRope(GetParam(), 4);
  for (int i = 0; i < 2; ++i) {
    scene.builder.constraint("position", fmt::format("twice{}", i),
                             {{"point", at("rope", {0.37})}});
  }
  const Simulator simulator(scene.builder.world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  ASSERT_TRUE(own.system.singular());
  const Eigen::VectorXd rhs = N * randomVector(N.rows(), scene.random);
  const Eigen::VectorXd lambda = own.solve(rhs);
  EXPECT_LT((N * lambda - rhs).norm(), 1e-9 * rhs.norm());
  const auto last = static_cast<Eigen::Index>(rhs.size());
  EXPECT_LT((lambda.segment(last - 6, 3) - lambda.segment(last - 3, 3)).norm(),
            1e-6 * lambda.segment(last - 3, 3).norm());
  own.system.refreshRedundant(true);
  const std::vector<char>& redundant = own.system.redundant();
  EXPECT_EQ(std::count(redundant.begin(), redundant.end(), 1), 2);
}

INSTANTIATE_TEST_SUITE_P(Ends, CrowdedRopes, testing::Values("apart", "joined"),
                         [](const auto& ends) { return std::string(ends.param); });

TEST(RopeNets, AreSolvedAsDenseAlgebraDoes) {
  std::mt19937 random(5);
  for (const bool withMore : {false, true}) {
    SceneBuilder net = ropeNet(15);
    if (withMore) hangOn(net);
    const Simulator simulator(net.world());
    const Dense dense = formDensely(simulator);
    const Eigen::MatrixXd N = dense.J * dense.W;
    OwnSystem own(simulator);
    const Eigen::VectorXd rhs = N * randomVector(N.rows(), random);
    const Eigen::VectorXd lambda = own.solve(rhs);
    EXPECT_LT((N * lambda - rhs).norm(), 1e-10 * rhs.norm());
    EXPECT_GT(own.system.rounds(), 0) << "was factored";
    EXPECT_LT(own.system.rounds(), 80);
  }
}

TEST(RopeNets, OfWhichSomeIsSwitchedOffAreSolvedForTheRest) {
  std::mt19937 random(6);
  const Simulator simulator(ropeNet(15).world());
  const Dense dense = formDensely(simulator);
  OwnSystem own(simulator);
  const int off = 40, first = own.system.firstRow(off);
  own.system.setActive(off, false);
  own.system.factorise(own.parts, own.scratch);
  Eigen::MatrixXd N = dense.J * dense.W;
  for (int i = first; i < first + 3; ++i) {
    N.row(i).setZero();
    N.col(i).setZero();
  }
  const Eigen::VectorXd rhs = N * randomVector(N.rows(), random);
  const Eigen::VectorXd lambda = own.solve(rhs);
  EXPECT_LT((N * lambda - rhs).norm(), 1e-10 * rhs.norm());
  EXPECT_EQ(lambda.segment(first, 3), Eigen::Vector3d::Zero());
  EXPECT_GT(own.system.rounds(), 0);
}

TEST(RopeNets, MayHoldTheSameTwice) {
  std::mt19937 random(7);
  SceneBuilder net = ropeNet(15);
  net.constraint("point_to_point", "again",
                 {{"a", at("x4", {5 / 16.0})}, {"b", at("z5", {4 / 16.0})}});
  const Simulator simulator(net.world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  ASSERT_TRUE(own.system.singular());
  const Eigen::VectorXd rhs = N * randomVector(N.rows(), random);
  const Eigen::VectorXd lambda = own.solve(rhs);
  EXPECT_LT((N * lambda - rhs).norm(), 1e-9 * rhs.norm());
  own.system.refreshRedundant(true);
  const std::vector<char>& redundant = own.system.redundant();
  EXPECT_EQ(std::count(redundant.begin(), redundant.end(), 1), 2);
  // Once the copy is off, nothing is held twice any more, and the net is solved as a net.
  own.system.setActive(own.system.constraintCount() - 1, false);
  own.system.factorise(own.parts, own.scratch);
  EXPECT_FALSE(own.system.singular());
  own.solve(rhs);
  EXPECT_GT(own.system.rounds(), 0);
}

/// A ball tied to both ropes of a knot: three constraints for two.
SceneBuilder netWithABallAtAKnot() {
  SceneBuilder net = ropeNet(15);
  net.part("particle", "ball", {{"position", Vec3(0.5, 1, 0.4)}});
  net.constraint("point_to_point", "to_x", {{"a", at("ball")}, {"b", at("x4", {5 / 16.0})}});
  net.constraint("point_to_point", "to_z", {{"a", at("ball")}, {"b", at("z5", {4 / 16.0})}});
  return net;
}

TEST(RopeNets, NameWhatCannotBeMet) {
  const Simulator simulator(netWithABallAtAKnot().world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  Eigen::VectorXd rhs = Eigen::VectorXd::Zero(N.rows());
  rhs[N.rows() - 1] = 1;
  own.solve(rhs);
  EXPECT_TRUE(own.system.singular());
  EXPECT_EQ(own.system.rounds(), 0);
  const std::vector<char>& conflicting = own.system.conflicting();
  EXPECT_EQ(std::count(conflicting.begin(), conflicting.end(), 1), 3);
}

TEST(RopeNets, NameWhatIsHeldTwiceByWayOfOthers) {
  const Simulator simulator(netWithABallAtAKnot().world());
  OwnSystem own(simulator);
  own.system.refreshRedundant(true);
  const std::vector<char>& redundant = own.system.redundant();
  EXPECT_EQ(std::count(redundant.begin(), redundant.end(), 1), 3);
}

TEST(RopeNets, AreFactoredOnceTheyAreSolvedManyTimes) {
  std::mt19937 random(8);
  const Simulator simulator(ropeNet(15).world());
  const Dense dense = formDensely(simulator);
  const Eigen::MatrixXd N = dense.J * dense.W;
  OwnSystem own(simulator);
  int factored = 0;
  for (int i = 0; i < 40; ++i) {
    const Eigen::VectorXd rhs = N * randomVector(N.rows(), random);
    EXPECT_LT((N * own.solve(rhs) - rhs).norm(), 1e-10 * rhs.norm());
    factored += own.system.rounds() == 0;
  }
  EXPECT_GT(factored, 5);
  EXPECT_LT(factored, 39);
  own.system.expectSolves(20);
  own.system.factorise(own.parts, own.scratch);
  const Eigen::VectorXd rhs = N * randomVector(N.rows(), random);
  EXPECT_LT((N * own.solve(rhs) - rhs).norm(), 1e-10 * rhs.norm());
  EXPECT_EQ(own.system.rounds(), 0) << "at once";
}

TEST(ConstraintSystem, FactorOfAChainOfJointsIsLinear) {
  const auto nonZeros = [](int links) {
    SceneBuilder builder;
    for (int i = 0; i < links; ++i) {
      const std::string name = fmt::format("p{}", i);
      builder.part("particle", name, {{"position", Vec3(0.1 * i, 0, 0)}});
      if (i > 0) {
        builder.constraint("point_to_point", fmt::format("j{}", i),
                           {{"a", at(name)}, {"b", at(fmt::format("p{}", i - 1))}});
      }
    }
    const Simulator simulator(builder.world());
    return simulator.dynamics().system().pattern().factorNonZeros();
  };
  for (const int links : {10, 100, 1000, 10000}) {
    const auto joints = static_cast<std::size_t>(links - 1);
    EXPECT_EQ(nonZeros(links), 6 * joints + 9 * (joints - 1));
  }
}

}  // namespace
}  // namespace sinew::test
