// Material points of a part with local motion.
#include "core/math/Rotation.h"
#include "core/parts/superquadric/LocalScratch.h"
#include "core/parts/superquadric/LocalSuperquadric.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;
using Lane = Eigen::Array<double, MaterialPoints::kLane, 1>;
using ConstLane = Eigen::Map<const Lane, Eigen::Aligned32>;
using Lanes3 = std::array<Lane, 3>;

/// A surface point away from the nodes, relative to what its nodes' mean would make of it:
/// Â_d = Â(u) − Σ Sᵢ Âᵢ. The local displacement is bilinear and drops out.
struct Excess {
  Vec3 s;
  ShapeJacobian J;
  Vec3 curve;
};

Excess excessOf(const LocalScratch& s, const SuperquadricShape& shape, const SurfaceNodes& nodes,
                const ResolvedPoint& u, const NodeShare& share) {
  ShapeJet jet;
  shape.differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  Excess e{jet.s - nodes.interpolate(share, s.field.s), jet.J,
           jet.curve - nodes.interpolate(share, s.field.curve)};
  for (int i = 0; i < share.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const int slot = nodes.points().slot(share.node[k]);
    for (int column = 0; column < shape.moving(); ++column) {
      e.J.col(column) -= share.weight[k] * s.field.J.row(slot).segment<3>(3 * column).transpose();
    }
  }
  return e;
}

/// Frame rates per force: (AᵀM_nA)⁻¹ Â_dᵀ Rᵀ.
FrameResponse responseOf(const LocalScratch& s, const Excess& e) {
  FrameResponse rhs(s.rates.size(), 3);
  rhs.topRows<3>().setZero();
  rhs.middleRows<3>(3) = skew(e.s) * s.R.transpose();
  rhs.bottomRows(e.J.cols()) = e.J.transpose() * s.R.transpose();
  return s.mass.solve(rhs);
}

/// Â y at four slots.
Lanes3 spreadLane(const LocalScratch& s, int slot, const double* y) {
  const ConstLane px(s.p.col(0).data() + slot), py(s.p.col(1).data() + slot),
      pz(s.p.col(2).data() + slot);
  Lanes3 out = {y[0] + y[4] * pz - y[5] * py, y[1] + y[5] * px - y[3] * pz,
                y[2] + y[3] * py - y[4] * px};
  const double* J = s.field.J.data() + slot;
  const Eigen::Index rows = s.field.J.rows();
  for (Eigen::Index k = 6; k < s.rates.size(); ++k) {
    for (Lane& lane : out) {
      lane += y[k] * ConstLane(J);
      J += rows;
    }
  }
  return out;
}

/// The nodal forces M_n R Â y of a frame response, four slots at a time.
template <class Visit>
void eachNodalForce(const LocalScratch& s, const Reals& mass, const double* y, Visit visit) {
  for (int slot = 0; slot < static_cast<int>(mass.size()); slot += MaterialPoints::kLane) {
    const Lanes3 a = spreadLane(s, slot, y);
    const ConstLane m(mass.data() + slot);
    for (int row = 0; row < 3; ++row) {
      visit(slot, row, Lane(m * (s.R(row, 0) * a[0] + s.R(row, 1) * a[1] + s.R(row, 2) * a[2])));
    }
  }
}

}  // namespace

Result<ResolvedPoint> LocalSuperquadric::resolve(std::span<const double> at) const {
  const auto point = surfacePoint(at);
  if (!point) return Unexpected{point.error()};
  ResolvedPoint u;
  u.at = {at[0], at[1], 0};
  m_nodes.resolve(*point, u);
  return u;
}

