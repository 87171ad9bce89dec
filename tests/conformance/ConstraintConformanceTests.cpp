// What holds for every constraint kind by itself, whatever it is tied to: its gradient and velocity
// terms are the derivatives of its violation, and relative kinds feel nothing of a rigid motion.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/conformance/ConstraintCases.h"

namespace sinew::test {
namespace {

constexpr int kMaxRows = ConstraintRows::kMaxRows;
using Rows = Eigen::Matrix<double, kMaxRows, 1>;
constexpr Track kRing{2, 5, true};  // that points are led round

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
  Vec3 at(double t) const {
    const Eigen::Array3d angle = (frequency * t + phase).array();
    return centre + Vec3(amplitude.array() * angle.sin());
  }
  Vec3 velocity(double t) const {
    const Eigen::Array3d angle = (frequency * t + phase).array();
    return amplitude.array() * frequency.array() * angle.cos();
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
    for (const auto& [key, value] : GetParam().values) values.set(*findParam(table, key), value);
    for (const std::string& key : GetParam().points) {
      values.set(*findParam(table, key), MaterialPoint{"part_" + key, {}});
    }
    auto constraint = GetParam().kind->create(ParamReader(table, values));
    EXPECT_TRUE(constraint);
    return std::move(*constraint);
  }
  void draw(int count) {
    m_paths.clear();
    m_directions.clear();
    for (int i = 0; i < count; ++i) {
      m_paths.emplace_back(m_random);
      m_directions.emplace_back(m_random);
    }
    // A track runs on fairly straight.
    m_bend = {Path(m_random), Path(m_random)};
    for (Path& path : m_bend) {
      path.centre *= 0.02;
      path.amplitude *= 0.02;
    }
    if (GetParam().slides) m_directions[0].centre += Vec3(4, 0, 0);
  }
  /// What is at the ends: a point and a direction each; where one slides, the nearest place, or
  /// the one it is led to, of
  ///   x(s, t) = point + s direction + ½ s² bend + ⅙ s³ third.
  std::vector<PointSample> samplesAt(const Constraint& constraint, double t) const {
    std::vector<PointSample> samples;
    for (std::size_t k = 0; k < m_paths.size(); ++k) {
      samples.push_back({m_paths[k].at(t),
                         m_paths[k].velocity(t),
                         m_directions[k].at(t),
                         m_directions[k].velocity(t),
                         {},
                         0,
                         {}});
    }
    if (constraint.slidingEnd() < 0) return samples;
    const auto end = static_cast<std::size_t>(constraint.slidingEnd());
    PointSample& on = samples[end];
    if (const auto led = constraint.ledTo(t, kRing)) {
      on = onTrack(end, *led - 2, t);
      on.track = kRing;
      return samples;
    }
    double s = 0;
    for (int pass = 0; pass < 50; ++pass) {
      on = onTrack(end, s, t);
      const Vec3 away = constraint.slideTarget(samples.data(), t) - on.position;
      s += on.direction.dot(away) / (on.direction.squaredNorm() - on.bend.bend.dot(away));
    }
    on = onTrack(end, s, t);
    return samples;
  }
  PointSample onTrack(std::size_t end, double s, double t) const {
    const double square = s * s / 2, cube = s * s * s / 6;
    PointSample on;
    on.track = {10, 25};
    on.place = 2 + s;
    on.position = m_paths[end].at(t) + s * m_directions[end].at(t) + square * m_bend[0].at(t) +
                  cube * m_bend[1].at(t);
    on.velocity = m_paths[end].velocity(t) + s * m_directions[end].velocity(t) +
                  square * m_bend[0].velocity(t) + cube * m_bend[1].velocity(t);
    on.direction = m_directions[end].at(t) + s * m_bend[0].at(t) + square * m_bend[1].at(t);
    on.turning =
        m_directions[end].velocity(t) + s * m_bend[0].velocity(t) + square * m_bend[1].velocity(t);
    on.bend.bend = m_bend[0].at(t) + s * m_bend[1].at(t);
    on.bend.rate = m_bend[0].velocity(t) + s * m_bend[1].velocity(t);
    on.bend.third = m_bend[1].at(t);
    return on;
  }
  /// Place along the track of an end that slides, measured from where its path is; else 0.
  double slid(const Constraint& constraint, std::size_t end, double t) const {
    if (static_cast<int>(end) != constraint.slidingEnd()) return 0;
    return samplesAt(constraint, t)[end].place - 2;
  }
  Vec3 acceleration(const Constraint& constraint, std::size_t end, double t) const {
    const double s = slid(constraint, end, t);
    return m_paths[end].acceleration(t) + s * m_directions[end].acceleration(t) +
           s * s / 2 * m_bend[0].acceleration(t) + s * s * s / 6 * m_bend[1].acceleration(t);
  }
  Vec3 directionAcceleration(const Constraint& constraint, std::size_t end, double t) const {
    const double s = slid(constraint, end, t);
    return m_directions[end].acceleration(t) + s * m_bend[0].acceleration(t) +
           s * s / 2 * m_bend[1].acceleration(t);
  }
  static ConstraintRows::Gradient turningOf(const Constraint& constraint,
                                            const ConstraintRows& rows, std::size_t end) {
    if (constraint.directed(static_cast<int>(end))) return rows.turning[end];
    return ConstraintRows::Gradient::Zero();
  }
  ConstraintRows along(const Constraint& constraint, double t) const {
    const std::vector<PointSample> samples = samplesAt(constraint, t);
    ConstraintRows rows;
    constraint.evaluate(samples.data(), t, rows);
    return rows;
  }
  /// ∂g by moving a path's centre along an axis, by central differences.
  Rows slopeOf(const Constraint& constraint, double t, double& centre) const;

