#include "core/parts/superquadric/FrameMap.h"

#include <limits>

namespace sinew {
namespace {

using Stacked = Eigen::Map<const Eigen::MatrixXd>;

/// The memory of J as (3 slots) × moving.
Stacked stacked(const Eigen::MatrixXd& J) {
  return {J.data(), 3 * J.rows(), J.cols() / 3};
}

Eigen::Map<const Eigen::VectorXd> flat(const Field& f) {
  return {f.data(), f.size()};
}
Eigen::Map<Eigen::VectorXd> flat(Field& f) {
  return {f.data(), f.size()};
}

}  // namespace

void crossRows(const Vec3& a, const Field& b, Field& out) {
  out.col(0) = a.y() * b.col(2) - a.z() * b.col(1);
  out.col(1) = a.z() * b.col(0) - a.x() * b.col(2);
  out.col(2) = a.x() * b.col(1) - a.y() * b.col(0);
}

void addCrossRows(const Vec3& a, const Field& b, Field& out) {
  out.col(0) += a.y() * b.col(2) - a.z() * b.col(1);
  out.col(1) += a.z() * b.col(0) - a.x() * b.col(2);
  out.col(2) += a.x() * b.col(1) - a.y() * b.col(0);
}

Vec3 sumOfCrosses(const Field& a, const Field& b) {
  return {a.col(1).dot(b.col(2)) - a.col(2).dot(b.col(1)),
          a.col(2).dot(b.col(0)) - a.col(0).dot(b.col(2)),
          a.col(0).dot(b.col(1)) - a.col(1).dot(b.col(0))};
}

void weigh(const Reals& mass, const Eigen::Ref<const Field>& in, Field& out) {
  const Eigen::Map<const Eigen::VectorXd, Eigen::Aligned32> m(mass.data(), in.rows());
  for (int axis = 0; axis < 3; ++axis) out.col(axis) = m.cwiseProduct(in.col(axis));
}

void FrameMap::spread(const FrameVector& y, Field& out) const {
  crossRows(y.segment<3>(3), m_p, out);
  for (int axis = 0; axis < 3; ++axis) out.col(axis).array() += y[axis];
  if (m_J.cols() > 0) flat(out).noalias() += stacked(m_J) * y.tail(y.size() - 6);
}

FrameVector FrameMap::gather(const Field& F) const {
  FrameVector out(size());
  for (int axis = 0; axis < 3; ++axis) out[axis] = F.col(axis).sum();
  out.segment<3>(3) = sumOfCrosses(m_p, F);
  if (m_J.cols() > 0) out.tail(out.size() - 6).noalias() = stacked(m_J).transpose() * flat(F);
  return out;
}

void FrameMap::gatherShape(const Field& F, FrameVector& out) const {
  if (m_J.cols() > 0) out.tail(out.size() - 6).noalias() += stacked(m_J).transpose() * flat(F);
}

void FrameMass::assemble(const Reals& mass, const Field& p, const Eigen::MatrixXd& J) {
  const FrameMap map(p, J);
  m_matrix.resize(map.size(), map.size());
  m_weighted.resize(p.rows(), 3);
  weigh(mass, p, m_weighted);
  const Vec3 first = m_weighted.colwise().sum();
  const Mat3 second = m_weighted.transpose().lazyProduct(p);  // too thin for a blocked product
  const double total =
      Eigen::Map<const Eigen::VectorXd, Eigen::Aligned32>(mass.data(), p.rows()).sum();
  m_matrix.topLeftCorner<3, 3>() = total * Mat3::Identity();
  m_matrix.block<3, 3>(3, 0) = skew(first);
  m_matrix.block<3, 3>(0, 3) = -skew(first);
  m_matrix.block<3, 3>(3, 3) = second.trace() * Mat3::Identity() - second;
  const int moving = map.size() - 6;
  for (int k = 0; k < moving; ++k) {
    weigh(mass, J.middleCols<3>(3 * k), m_weighted);
    for (int axis = 0; axis < 3; ++axis) m_matrix(axis, 6 + k) = m_weighted.col(axis).sum();
    m_matrix.block<3, 1>(3, 6 + k) = sumOfCrosses(p, m_weighted);
    const int rest = moving - k;
    m_matrix.col(6 + k).tail(rest).noalias() =
        stacked(J).rightCols(rest).transpose() * flat(m_weighted);
    m_matrix.row(6 + k).tail(rest) = m_matrix.col(6 + k).tail(rest).transpose();
    m_matrix.row(6 + k).head<6>() = m_matrix.col(6 + k).head<6>().transpose();
  }
  m_factor.compute(m_matrix);
  m_inversePivots = m_factor.matrixLLT().diagonal().cwiseInverse();
  // A shape without a proper mass has no motion: better no number than a wrong one.
  if (m_factor.info() != Eigen::Success) {
    m_inversePivots.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
}

void FrameMass::solveInPlace(Lanes& x) const {
  // Four right-hand sides side by side: for systems this small that is quicker than a blocked
  // solver even when three lanes are idle.
  const Eigen::Index n = m_matrix.rows();
  const double* L = m_factor.matrixLLT().data();  // column-major
  Eigen::Array4d* at = x.data();
  for (Eigen::Index j = 0; j < n; ++j) {
    at[j] *= m_inversePivots[j];
    for (Eigen::Index i = j + 1; i < n; ++i) at[i] -= L[j * n + i] * at[j];
  }
  for (Eigen::Index j = n - 1; j >= 0; --j) {
    at[j] *= m_inversePivots[j];
    for (Eigen::Index i = 0; i < j; ++i) at[i] -= L[i * n + j] * at[j];
  }
}

FrameVector FrameMass::solve(const FrameVector& rhs) const {
  Lanes x;
  for (Eigen::Index i = 0; i < rhs.size(); ++i) {
    x[static_cast<std::size_t>(i)] = Eigen::Array4d(rhs[i], 0, 0, 0);
  }
  solveInPlace(x);
  FrameVector out(rhs.size());
  for (Eigen::Index i = 0; i < rhs.size(); ++i) out[i] = x[static_cast<std::size_t>(i)][0];
  return out;
}

FrameResponse FrameMass::solve(const FrameResponse& rhs) const {
  Lanes x;
  for (Eigen::Index i = 0; i < rhs.rows(); ++i) {
    x[static_cast<std::size_t>(i)] = Eigen::Array4d(rhs(i, 0), rhs(i, 1), rhs(i, 2), 0);
  }
  solveInPlace(x);
  FrameResponse out(rhs.rows(), 3);
  for (Eigen::Index i = 0; i < rhs.rows(); ++i) {
    out.row(i) = x[static_cast<std::size_t>(i)].head<3>().transpose();
  }
  return out;
}

Eigen::Matrix<double, 6, 1> FrameMass::solveRigid(const Eigen::Matrix<double, 6, 1>& rhs) const {
  // Rigid rates come first, so the factor's corner is the factor of their block.
  const Eigen::Matrix<double, 6, 6> corner = m_factor.matrixLLT().topLeftCorner<6, 6>();
  Eigen::Matrix<double, 6, 1> x = corner.triangularView<Eigen::Lower>().solve(rhs);
  corner.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
  return x;
}

double restConditioning(const SuperquadricShape& shape, const MaterialPoints& points,
                        const Reals& mass) {
  FrameVector qs(shape.moving());
  shape.restValues(qs.data());
  ShapeField field = shape.makeField(points);
  shape.sample(points, qs.data(), field);
  FrameMass frame;
  frame.assemble(mass, field.s, field.J);
  // Each rate is scaled to unit mass first: metres and radians do not compare.
  const Eigen::VectorXd scale = frame.matrix().diagonal().cwiseSqrt();
  if (!(scale.minCoeff() > 0)) return 0;
  const Eigen::MatrixXd unit = scale.cwiseInverse().asDiagonal() * Eigen::MatrixXd(frame.matrix()) *
                               scale.cwiseInverse().asDiagonal();
  return Eigen::LDLT<Eigen::MatrixXd>(unit).vectorD().minCoeff();
}

}  // namespace sinew