void LocalSuperquadric::point(const PartScratch& scratch, const ResolvedPoint& u,
                              PointKinematics& out) const {
  const LocalScratch& s = localScratch(scratch);
  const NodeShare share = m_nodes.share(u);
  if (share.isNode()) {
    const int node = share.node[0];
    locate(scratch, u, out.position, out.velocity);
    out.bias.setZero();
    out.curvature.setZero();
    out.blockCount = 1;
    out.blocks[0] = {3 * node, 3};
    out.columns = 3;
    Eigen::Map<Mat3>(out.L).setIdentity();
    return;
  }
  const Excess e = excessOf(s, shape(), m_nodes, u, share);
  const Vec3 omega = s.rates.segment<3>(3);
  const auto rates = s.rates.tail(shape().moving());
  const Vec3 flow = e.J * rates, swing = omega.cross(e.s);
  out.position = s.c + s.R * (m_nodes.interpolate(share, s.p) + e.s);
  out.velocity = s.R * (m_nodes.interpolate(share, s.w) + swing + flow);
  // Nodes go straight, and the frame follows them.
  const Vec3 carried = omega.cross(swing + 2 * flow) + e.curve;
  const auto changing = [&](const FrameVector& change) -> Vec3 {
    return Vec3(change.segment<3>(3)).cross(e.s) + e.J * change.tail(shape().moving());
  };
  out.bias = s.R * (carried + changing(s.freeRates));
  out.curvature = s.R * (carried + changing(s.wander));
  out.blockCount = 1;
  out.columns = 3 * m_nodes.count();
  out.blocks[0] = {0, out.columns};
  fillJacobian(s, share, responseOf(s, e).data(), out.L);
}

/// L = S + Â_d (AᵀM_nA)⁻¹ AᵀM_n, both turned into world axes.
void LocalSuperquadric::fillJacobian(const LocalScratch& s, const NodeShare& share,
                                     const double* response, double* L) const {
  for (int axis = 0; axis < 3; ++axis) {
    const double* y = response + axis * s.rates.size();
    eachNodalForce(s, m_nodes.mass(), y, [&](int slot, int row, const Lane& force) {
      for (int i = 0; i < MaterialPoints::kLane; ++i) {
        const int node = m_nodes.points().pointAtSlot(slot + i);
        if (node >= 0) L[9 * node + 3 * row + axis] = force[i];
      }
    });
  }
  for (int i = 0; i < share.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    for (int axis = 0; axis < 3; ++axis) L[9 * share.node[k] + 4 * axis] += share.weight[k];
  }
}

Turning LocalSuperquadric::turning(const PartScratch& scratch) const {
  const LocalScratch& s = localScratch(scratch);
  return {s.R, s.R * s.rates.segment<3>(3), s.R * s.freeRates.segment<3>(3),
          s.R * s.wander.segment<3>(3)};
}

// As of a point that is moved by the frame's turning alone.
void LocalSuperquadric::turningJacobian(const PartScratch& scratch, const Vec3& direction,
                                        PointKinematics& out) const {
  const LocalScratch& s = localScratch(scratch);
  const Excess turned{s.R.transpose() * direction, ShapeJacobian::Zero(3, shape().moving()),
                      Vec3::Zero()};
  out.blockCount = 1;
  out.columns = 3 * m_nodes.count();
  out.blocks[0] = {0, out.columns};
  fillJacobian(s, NodeShare{}, responseOf(s, turned).data(), out.L);
}

void LocalSuperquadric::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                               Vec3& velocity) const {
  const LocalScratch& s = localScratch(scratch);
  const NodeShare share = m_nodes.share(u);
  if (share.isNode()) {
    position = s.c + s.R * s.p.row(m_nodes.points().slot(share.node[0])).transpose();
    velocity = ConstVec3Map(s.velocities.data() + 3 * share.node[0]);
    return;
  }
  const Excess e = excessOf(s, shape(), m_nodes, u, share);
  position = s.c + s.R * (m_nodes.interpolate(share, s.p) + e.s);
  velocity = s.R * (m_nodes.interpolate(share, s.w) + Vec3(s.rates.segment<3>(3)).cross(e.s) +
                    e.J * s.rates.tail(shape().moving()));
}

void LocalSuperquadric::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                      const Vec3& force, double* Q) const {
  const LocalScratch& s = localScratch(scratch);
  const NodeShare share = m_nodes.share(u);
  for (int i = 0; i < share.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    Vec3Map{Q + 3 * share.node[k]} += share.weight[k] * force;
  }
  if (share.isNode()) return;
  // M_n A (AᵀM_nA)⁻¹ Â_dᵀ f
  const Excess e = excessOf(s, shape(), m_nodes, u, share);
  const FrameVector y = responseOf(s, e) * force;
  eachNodalForce(s, m_nodes.mass(), y.data(), [&](int slot, int row, const Lane& nodal) {
    for (int i = 0; i < MaterialPoints::kLane; ++i) {
      const int node = m_nodes.points().pointAtSlot(slot + i);
      if (node >= 0) Q[3 * node + row] += nodal[i];
    }
  });
}

}  // namespace sinew
