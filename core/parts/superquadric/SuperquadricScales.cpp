// How far the numbers of a superquadric's state move its surface. Turning and the shape are
// measured at the contact points of the shape at rest.
#include <algorithm>

#include "core/parts/superquadric/GlobalSuperquadric.h"
#include "core/parts/superquadric/LocalSuperquadric.h"
#include "core/parts/superquadric/LumpedSuperquadric.h"
#include "core/parts/superquadric/RigidSuperquadric.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;

// What is said in world axes counts whichever way the part is turned.
void evenOut(Reals& triple, int first) {
  const auto from = triple.begin() + first;
  std::fill_n(from, 3, *std::max_element(from, from + 3));
}

}  // namespace

SuperquadricPart::PointMoves SuperquadricPart::pointMoves(const Vec3& centre) const {
  PointMoves most{0, Reals(m_shape.moving(), 0.0)};
  std::array<double, Global::kCount> rest{}, still{};
  m_shape.restValues(rest.data());
  ShapeJet jet;
  for (const ResolvedPoint& u : m_contact) {
    const ShapePoint point = m_shape.surfacePoint(u.at[0], u.at[1]);
    m_shape.differentiate(point, rest.data(), still.data(), jet);
    most.turn = std::max(most.turn, (jet.s - centre).norm());
    for (std::size_t k = 0; k < most.shape.size(); ++k) {
      most.shape[k] = std::max(most.shape[k], jet.J.col(static_cast<int>(k)).norm());
    }
  }
  return most;
}

// A quaternion that changes by δ turns by 2 δ.
SurfaceScales SuperquadricPart::frameScales(const Vec3& centre) const {
  const PointMoves moves = pointMoves(centre);
  SurfaceScales scales = Part::scales();
  std::fill_n(scales.q.begin() + 3, 4, 2 * moves.turn);
  std::copy(moves.shape.begin(), moves.shape.end(), scales.q.begin() + 7);
  return scales;
}

SurfaceScales SuperquadricPart::turningScales(const Vec3& centre) const {
  SurfaceScales scales = frameScales(centre);
  std::fill_n(scales.nu.begin() + 3, 3, 0.5 * scales.q[3]);
  std::copy_n(scales.q.begin() + 7, m_shape.moving(), scales.nu.begin() + 6);
  return scales;
}

// ω × r = −[r]× I⁻¹ L, whichever way the body is turned.
SurfaceScales RigidSuperquadric::scales() const {
  SurfaceScales scales = turningScales(m_centre);
  std::fill_n(scales.v.begin(), 3, body().inverseMass);
  double most = 0;
  for (const ResolvedPoint& u : contactPoints()) {
    most = std::max(most, (skew(ConstVec3Map(u.weight.data())) * body().inverseInertia).norm());
  }
  std::fill_n(scales.v.begin() + 3, 3, most);
  return scales;
}

SurfaceScales GlobalSuperquadric::scales() const {
  SurfaceScales scales = turningScales(Vec3::Zero());
  const PartDims size = dims();
  Reals q(size.q, 0.0), v(size.v, 0.0), L(3 * size.pointColumns, 0.0);
  initialState(q.data(), v.data());
  std::ranges::fill(v, 0.0);
  const auto scratch = makeScratch();
  update({q.data(), v.data(), 0}, *scratch);
  Eigen::MatrixXd answers(size.v, size.v);  // ν of a unit of each v
  for (int k = 0; k < size.v; ++k) {
    v[k] = 1;
    velocityFromState(*scratch, v.data(), answers.col(k).data());
    v[k] = 0;
  }
  PointKinematics at;
  at.L = L.data();
  Eigen::Map<Eigen::RowVectorXd> most(scales.v.data(), size.v);
  most.setZero();
  for (const ResolvedPoint& u : contactPoints()) {
    point(*scratch, u, at);
    most = most.cwiseMax((at.jacobian() * answers).colwise().norm());
  }
  evenOut(scales.v, 0);
  evenOut(scales.v, 3);
  return scales;
}

SurfaceScales LocalSuperquadric::scales() const {
  return frameScales(Vec3::Zero());
}

SurfaceScales LumpedSuperquadric::scales() const {
  SurfaceScales scales = turningScales(Vec3::Zero());
  scales.v = scales.nu;
  return scales;
}

}  // namespace sinew