  std::mt19937 m_random{20240607};
  std::vector<Path> m_paths, m_directions;  ///< of positions, and of the directions there
  std::vector<Path> m_bend;                 ///< of a track: bend and third derivative
};

/// A row of slip has no gap and is not derived from one: SlidingFrictionTests look at it.
bool hasGap(const Constraint& constraint, int row) {
  return row != constraint.drag().row;
}

Rows rowsOf(const std::array<double, kMaxRows>& values, int count) {
  Rows rows = Rows::Zero();
  for (int i = 0; i < count; ++i) rows[i] = values[static_cast<std::size_t>(i)];
  return rows;
}

// Times between keys, where curves are smooth.
constexpr std::array<double, 6> kTimes = {0.2, 0.55, 1.3, 1.75, 2.4, 3.6};
constexpr double kNudge = 1e-5;

Rows ConstraintConformance::slopeOf(const Constraint& constraint, double t, double& centre) const {
  const double value = centre;
  centre = value + kNudge;
  const ConstraintRows after = along(constraint, t);
  centre = value - kNudge;
  const ConstraintRows before = along(constraint, t);
  centre = value;
  return (rowsOf(after.g, after.rows) - rowsOf(before.g, before.rows)) / (2 * kNudge);
}

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
        const Rows slope = slopeOf(*constraint, t, m_paths[k].centre[axis]);
        // Further along, a track that turns where its path is moves as well.
        const Rows turned =
            slopeOf(*constraint, t, m_directions[k].centre[axis]) - slid(*constraint, k, t) * slope;
        for (int i = 0; i < rows.rows; ++i) {
          if (!hasGap(*constraint, i)) continue;
          EXPECT_NEAR(rows.gradient[k](i, axis), slope[i], 1e-8) << "row " << i << ", point " << k;
          EXPECT_NEAR(turningOf(*constraint, rows, k)(i, axis), turned[i], 1e-7)
              << "row " << i << ", direction " << k;
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
    const Rows after = rowsOf(along(*constraint, t + kNudge).g, rows.rows);
    const Rows before = rowsOf(along(*constraint, t - kNudge).g, rows.rows);
    for (int i = 0; i < rows.rows; ++i) {
      if (!hasGap(*constraint, i)) continue;
      EXPECT_NEAR(rows.rate[static_cast<std::size_t>(i)], (after[i] - before[i]) / (2 * kNudge),
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
    const Rows after = rowsOf(along(*constraint, t + kNudge).rate, rows.rows);
    const Rows before = rowsOf(along(*constraint, t - kNudge).rate, rows.rows);
    for (int i = 0; i < rows.rows; ++i) {
      if (!hasGap(*constraint, i)) continue;
      double second = rows.gamma[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < m_paths.size(); ++k) {
        second += rows.gradient[k].row(i).dot(acceleration(*constraint, k, t));
        second +=
            turningOf(*constraint, rows, k).row(i).dot(directionAcceleration(*constraint, k, t));
      }
      EXPECT_NEAR(second, (after[i] - before[i]) / (2 * kNudge), 1e-6)
          << "row " << i << " at " << t;
    }
  }
}

// Along the track to where it is nearest.
void slideOn(const Constraint& constraint, std::vector<PointSample>& samples, double t) {
  PointSample& on = samples[static_cast<std::size_t>(constraint.slidingEnd())];
  const Vec3 along = on.direction.normalized();
  const Vec3 away = constraint.slideTarget(samples.data(), t) - on.position;
  on.position += along * along.dot(away);
}

// Newton's method on the points and directions alone.
void satisfy(const Constraint& constraint, std::vector<PointSample>& samples, double t) {
  ConstraintRows rows;
  const int count = static_cast<int>(samples.size());
  for (int pass = 0; pass < 30; ++pass) {
    constraint.evaluate(samples.data(), t, rows);
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows.rows, 6 * count);
    for (int k = 0; k < count; ++k) {
      const auto end = static_cast<std::size_t>(k);
      J.middleCols<3>(6 * k) = rows.gradient[end].topRows(rows.rows);
      if (constraint.directed(k)) J.middleCols<3>(6 * k + 3) = rows.turning[end].topRows(rows.rows);
    }
    Eigen::VectorXd g = rowsOf(rows.g, rows.rows).head(rows.rows);
    for (int i = 0; i < rows.rows; ++i) {
      const bool holds = (constraint.limitedRows() >> i & 1U) && g[i] <= 0;
      if (!holds) continue;
      g[i] = 0;
      J.row(i).setZero();
    }
    const Eigen::VectorXd move = J.completeOrthogonalDecomposition().solve(g);
    for (int k = 0; k < count; ++k) {
      samples[static_cast<std::size_t>(k)].position -= move.segment<3>(6 * k);
      samples[static_cast<std::size_t>(k)].direction -= move.segment<3>(6 * k + 3);
    }
    const bool slides = constraint.slidingEnd() >= 0;
    if (slides && !constraint.ledTo(t, kRing)) slideOn(constraint, samples, t);
  }
}

TEST_P(ConstraintConformance, RelativeKindsFeelNoRigidMotionOfAllParts) {
  if (!GetParam().relative()) GTEST_SKIP() << "tied to space";
  const auto constraint = makeKeyed();
  draw(2);
  std::vector<PointSample> samples = samplesAt(*constraint, 0.3);
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
        if (!constraint->directed(static_cast<int>(k))) continue;
        const Vec3 turning = spin.cross(samples[k].direction);
        response += rows.turning[k].row(i).dot(turning);
        size += rows.turning[k].row(i).norm() * turning.norm();
      }
      EXPECT_NEAR(response, 0, 1e-12 * size);
    }
  }
}

