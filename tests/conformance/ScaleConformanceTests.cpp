// What every part kind says of its numbers must be what they do to its points, at rest and each by
// itself, to what the choice of points makes of it.
#include <gtest/gtest.h>

#include "tests/conformance/PartBench.h"
#include "tests/conformance/PartPresets.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::conformance {
namespace {

using test::builtins;

constexpr double kAtMost =
    2;                    // the points of scales are few: what bends sharply bends between them
constexpr int kFew = 40;  // numbers of a part without nodes

class ScaleConformance : public testing::TestWithParam<PartPreset> {
 protected:
  void SetUp() override {
    m_part = makePart(builtins(), GetParam());
    ASSERT_NE(m_part, nullptr) << "the kind refuses its own defaults";
    m_bench = std::make_unique<PartBench>(*m_part, 5);
    if (m_part->dims().v == 0) GTEST_SKIP() << "nothing moves";
  }
  const Part& part() const { return *m_part; }
  PartBench& bench() { return *m_bench; }

 private:
  std::unique_ptr<Part> m_part;
  std::unique_ptr<PartBench> m_bench;
};

TEST_P(ScaleConformance, ScalesSayHowFastPointsMove) {
  const SurfaceScales scales = part().scales();
  const PartValues rest = bench().initial();
  ASSERT_EQ(static_cast<int>(scales.q.size()), bench().nq());
  ASSERT_EQ(static_cast<int>(scales.v.size()), bench().nv());
  ASSERT_EQ(static_cast<int>(scales.nu.size()), bench().nv());
  Numbers byV = Numbers::Zero(bench().nv()), byNu = byV;
  const auto points = bench().points(60);
  Eigen::MatrixXd answers(bench().nv(), bench().nv());
  for (int i = 0; i < bench().nv(); ++i) {
    answers.col(i) = bench().nu({rest.q, Numbers::Unit(bench().nv(), i)});
  }
  for (const ResolvedPoint& u : points) {
    const Eigen::Matrix3Xd L = bench().kinematics({rest.q, Numbers::Zero(bench().nv())}, u).L;
    byNu = byNu.cwiseMax(L.colwise().norm().transpose());
    byV = byV.cwiseMax((L * answers).colwise().norm().transpose());
  }
  for (int i = 0; i < bench().nv(); ++i) {
    EXPECT_LE(byNu[i], kAtMost * scales.nu[i]) << "nu " << i;
    EXPECT_LE(byV[i], kAtMost * scales.v[i]) << "v " << i;
    if (bench().nv() > kFew) continue;  // a node may lie beside all points
    if (byNu[i] > 0) {
      EXPECT_GE(byNu[i], 0.1 * scales.nu[i]) << "nu " << i;
    }
    if (byV[i] > 0) {
      EXPECT_GE(byV[i], 0.1 * scales.v[i]) << "v " << i;
    }
  }
  EXPECT_GE(
      (byNu.array() / Eigen::Map<const Eigen::ArrayXd>(scales.nu.data(), byNu.size())).maxCoeff(),
      0.1);
}

TEST_P(ScaleConformance, ScalesSayHowFarPointsMove) {
  const SurfaceScales scales = part().scales();
  const PartValues rest = bench().initial();
  const auto points = bench().points(6);
  constexpr double kBit = 1e-6;
  for (int i = 0; i < bench().nq(); i += std::max(1, bench().nq() / 40)) {
    PartValues moved = rest;
    moved.q[i] += kBit;
    part().normalise(moved.q.data());
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double by =
          (bench().position(moved, points[k]) - bench().position(rest, points[k])).norm();
      EXPECT_LE(by, kAtMost * kBit * scales.q[i]) << "q " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Builtins, ScaleConformance, testing::ValuesIn(partPresets(builtins())),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sinew::conformance
