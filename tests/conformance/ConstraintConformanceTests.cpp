// What holds for every constraint kind by itself, whatever it is tied to: its gradient and velocity
// terms are the derivatives of its violation, and relative kinds feel nothing of a rigid motion.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/conformance/ConstraintCases.h"

namespace sinew::test {
namespace {

constexpr int kMaxRows = ConstraintRows::kMaxRows;
using Rows = Eigen::Matrix<double, kMaxRows, 1>;

/// A point on a smooth path: x(t) = centre + Σ amplitude_i sin(frequency_i t + phase_i).
struct Path {
  Vec3 centre, amplitude, frequency, phase;

  explicit Path(std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < 3; ++i) {
      centre[i] = 2 * uniform(random);
      amplitude[i] = uniform(random);
      frequency[i] = 1 + uniform(random);
      phase[i] = 3 * uniform(random);
    }
  }
  PointSample at(double t) const {
    const Eigen::Array3d angle = (frequency * t + phase).array();
    return {centre + Vec3(amplitude.array() * angle.sin()),
            Vec3(amplitude.array() * frequency.array() * angle.cos())};
  }
  Vec3 acceleration(double t) const {
    const Eigen::Array3d angle = (frequency * t + phase).array();
    return -amplitude.array() * frequency.array().square() * angle.sin();
  }
};

class ConstraintConformance : public testing::TestWithParam<ConstraintCase> {
 protected:
  /// The kind with every own keyable parameter on a random smooth curve.
  std::unique_ptr<Constraint> makeKeyed() {
    const ParamTable& table = GetParam().kind->table;
    const ParamTable common = commonConstraintParams();
    ParamValues values;
    for (const ParamSpec& spec : table) {
      if (spec.keyable && !findParam(common, spec.key))
        values.set(spec, randomCurve(spec, m_random));
    }
    for (const std::string& key : GetParam().points) {
      values.set(*findParam(table, key), MaterialPoint{"part_" + key, {}});
    }
    auto constraint = GetParam().kind->create(ParamReader(table, values));
    EXPECT_TRUE(constraint);
    return std::move(*constraint);
  }
  void draw(int count) {
    m_paths.clear();
    for (int i = 0; i < count; ++i) m_paths.emplace_back(m_random);
  }
  ConstraintRows along(const Constraint& constraint, double t) const {
    std::array<PointSample, 2> samples;
    for (std::size_t i = 0; i < m_paths.size(); ++i) samples[i] = m_paths[i].at(t);
    ConstraintRows rows;
    constraint.evaluate(samples.data(), t, rows);
    return rows;
  }

  std::mt19937 m_random{20240607};
  std::vector<Path> m_paths;
};

Rows rowsOf(const std::array<double, kMaxRows>& values, int count) {
  Rows rows = Rows::Zero();
  for (int i = 0; i < count; ++i) rows[i] = values[static_cast<std::size_t>(i)];
  return rows;
}

// Times between keys, where curves are smooth.
constexpr std::array<double, 6> kTimes = {0.2, 0.55, 1.3, 1.75, 2.4, 3.6};
constexpr double kStep = 1e-5;

TEST_P(ConstraintConformance, EveryParameterIsDocumented) {
  const ConstraintKind& kind = *GetParam().kind;
  EXPECT_FALSE(kind.label.empty());
  EXPECT_FALSE(kind.doc.empty());
  for (const ParamSpec& spec : kind.table) {
    EXPECT_GE(spec.doc.size(), 10u) << spec.key;
    EXPECT_TRUE(spec.doc.empty() || spec.doc.back() == '.') << spec.key;
  }
}

TEST_P(ConstraintConformance, AnchorsAreThePointsGiven) {
  const auto constraint = makeKeyed();
  const auto anchors = constraint->anchors();
  ASSERT_EQ(anchors.size(), GetParam().points.size());
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    EXPECT_EQ(anchors[i].part, "part_" + GetParam().points[i]);
  }
}

TEST_P(ConstraintConformance, RowsAreAsManyAsSaid) {
  const auto constraint = makeKeyed();
  draw(static_cast<int>(GetParam().points.size()));
  for (const double t : kTimes) EXPECT_EQ(along(*constraint, t).rows, constraint->rows());
}

TEST_P(ConstraintConformance, GradientIsTheDerivativeOfTheViolation) {
  const auto constraint = makeKeyed();
  for (const double t : kTimes) {
    draw(static_cast<int>(GetParam().points.size()));
    const ConstraintRows rows = along(*constraint, t);
    for (std::size_t k = 0; k < m_paths.size(); ++k) {
      for (int axis = 0; axis < 3; ++axis) {
        const double centre = m_paths[k].centre[axis];
        m_paths[k].centre[axis] = centre + kStep;
        const Rows after = rowsOf(along(*constraint, t).g, rows.rows);
        m_paths[k].centre[axis] = centre - kStep;
        const Rows before = rowsOf(along(*constraint, t).g, rows.rows);
        m_paths[k].centre[axis] = centre;
        const Rows slope = (after - before) / (2 * kStep);
        for (int i = 0; i < rows.rows; ++i) {
          EXPECT_NEAR(rows.gradient[k](i, axis), slope[i], 1e-8) << "row " << i << ", point " << k;
        }
      }
    }
  }
}

