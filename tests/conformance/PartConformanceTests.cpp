// What every part kind must hold, found through the registry: a new kind is tested by being
// registered. Tolerances are relative to the part's size and to what the quantity is made of.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <map>

#include "core/math/Rotation.h"
#include "tests/conformance/PartBench.h"
#include "tests/conformance/PartPresets.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::conformance {
namespace {

using test::builtins;

class PartConformance : public testing::TestWithParam<PartPreset> {
 protected:
  void SetUp() override {
    m_part = makePart(m_registry, GetParam());
    ASSERT_NE(m_part, nullptr) << "the kind refuses its own defaults";
    m_bench = std::make_unique<PartBench>(*m_part, 7);
  }
  const Part& part() const { return *m_part; }
  PartBench& bench() { return *m_bench; }
  bool moves() const { return m_part->dims().v > 0; }

 private:
  Registry m_registry = builtins();
  std::unique_ptr<Part> m_part;
  std::unique_ptr<PartBench> m_bench;
};

int countOf(const std::vector<StateField>& fields) {
  int sum = 0;
  for (const StateField& field : fields) sum += field.count;
  return sum;
}

TEST_P(PartConformance, StateFieldsAddUpToTheDimensions) {
  EXPECT_EQ(countOf(part().configurationFields()), part().dims().q);
  EXPECT_EQ(countOf(part().velocityFields()), part().dims().v);
}

TEST_P(PartConformance, SizeToldBeforehandIsTheSizeItHas) {
  const Registry& registry = builtins();
  const PartKind& kind = *registry.part(GetParam().kind);
  ASSERT_TRUE(kind.size) << "the kind does not say how large its parts are";
  const PartSize size = kind.size(ParamReader(kind.table, GetParam().values));
  EXPECT_EQ(size.vertices, static_cast<std::int64_t>(part().tessellation().material.size()));
  EXPECT_GE(size.velocities, part().dims().v);
  EXPECT_LE(size.velocities, part().dims().v + (moves() ? 32 : 0));
}

TEST_P(PartConformance, NumbersOfAPointAreDescribed) {
  const Registry& registry = builtins();
  const ParamTable& described = registry.part(GetParam().kind)->coordinates;
  ASSERT_EQ(static_cast<int>(described.size()), bench().coordinates());
  std::vector<double> at;
  for (const ParamSpec& spec : described) {
    EXPECT_EQ(spec.type, sinew::ParamType::Real) << spec.key;
    EXPECT_FALSE(spec.doc.empty()) << spec.key;
    at.push_back(std::get<double>(spec.fallback.content));
  }
  EXPECT_TRUE(part().resolve(at)) << "what stands there by default";
  // Between what ranges say, any is legal.
  for (std::size_t i = 0; i < described.size(); ++i) {
    for (const double end : {described[i].min, described[i].max}) {
      if (!std::isfinite(end)) continue;
      std::vector<double> there = at;
      there[i] = end;
      EXPECT_TRUE(part().resolve(there)) << described[i].key << " at " << end;
      there[i] = 2 * end + (end > 0 ? 1 : -1);
      EXPECT_FALSE(part().resolve(there)) << described[i].key << " at " << there[i];
    }
  }
}

TEST_P(PartConformance, ResolveRefusesNonsense) {
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  const int numbers = bench().coordinates();
  ASSERT_GE(numbers, 0) << "no material point at the origin of the coordinates";
  for (int n = 0; n <= 4; ++n) {
    const std::vector<double> zeros(static_cast<std::size_t>(n));
    if (n != numbers) {
      const auto refused = part().resolve(zeros);
      ASSERT_FALSE(refused.has_value()) << n << " numbers";
      EXPECT_FALSE(refused.error().message.empty());
    }
  }
  for (int i = 0; i < numbers; ++i) {
    std::vector<double> at(static_cast<std::size_t>(numbers));
    for (double bad : {nan, infinite, -infinite}) {
      at[static_cast<std::size_t>(i)] = bad;
      EXPECT_FALSE(part().resolve(at).has_value());
    }
  }
}

TEST_P(PartConformance, JacobianIsTheDerivativeOfPosition) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const double h = 1e-5;
  for (const ResolvedPoint& u : bench().points(8)) {
    const auto k = bench().kinematics(state, u);
    for (int i = 0; i < 6; ++i) {
      const Numbers nu = bench().nu({state.q, bench().randomVelocityState(state.q, 1)});
      const Vec3 there = bench().position(bench().advanced(state, nu, h), u);
      const Vec3 back = bench().position(bench().advanced(state, nu, -h), u);
      const Vec3 expected = (there - back) / (2 * h), found = k.L * nu;
      EXPECT_LE((found - expected).norm(), 2e-7 * (bench().size() + expected.norm()));
    }
  }
}

