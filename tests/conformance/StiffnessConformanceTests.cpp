// What every part kind that takes its internal forces at the end of a step must hold: its stiffness
// and damping are the slopes of its forces, and what is factored is those with its mass.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "tests/conformance/PartBench.h"
#include "tests/conformance/PartPresets.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::conformance {
namespace {

constexpr double kFrame = 1.0 / 60;  // [s]
constexpr double kShortStep = 1e-5;  // [s] in which hardly anything gives way
constexpr double kNudge = 1e-5;      // [s] of motion for slopes

using test::builtins;

class StiffnessConformance : public testing::TestWithParam<PartPreset> {
 protected:
  void SetUp() override {
    m_part = makePart(builtins(), GetParam());
    ASSERT_NE(m_part, nullptr) << "the kind refuses its own defaults";
    m_bench = std::make_unique<PartBench>(*m_part, 11);
    if (m_part->dims().v == 0) GTEST_SKIP() << "nothing moves";
    ASSERT_TRUE(m_part->linearises()) << "implicit steps would be limited by it";
  }
  const Part& part() const { return *m_part; }
  PartBench& bench() { return *m_bench; }

  /// In its rest shape projections leave nothing out.
  bool unstressed() {
    PartValues still = bench().initial();
    still.v.setZero();
    return bench().forces(weightless(), still).norm() < 1e-9 * part().mass();
  }
  /// A scratch at `state`, linearised; Q takes −h K ν.
  std::unique_ptr<PartScratch> linearised(const PartValues& state, Numbers& Q,
                                          const ImplicitStep& step = kFrame) {
    auto scratch = part().makeScratch();
    part().update({state.q.data(), state.v.data(), 0}, *scratch);
    Q = Numbers::Zero(bench().nv());
    part().linearise(*scratch, step, Q.data());
    return scratch;
  }
  /// Largest entry of x, in units where each entry weighs by its own inverse mass.
  double weighed(const PartValues& state, const Numbers& force) {
    return bench().inverseMass(state).diagonal().cwiseSqrt().cwiseProduct(force).norm();
  }
  /// −∂Q/∂q along ν.
  Numbers stiffnessTimes(const PartValues& still, const Numbers& nu) {
    return (bench().forces(weightless(), bench().advanced(still, nu, -kNudge)) -
            bench().forces(weightless(), bench().advanced(still, nu, kNudge))) /
           (2 * kNudge);
  }
  /// −∂Q/∂ν along v's ν.
  Numbers dampingTimes(const PartValues& still, const Numbers& v) {
    const PartValues with{still.q, kNudge * v}, against{still.q, -kNudge * v};
    return (bench().forces(weightless(), against) - bench().forces(weightless(), with)) /
           (2 * kNudge);
  }