TEST_P(ConstraintConformance, RateIsTheDerivativeOfTheViolationInTime) {
  const auto constraint = makeKeyed();
  for (const double t : kTimes) {
    draw(static_cast<int>(GetParam().points.size()));
    const ConstraintRows rows = along(*constraint, t);
    const Rows after = rowsOf(along(*constraint, t + kStep).g, rows.rows);
    const Rows before = rowsOf(along(*constraint, t - kStep).g, rows.rows);
    for (int i = 0; i < rows.rows; ++i) {
      EXPECT_NEAR(rows.rate[static_cast<std::size_t>(i)], (after[i] - before[i]) / (2 * kStep),
                  1e-7)
          << "row " << i << " at " << t;
    }
  }
}

TEST_P(ConstraintConformance, GammaIsWhatIsLeftOfTheSecondDerivative) {
  const auto constraint = makeKeyed();
  for (const double t : kTimes) {
    draw(static_cast<int>(GetParam().points.size()));
    const ConstraintRows rows = along(*constraint, t);
    const Rows after = rowsOf(along(*constraint, t + kStep).rate, rows.rows);
    const Rows before = rowsOf(along(*constraint, t - kStep).rate, rows.rows);
    for (int i = 0; i < rows.rows; ++i) {
      double second = rows.gamma[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < m_paths.size(); ++k) {
        second += rows.gradient[k].row(i).dot(m_paths[k].acceleration(t));
      }
      EXPECT_NEAR(second, (after[i] - before[i]) / (2 * kStep), 1e-6) << "row " << i << " at " << t;
    }
  }
}

// Newton's method on the points alone.
void satisfy(const Constraint& constraint, std::vector<PointSample>& samples, double t) {
  ConstraintRows rows;
  for (int pass = 0; pass < 30; ++pass) {
    constraint.evaluate(samples.data(), t, rows);
    Eigen::MatrixXd J(rows.rows, 3 * static_cast<int>(samples.size()));
    for (std::size_t k = 0; k < samples.size(); ++k) {
      J.middleCols<3>(3 * static_cast<int>(k)) = rows.gradient[k].topRows(rows.rows);
    }
    const Eigen::VectorXd g = rowsOf(rows.g, rows.rows).head(rows.rows);
    const Eigen::VectorXd move = J.completeOrthogonalDecomposition().solve(g);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      samples[k].position -= move.segment<3>(3 * static_cast<int>(k));
    }
  }
}

TEST_P(ConstraintConformance, RelativeKindsFeelNoRigidMotionOfAllParts) {
  if (!GetParam().relative()) GTEST_SKIP() << "tied to space";
  const auto constraint = makeKeyed();
  draw(2);
  std::vector<PointSample> samples = {m_paths[0].at(0.3), m_paths[1].at(0.3)};
  satisfy(*constraint, samples, 0.3);
  ConstraintRows rows;
  constraint->evaluate(samples.data(), 0.3, rows);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 10; ++trial) {
    const Vec3 velocity(uniform(m_random), uniform(m_random), uniform(m_random));
    const Vec3 spin(uniform(m_random), uniform(m_random), uniform(m_random));
    for (int i = 0; i < rows.rows; ++i) {
      double response = 0, size = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const Vec3 motion = velocity + spin.cross(samples[k].position);
        response += rows.gradient[k].row(i).dot(motion);
        size += rows.gradient[k].row(i).norm() * motion.norm();
      }
      EXPECT_NEAR(response, 0, 1e-12 * size);
    }
  }
}

// Mirrored in the world: what a relative kind says depends on the points only, not on where or how
// the whole stands.
TEST_P(ConstraintConformance, RelativeKindsHaveNoFavouritePlace) {
  if (!GetParam().relative()) GTEST_SKIP() << "tied to space";
  const auto constraint = makeKeyed();
  draw(2);
  const std::array<PointSample, 2> samples = {m_paths[0].at(0.3), m_paths[1].at(0.3)};
  const Quat turn = Quat(0.3, -0.5, 0.7, 0.2).normalized();
  const Vec3 shift(3, -2, 5);
  std::array<PointSample, 2> moved = samples;
  for (PointSample& sample : moved) {
    sample.position = turn * sample.position + shift;
    sample.velocity = turn * sample.velocity;
  }
  ConstraintRows here, there;
  constraint->evaluate(samples.data(), 0.3, here);
  constraint->evaluate(moved.data(), 0.3, there);
  EXPECT_NEAR(rowsOf(here.g, here.rows).norm(), rowsOf(there.g, there.rows).norm(), 1e-13);
  EXPECT_NEAR(rowsOf(here.rate, here.rows).norm(), rowsOf(there.rate, there.rows).norm(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Registry, ConstraintConformance, testing::ValuesIn(constraintCases()),
                         [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace sinew::test