TEST_P(PartConformance, PointLocateAndPointForceAgree) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  const Vec3 force(0.3, -0.8, 0.5);
  for (const ResolvedPoint& u : bench().points(8)) {
    const auto k = bench().kinematics(state, u);
    const double tolerance = 1e-12 * (bench().size() + k.xdot.norm() + k.x.norm());
    EXPECT_LE((k.xdot - k.L * nu).norm(), 100 * tolerance);
    EXPECT_LE((k.x - bench().position(state, u)).norm(), tolerance);
    EXPECT_LE((k.xdot - bench().velocity(state, u)).norm(), 10 * tolerance);
    Numbers Q = Numbers::Zero(bench().nv());
    part().addPointForce(bench().at(state), u, force, Q.data());
    const Numbers expected = k.L.transpose() * force;
    EXPECT_LE((Q - expected).norm(), 1e-11 * (1 + expected.norm()));
  }
}

TEST_P(PartConformance, CurvatureIsTheSecondDerivativeAlongCoast) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  const double h = 1e-3;
  for (const ResolvedPoint& u : bench().points(8)) {
    const auto k = bench().kinematics(state, u);
    const auto second = [&](double step) -> Vec3 {
      return (bench().position(bench().coasted(state, nu, step), u) - 2 * k.x +
              bench().position(bench().coasted(state, nu, -step), u)) /
             (step * step);
    };
    const Vec3 expected = (4 * second(h / 2) - second(h)) / 3;  // Richardson
    EXPECT_LE((k.c - expected).norm(), 1e-5 * (bench().size() + expected.norm()));
  }
}

// To first order, and q stays what a part can be.
TEST_P(PartConformance, CoastsTheWayItAdvances) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  const double h = 1e-4;
  const PartValues coasted = bench().coasted(state, nu, h),
                   advanced = bench().advanced(state, nu, h);
  const double moved = (advanced.q - state.q).norm();
  EXPECT_LE((coasted.q - advanced.q).norm(), 100 * h * moved);
  PartValues back = coasted;
  part().normalise(back.q.data());
  EXPECT_LE((back.q - coasted.q).norm(), 1e-12);
}

TEST_P(PartConformance, AnswersToASpinAsItCoasts) {
  const int spin = part().dims().spin;
  if (!moves() || spin < 0) GTEST_SKIP() << "no numbers of it are a spin";
  const PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  const double h = 0.02, change = 1e-6;
  const auto turnOf = [](const PartValues& values) { return loadQuat(values.q.data() + 3); };
  const Mat3 said = part().coastResponse(bench().at(state), nu.data(), h);
  for (int axis = 0; axis < 3; ++axis) {
    const Numbers more = nu + Numbers::Unit(nu.size(), spin + axis) * (change / h);
    const Numbers less = nu - Numbers::Unit(nu.size(), spin + axis) * (change / h);
    const Quat turn = turnOf(bench().coasted(state, more, h)) *
                      turnOf(bench().coasted(state, less, h)).conjugate();
    EXPECT_LE((turn.vec() / change - said.col(axis)).norm(), 1e-6);
  }
}

/// ẍ by central differences along the exact motion.
Vec3 acceleration(PartBench& bench, const PartValues& state, const Surroundings* around,
                  const ResolvedPoint& u) {
  const auto central = [&](double h) -> Vec3 {
    return (bench.velocity(bench.flow(state, around, h, 2), u) -
            bench.velocity(bench.flow(state, around, -h, 2), u)) /
           (2 * h);
  };
  const double h = std::min(1e-4, 0.01 / bench.highestFrequency(state));
  return (4 * central(h / 2) - central(h)) / 3;
}

TEST_P(PartConformance, BiasIsTheAccelerationWithoutForces) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  for (const ResolvedPoint& u : bench().points(8)) {
    const auto k = bench().kinematics(state, u);
    const Vec3 expected = acceleration(bench(), state, nullptr, u);
    EXPECT_LE((k.b - expected).norm(), 1e-6 * (bench().size() + expected.norm()));
  }
}

TEST_P(PartConformance, AccelerationIsJacobianInverseMassForceAndBias) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Surroundings around;
  Numbers force = bench().forces(around, state), rates(bench().nv());
  part().applyInverseMass(bench().at(state), force.data(), rates.data(), 1);
  for (const ResolvedPoint& u : bench().points(8)) {
    const auto k = bench().kinematics(state, u);
    const Vec3 found = k.L * rates + k.b, expected = acceleration(bench(), state, &around, u);
    EXPECT_LE((found - expected).norm(), 1e-6 * (bench().size() + expected.norm()));
  }
}