// Turned in the world: how far a relative kind is from holding, and how fast that changes, depends
// on the points only, not on where or how the whole stands. Single rows may depend on it: which
// axes lie across a direction is a matter of choice.
TEST_P(ConstraintConformance, RelativeKindsHaveNoFavouritePlace) {
  if (!GetParam().relative()) GTEST_SKIP() << "tied to space";
  const auto constraint = makeKeyed();
  draw(2);
  const std::vector<PointSample> samples = samplesAt(*constraint, 0.3);
  const Quat turn = Quat(0.3, -0.5, 0.7, 0.2).normalized();
  const Vec3 shift(3, -2, 5);
  std::vector<PointSample> moved = samples;
  for (PointSample& sample : moved) {
    sample.position = turn * sample.position + shift;
    sample.velocity = turn * sample.velocity;
    sample.direction = turn * sample.direction;
    sample.turning = turn * sample.turning;
    for (Vec3* bend : {&sample.bend.bend, &sample.bend.rate, &sample.bend.third}) {
      *bend = turn * *bend;
    }
  }
  ConstraintRows here, there;
  constraint->evaluate(samples.data(), 0.3, here);
  constraint->evaluate(moved.data(), 0.3, there);
  EXPECT_NEAR(rowsOf(here.g, here.rows).norm(), rowsOf(there.g, there.rows).norm(), 1e-13);
  const auto growth = [](const ConstraintRows& rows) {
    return rowsOf(rows.g, rows.rows).dot(rowsOf(rows.rate, rows.rows));
  };
  EXPECT_NEAR(growth(here), growth(there), 1e-12);
  if (GetParam().directed) return;
  EXPECT_NEAR(rowsOf(here.rate, here.rows).norm(), rowsOf(there.rate, there.rows).norm(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Registry, ConstraintConformance, testing::ValuesIn(constraintVariants()),
                         [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace sinew::test