 private:
  std::unique_ptr<Part> m_part;
  std::unique_ptr<PartBench> m_bench;
};

TEST_P(StiffnessConformance, StiffnessIsTheSlopeOfTheForce) {
  if (!unstressed()) GTEST_SKIP() << "what is projected out shows under stress";
  PartValues still = bench().initial();
  still.v.setZero();
  for (int i = 0; i < 4; ++i) {
    const PartValues moving{still.q, bench().randomVelocityState(still.q, 1)};
    Numbers found;
    linearised(moving, found);
    const Numbers expected = -kFrame * stiffnessTimes(still, bench().nu(moving));
    EXPECT_LE(weighed(still, found - expected), 1e-5 * weighed(still, expected) + 1e-12);
  }
}

TEST_P(StiffnessConformance, WhatIsFactoredIsMassDampingAndStiffness) {
  if (!unstressed()) GTEST_SKIP() << "what is projected out shows under stress";
  PartValues still = bench().initial();
  still.v.setZero();
  Numbers ignored;
  const auto scratch = linearised(still, ignored);
  const Eigen::LLT<Eigen::MatrixXd> mass(bench().inverseMass(still));
  for (int i = 0; i < 4; ++i) {
    const Numbers v = bench().randomVelocityState(still.q, 1), nu = bench().nu({still.q, v});
    const Numbers force = mass.solve(nu) + kFrame * dampingTimes(still, v) +
                          kFrame * kFrame * stiffnessTimes(still, nu);
    Numbers found(bench().nv());
    part().applyInverseDynamics(*scratch, force.data(), found.data(), 1);
    EXPECT_LE((found - nu).norm(), 1e-5 * nu.norm());
  }
}

TEST_P(StiffnessConformance, TakesAsMuchOfItsStiffnessAsDampingAsks) {
  if (!part().heedsDamping()) GTEST_SKIP() << "takes all of it";
  if (!unstressed()) GTEST_SKIP() << "what is projected out shows under stress";
  constexpr double kSlow = 1e-3;  // so slowly springs are as stiff all the way
  PartValues still = bench().initial();
  still.v.setZero();
  const ImplicitStep step(kFrame, 0.2);
  for (int i = 0; i < 4; ++i) {
    const Numbers v = kSlow * bench().randomVelocityState(still.q, 1);
    const Numbers nu = bench().nu({still.q, v}), pull = stiffnessTimes(still, nu);
    Numbers found, rate(bench().nv());
    const auto scratch = linearised({still.q, v}, found, step);
    EXPECT_LE(weighed(still, found + 0.2 * kFrame * pull), 1e-5 * weighed(still, kFrame * pull));
    const Eigen::LLT<Eigen::MatrixXd> mass(bench().inverseMass(still));
    const Numbers force =
        mass.solve(nu) + kFrame * dampingTimes(still, v) + step.stiffness() * pull;
    part().applyInverseDynamics(*scratch, force.data(), rate.data(), 1);
    EXPECT_LE((rate - nu).norm(), 1e-5 * nu.norm());
  }
}

TEST_P(StiffnessConformance, SlowingHowItDeformsKeepsItsMomenta) {
  if (!part().heedsDamping()) GTEST_SKIP() << "takes all of it";
  const PartValues state = bench().shaken();
  const auto scratch = part().makeScratch(), work = part().makeScratch();
  part().update({state.q.data(), state.v.data(), 0}, *scratch);
  const PartEnergy before = part().energy(weightless(), *scratch);
  EXPECT_NEAR(part().elasticAt(state.q.data(), *work), before.elastic, 1e-12 * before.elastic);
  const double deforming = part().deformingEnergy(*scratch);
  EXPECT_GT(deforming, 0);
  constexpr double kShare = 0.6;
  Numbers v = state.v;
  part().slowDeforming(*scratch, kShare, v.data());
  part().update({state.q.data(), v.data(), 0}, *scratch);
  const PartEnergy after = part().energy(weightless(), *scratch);
  EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
  EXPECT_LE((after.angularMomentum - before.angularMomentum).norm(),
            1e-12 * before.angularMomentum.norm());
  EXPECT_NEAR(before.kinetic - after.kinetic, (1 - kShare * kShare) * deforming,
              1e-10 * before.kinetic);
}

TEST_P(StiffnessConformance, AChainIsWhatItsInverseInverts) {
  const BlockChain* chain = part().chain();
  if (!chain) GTEST_SKIP() << "no chain";
  const PartValues state = bench().shaken();
  Numbers ignored;
  const auto scratch = linearised(state, ignored);
  constexpr int kSize = BlockChain::kBlock;
  ASSERT_EQ(chain->place.size(), static_cast<std::size_t>(bench().nv()));
  for (const Part::Inertia which : {Part::Inertia::Mass, Part::Inertia::Dynamics}) {
    Reals blocks(static_cast<std::size_t>(chain->blocks * (chain->reach + 1) * kSize * kSize));
    part().chainMatrix(*scratch, which, blocks.data());
    Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(kSize * chain->blocks, kSize * chain->blocks);
    const double* next = blocks.data();
    for (int i = 0; i < chain->blocks; ++i) {
      for (int back = 0; back <= chain->reach; ++back, next += kSize * kSize) {
        const int j = chain->before(i, back);
        if (j < 0) continue;
        const Eigen::Map<const Eigen::Matrix4d> block(next);
        whole.block<kSize, kSize>(kSize * i, kSize * j) = block;
        whole.block<kSize, kSize>(kSize * j, kSize * i) = block.transpose();
      }
    }
    const Numbers force = bench().randomVelocityState(state.q, 1);
    Numbers found(bench().nv()), placed = Numbers::Zero(whole.rows());
    if (which == Part::Inertia::Mass) {
      part().applyInverseMass(*scratch, force.data(), found.data(), 1);
    } else {
      part().applyInverseDynamics(*scratch, force.data(), found.data(), 1);
    }
    for (int k = 0; k < bench().nv(); ++k) placed[chain->place[k]] = found[k];
    const Numbers back = whole * placed;
    for (int k = 0; k < bench().nv(); ++k) {
      EXPECT_NEAR(back[chain->place[k]], force[k], 1e-9 * force.cwiseAbs().maxCoeff());
    }
  }
}

TEST_P(StiffnessConformance, PointsMoveAsTheWholeDoes) {
  const PartValues state = bench().shaken();
  const auto from = part().makeScratch(), whole = part().makeScratch(),
             quick = part().makeScratch();
  part().update({state.q.data(), state.v.data(), 0}, *from);
  const Numbers nu = bench().nu(state);
  Numbers q = state.q, points = state.q;
  part().advance(*from, nu.data(), kFrame, q.data());
  part().advancePoints(*from, nu.data(), kFrame, points.data());
  part().update({q.data(), state.v.data(), 0}, *whole);
  part().updatePoints({points.data(), state.v.data(), 0}, *quick);
  for (const ResolvedPoint& u : bench().points(8)) {
    Vec3 there, velocity, quickly, quickVelocity;
    part().locate(*whole, u, there, velocity);
    part().locate(*quick, u, quickly, quickVelocity);
    EXPECT_EQ(there, quickly);
    EXPECT_EQ(velocity, quickVelocity);
  }
}

// In a step so short, all but the mass is a trifle.
TEST_P(StiffnessConformance, IsTheMassInShortSteps) {
  const PartValues state = bench().shaken();
  Numbers ignored;
  const auto scratch = linearised(state, ignored, kShortStep);
  const Numbers v = bench().randomVelocityState(state.q, 1), nu = bench().nu({state.q, v});
  const Eigen::LLT<Eigen::MatrixXd> mass(bench().inverseMass(state));
  const Numbers momentum = mass.solve(nu);
  Numbers found(bench().nv());
  part().applyInverseDynamics(*scratch, momentum.data(), found.data(), 1);
  EXPECT_LE((found - nu).norm(), 1e-2 * nu.norm());
}

TEST_P(StiffnessConformance, IsSymmetricAndNoSofterThanTheMassUnderStress) {
  const PartValues state = bench().shaken();
  Numbers ignored;
  for (const double step : {kFrame, kShortStep}) {
    const auto scratch = linearised(state, ignored, step);
    const int n = bench().nv();
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
    Eigen::MatrixXd inverse(n, n);
    part().applyInverseDynamics(*scratch, identity.data(), inverse.data(), n);
    const Eigen::MatrixXd inverseMass = bench().inverseMass(state);
    const Numbers scale = inverseMass.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd unit = scale.asDiagonal() * inverse * scale.asDiagonal();
    EXPECT_LE((unit - unit.transpose()).cwiseAbs().maxCoeff(), 1e-9);
    const Eigen::LLT<Eigen::MatrixXd> factor(0.5 * (unit + unit.transpose()));
    EXPECT_EQ(factor.info(), Eigen::Success);
    // M⁻¹ − A⁻¹ has no negative direction, so that springs and drags only ever resist.
    const Eigen::MatrixXd resists =
        scale.asDiagonal() * (inverseMass - inverse) * scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(
        0.5 * (resists + resists.transpose()), Eigen::EigenvaluesOnly);
    EXPECT_GE(spectrum.eigenvalues().minCoeff(), -1e-9);
  }
}

TEST_P(StiffnessConformance, ForcesChangeTheVelocityStateByWhatPointsSee) {
  const PartValues state = bench().shaken();
  Numbers ignored;
  const auto scratch = linearised(state, ignored);
  Numbers force(bench().nv()), nu(bench().nv()), before(bench().nv()), after(bench().nv());
  for (double& x : force) x = bench().uniform(-1, 1);
  part().applyInverseDynamics(*scratch, force.data(), nu.data(), 1);
  Numbers v = state.v;
  part().velocityFromState(*scratch, v.data(), before.data());
  part().addImplicitRate(*scratch, force.data(), kFrame, v.data());
  part().velocityFromState(*scratch, v.data(), after.data());
  EXPECT_LE((after - before - kFrame * nu).norm(), 1e-9 * (before.norm() + kFrame * nu.norm()));
}

TEST_P(StiffnessConformance, InverseRateUndoesWhatForcesDo) {
  const PartValues state = bench().shaken();
  Numbers force(bench().nv()), change = Numbers::Zero(bench().nv()),
                               found = Numbers::Zero(bench().nv());
  for (double& x : force) x = bench().uniform(-1, 1);
  part().addForceRate(bench().at(state), force.data(), 0.25, change.data());
  part().addInverseRate(bench().at(state), change.data(), 4, found.data());
  EXPECT_LE((found - force).norm(), 1e-10 * force.norm());
}

TEST_P(StiffnessConformance, ImpulsesArriveWhole) {
  if (GetParam().dissipates) GTEST_SKIP() << "drag against the world takes some";
  if (!part().keepsMomentum()) GTEST_SKIP() << "this mass model counts inertia more than once";
  const PartValues state = bench().shaken();
  Numbers ignored;
  const auto scratch = linearised(state, ignored);
  const Vec3 force(0.3, -0.8, 0.5);
  for (const ResolvedPoint& u : bench().points(4)) {
    Numbers Q = Numbers::Zero(bench().nv());
    part().addPointForce(*scratch, u, force, Q.data());
    PartValues pushed = state;
    part().addImplicitRate(*scratch, Q.data(), kFrame, pushed.v.data());
    const PartEnergy before = bench().energy({}, state), after = bench().energy({}, pushed);
    const double scale = kFrame * force.norm() + before.momentum.norm();
    EXPECT_LE((after.momentum - before.momentum - kFrame * force).norm(), 1e-9 * scale);
  }
}

INSTANTIATE_TEST_SUITE_P(Builtins, StiffnessConformance, testing::ValuesIn(partPresets(builtins())),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sinew::conformance