TEST_P(PartConformance, ForceIsMinusTheGradientOfEnergy) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  PartValues state = bench().shaken();
  state.v.setZero();  // damping is silent at rest
  const Surroundings around;
  const Numbers force = bench().forces(around, state);
  const auto potential = [&](const PartValues& s) {
    const PartEnergy e = bench().energy(around, s);
    return e.elastic + e.gravity;
  };
  const double h = 1e-4;
  for (int i = 0; i < 12; ++i) {
    const Numbers nu = bench().nu({state.q, bench().randomVelocityState(state.q, 1)});
    const auto central = [&](double step) {
      return (potential(bench().advanced(state, nu, step)) -
              potential(bench().advanced(state, nu, -step))) /
             (2 * step);
    };
    const double gradient = (4 * central(h / 2) - central(h)) / 3;
    EXPECT_NEAR(force.dot(nu), -gradient, 1e-7 * (force.cwiseAbs().dot(nu.cwiseAbs()) + 1e-3));
  }
}

TEST_P(PartConformance, MassIsSymmetricPositiveAndGivesTheKineticEnergy) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Eigen::MatrixXd inverse = bench().inverseMass(state);
  // Compare entries in units of their rows' and columns' own.
  const Numbers scale = inverse.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd unit = scale.asDiagonal() * inverse * scale.asDiagonal();
  EXPECT_LE((unit - unit.transpose()).cwiseAbs().maxCoeff(), 1e-9);
  const Eigen::LLT<Eigen::MatrixXd> factor(0.5 * (unit + unit.transpose()));
  ASSERT_EQ(factor.info(), Eigen::Success);
  const Numbers scaled = scale.cwiseProduct(bench().nu(state));
  const double kinetic = 0.5 * scaled.dot(factor.solve(scaled));
  EXPECT_NEAR(bench().energy({}, state).kinetic, kinetic, 1e-9 * kinetic);
}

/// ν of the six motions of the whole part as it stands: along the axes, then round them through the
/// world's origin. Found from its points alone.
Eigen::MatrixXd rigidMotions(PartBench& bench, const PartValues& state) {
  std::vector<ResolvedPoint> points = bench.points(40);
  const auto contact = bench.part().contactPoints();
  points.insert(points.end(), contact.begin(), contact.end());
  const auto rows = 3 * static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd stacked(rows, bench.nv()), rigid(rows, 6);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto k = bench.kinematics(state, points[i]);
    stacked.middleRows<3>(3 * static_cast<Eigen::Index>(i)) = k.L;
    rigid.middleRows<3>(3 * static_cast<Eigen::Index>(i)) << Mat3::Identity(), -skew(k.x);
  }
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(stacked);
  Eigen::MatrixXd nu = solver.solve(rigid);
  EXPECT_LE((stacked * nu - rigid).cwiseAbs().maxCoeff(), 1e-8 * rigid.cwiseAbs().maxCoeff())
      << "the part cannot move rigidly";
  return nu;
}

/// Whether some of ν moves no point, such as the spin of a rope about itself. What rigid motion of
/// the whole part is then cannot be told from its points; the kind's own tests look.
bool hasHiddenMotions(PartBench& bench, const PartValues& state) {
  const auto contact = bench.part().contactPoints();
  std::vector<bool> seen(static_cast<std::size_t>(bench.nv()), false);
  for (const ResolvedPoint& u : contact) {
    const Eigen::Matrix3Xd L = bench.kinematics(state, u).L;
    for (int i = 0; i < bench.nv(); ++i) {
      if (!L.col(i).isZero()) seen[static_cast<std::size_t>(i)] = true;
    }
  }
  return !contact.empty() && std::find(seen.begin(), seen.end(), false) != seen.end();
}

/// The velocity states whose ν are the columns.
Eigen::MatrixXd statesOf(PartBench& bench, const PartValues& state, const Eigen::MatrixXd& nu) {
  Eigen::MatrixXd map(bench.nv(), bench.nv());
  const PartScratch& scratch = bench.at(state);
  for (int i = 0; i < bench.nv(); ++i) {
    const Numbers one = Numbers::Unit(bench.nv(), i);
    bench.part().velocityFromState(scratch, one.data(), map.col(i).data());
  }
  return map.colPivHouseholderQr().solve(nu);
}

