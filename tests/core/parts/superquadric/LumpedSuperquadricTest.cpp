#include "core/parts/superquadric/LumpedSuperquadric.h"

#include <gtest/gtest.h>

#include "core/parts/superquadric/LocalSuperquadric.h"

namespace sinew {
namespace {

SuperquadricSpec softBall() {
  SuperquadricSpec spec;
  spec.shape.moving = {Global::Radius1, Global::Radius2, Global::Radius3};
  spec.membrane = {50, 5, MembraneMeasure::Surface};
  return spec;
}

/// How a point accelerates per force on it, along the force.
double mobility(const Part& part, const ResolvedPoint& u, const Vec3& direction) {
  const auto scratch = part.makeScratch();
  std::vector<double> q(static_cast<std::size_t>(part.dims().q));
  std::vector<double> v(static_cast<std::size_t>(part.dims().v)), Q(v.size()), rates(v.size());
  part.initialState(q.data(), v.data());
  part.update({q.data(), v.data(), 0}, *scratch);
  part.addPointForce(*scratch, u, direction, Q.data());
  part.applyInverseMass(*scratch, Q.data(), rates.data(), 1);
  double sum = 0;
  for (std::size_t i = 0; i < Q.size(); ++i) sum += Q[i] * rates[i];
  return sum;
}

TEST(LumpedSuperquadric, AForceAtANodeMovesItTooFarByTheOtherMotionsShare) {
  const SuperquadricSpec spec = softBall();
  const double volume = 4.18879 * 0.25 * 0.25 * 0.25;
  const LumpedSuperquadric lumped(spec, volume, true);
  const LocalSuperquadric consistent(spec, volume);
  const std::array<double, 2> pole = {1.5707963267948966, 0};
  const double right = mobility(consistent, *consistent.resolve(pole), Vec3::UnitZ());
  const double paper = mobility(lumped, *lumped.resolve(pole), Vec3::UnitZ());
  // The node's own mass alone already answers for all of it; the paper adds the whole part's
  // translation (1/m) and the long radius (1/Σ m (∂s/∂a₃)²) once more.
  const double translation = 1 / lumped.mass();
  EXPECT_GT(paper, right + translation + 1 / lumped.mass());
  EXPECT_FALSE(lumped.keepsMomentum());
  EXPECT_TRUE(consistent.keepsMomentum());
}

TEST(LocalSuperquadric, NodalMassIsEachNodesMassAsInThePaper) {
  SuperquadricSpec spec = softBall();
  spec.nodalMass = 2;
  const LocalSuperquadric part(spec, 1);
  const int nodes = part.dims().v / 3;
  EXPECT_EQ(part.mass(), 2.0 * nodes);
}

}  // namespace
}  // namespace sinew