TEST_P(PartConformance, MassInReportsIsTheMassThatWeightMoves) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  if (!part().keepsMomentum()) GTEST_SKIP() << "this mass model counts inertia more than once";
  PartValues state = bench().shaken();
  const double mass = part().mass();
  ASSERT_GT(mass, 0);
  const Eigen::MatrixXd nu = rigidMotions(bench(), state).leftCols<3>();
  const Eigen::MatrixXd v = statesOf(bench(), state, nu);
  Surroundings around;
  around.gravity = Vec3(0.3, -1.2, 0.7);
  for (int axis = 0; axis < 3; ++axis) {
    state.v = v.col(axis);
    const PartEnergy energy = bench().energy(around, state);
    EXPECT_LE((energy.momentum - mass * Vec3::Unit(axis)).norm(), 1e-9 * mass);
    EXPECT_NEAR(energy.kinetic, 0.5 * mass, 1e-9 * mass);
    const Numbers weight = bench().forces(around, state) - bench().forces(weightless(), state);
    EXPECT_NEAR(weight.dot(nu.col(axis)), mass * around.gravity[axis], 1e-8 * mass);
    const PartValues moved = bench().advanced(state, nu.col(axis), 0.1);
    EXPECT_NEAR(bench().energy(around, moved).gravity - energy.gravity,
                -0.1 * mass * around.gravity[axis], 1e-8 * mass);
  }
}

TEST_P(PartConformance, InternalForcesFeelNoRigidMotion) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  if (!part().keepsMomentum()) GTEST_SKIP() << "redundant rates can express one motion two ways";
  PartValues state = bench().shaken();
  if (hasHiddenMotions(bench(), state)) GTEST_SKIP() << "points do not tell how all of it turns";
  state.v.setZero();
  const Numbers force = bench().forces(weightless(), state);
  const Eigen::MatrixXd nu = rigidMotions(bench(), state);
  const Numbers power = nu.transpose() * force;
  EXPECT_LE(power.cwiseAbs().maxCoeff(), 1e-10 * (nu.norm() * force.norm() + 1e-12));
}

TEST_P(PartConformance, AdvanceFollowsTheConfigurationRate) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  Numbers rate(bench().nq());
  part().configurationRate(bench().at(state), rate.data());
  const double h = 1e-5;
  const Numbers expected =
      (bench().advanced(state, nu, h).q - bench().advanced(state, nu, -h).q) / (2 * h);
  EXPECT_LE((rate - expected).cwiseAbs().maxCoeff(), 1e-7 * (1 + expected.cwiseAbs().maxCoeff()));
}

TEST_P(PartConformance, AdvanceStaysOnTheManifoldThatNormaliseProjectsTo) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  for (int i = 0; i < 50; ++i) state = bench().advanced(state, nu, 2e-3);
  Numbers projected = state.q;
  part().normalise(projected.data());
  EXPECT_LE((projected - state.q).cwiseAbs().maxCoeff(), 1e-12 * (1 + state.q.norm()));
}

TEST_P(PartConformance, FreeFlightKeepsMomentumAndAccountsForEnergy) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  if (!part().keepsMomentum()) GTEST_SKIP() << "this mass model counts inertia more than once";
  const PartValues start = bench().shaken(0.5);
  const Surroundings around = weightless();
  // The classical method loses (ω dt)⁶/144 of a mode's energy per step; directors that are carried
  // along err by (ω dt)⁵.
  const double longestStep = 0.008 / bench().highestFrequency(start);
  const double duration = std::min(0.3, 4000 * longestStep);
  const int steps = 100 + static_cast<int>(duration / longestStep);
  double dissipated = 0;
  const PartValues end = bench().flow(start, &around, duration, steps, &dissipated);
  const PartEnergy before = bench().energy(around, start), after = bench().energy(around, end);
  const double total = before.kinetic + before.elastic;
  EXPECT_NEAR(after.kinetic + after.elastic + dissipated, total, 1e-8 * total);
  EXPECT_GE(dissipated, 0);
  if (GetParam().dissipates) return;
  const double speed = std::sqrt(2 * total / part().mass());
  const double linear = part().mass() * speed;
  const double angular =
      linear * (bench().size() + bench().position(start, bench().points(1)[0]).norm());
  EXPECT_EQ(dissipated, 0);
  EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * linear);
  EXPECT_LE((after.angularMomentum - before.angularMomentum).norm(), 1e-8 * angular);
}

TEST_P(PartConformance, DampingPowerIsTheEnergyItTakes) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  PartValues still = state;
  still.v.setZero();
  double power = 0;
  const Numbers moving = bench().forces(weightless(), state, &power);
  const Numbers conservative = bench().forces(weightless(), still);
  const Numbers nu = bench().nu(state);
  EXPECT_GE(power, 0);
  EXPECT_NEAR((moving - conservative).dot(nu), -power,
              1e-9 * (power + moving.cwiseAbs().dot(nu.cwiseAbs())));
}

TEST_P(PartConformance, BoundingSphereHoldsAllContactPoints) {
  const PartValues state = moves() ? bench().shaken() : bench().initial();
  Vec3 centre;
  double radius = 0;
  part().boundingSphere(bench().at(state), centre, radius);
  for (const ResolvedPoint& u : part().contactPoints()) {
    EXPECT_LE((bench().position(state, u) - centre).norm(), radius * (1 + 1e-9) + 1e-12);
  }
}

// — drawing —

struct DrawnMesh {
  MeshTopology topology;
  std::vector<Vec3> positions;
};

DrawnMesh draw(PartBench& bench, const PartValues& state) {
  DrawnMesh mesh{bench.part().tessellation(), {}};
  std::vector<float> xyz(3 * mesh.topology.material.size());
  bench.part().tessellate(bench.at(state), xyz);
  for (std::size_t i = 0; i < xyz.size(); i += 3) {
    mesh.positions.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
  }
  return mesh;
}

/// Vertices at the same place count as one, so that hard edges may be split.
std::vector<int> weld(const std::vector<Vec3>& positions) {
  std::map<std::array<double, 3>, int> index;
  std::vector<int> welded;
  for (const Vec3& p : positions) {
    const auto next = static_cast<int>(index.size());
    welded.push_back(
        index.try_emplace({p.x() + 0.0, p.y() + 0.0, p.z() + 0.0}, next).first->second);
  }
  return welded;
}

TEST_P(PartConformance, TessellationIsClosedAndFacesOutward) {
  const DrawnMesh mesh = draw(bench(), bench().initial());
  ASSERT_FALSE(mesh.topology.triangles.empty());
  const std::vector<int> vertex = weld(mesh.positions);
  std::map<std::pair<int, int>, int> edges;
  double volume = 0;
  for (const auto& t : mesh.topology.triangles) {
    const Vec3 a = mesh.positions[t[0]] - mesh.positions[0],
               b = mesh.positions[t[1]] - mesh.positions[0],
               c = mesh.positions[t[2]] - mesh.positions[0];
    volume += a.dot(b.cross(c)) / 6;
    for (std::size_t i = 0; i < 3; ++i) {
      const int from = vertex[t[i]], to = vertex[t[(i + 1) % 3]];
      if (from != to) edges[std::minmax(from, to)] += from < to ? 1 : -1;
    }
  }
  for (const auto& [edge, balance] : edges) ASSERT_EQ(balance, 0);
  EXPECT_GE(volume, 0);
  if (part().contactRadius() > 0 || moves()) {
    EXPECT_GT(volume, 0);
  }
}

TEST_P(PartConformance, MaterialCoordinatesOfVerticesResolveToTheirPositions) {
  if (!moves()) GTEST_SKIP() << "an obstacle's drawn thickness is not material";
  const PartValues state = bench().shaken();
  const DrawnMesh mesh = draw(bench(), state);
  const int numbers = bench().coordinates();
  // [] means the whole part; what has a thickness of its own is drawn round its points.
  const double reach = numbers == 0 ? bench().size() : part().contactRadius();
  for (std::size_t i = 0; i < mesh.positions.size(); i += 7) {
    const auto& m = mesh.topology.material[i];
    const std::array<double, 3> at = {m[0], m[1], m[2]};
    const auto u = part().resolve(std::span(at).first(static_cast<std::size_t>(numbers)));
    ASSERT_TRUE(u.has_value()) << u.error().message;
    EXPECT_LE((bench().position(state, *u) - mesh.positions[i]).norm(),
              reach + 1e-5 * (bench().size() + mesh.positions[i].norm()));
  }
}

TEST(PartKinds, DescribeThemselvesAndEveryParameter) {
  const Registry& registry = builtins();
  for (const PartKind& kind : registry.parts()) {
    EXPECT_FALSE(kind.label.empty()) << kind.name;
    EXPECT_FALSE(kind.doc.empty()) << kind.name;
    EXPECT_TRUE(kind.create(ParamReader(kind.table, {}))) << kind.name << " refuses its defaults";
    for (const ParamSpec& spec : kind.table) {
      EXPECT_FALSE(spec.doc.empty()) << kind.name << "." << spec.key;
      EXPECT_LE(spec.min, spec.max) << kind.name << "." << spec.key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Builtins, PartConformance, testing::ValuesIn(partPresets(builtins())),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sinew::conformance
