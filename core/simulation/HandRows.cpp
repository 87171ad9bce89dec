#include "core/simulation/HandRows.h"

#include <algorithm>

namespace sinew {

void HandRows::compile(std::span<const int> parts, ConstraintSystem::Structure& structure) {
  m_parts.assign(parts.begin(), parts.end());
  m_firstItem = static_cast<int>(structure.constraints.size());
  std::size_t columns = 0;
  for (const int part : m_parts) {
    structure.constraints.push_back({.rows = 3, .endCount = 1, .part = {part}});
    columns = std::max<std::size_t>(columns, structure.parts[part].pointColumns);
  }
  m_L.assign(3 * columns, 0);
}

void HandRows::clear(ConstraintSystem& system) const {
  for (std::size_t k = 0; k < m_parts.size(); ++k) system.setActive(item(k), false);
}

void HandRows::set(const Grips& grips, Scratches scratch, double h, ConstraintSystem& system) {
  PointKinematics point;
  point.L = m_L.data();
  ConstraintRows rows;
  rows.rows = 3;
  rows.gradient[0].topRows<3>().setIdentity();
  for (std::size_t k = 0; k < m_parts.size(); ++k) {
    const double resistance = h * grips.resistance(static_cast<int>(k), h);
    grips.pointOf(static_cast<int>(k), scratch, point);
    const bool counts = resistance > 0 && point.columns > 0;
    system.setActive(item(k), counts);
    if (!counts) continue;
    const Vec3 compliance = Vec3::Constant(1 / resistance);
    system.setRows(item(k), rows, &point);
    system.setCompliance(item(k), compliance.data());
  }
}

void HandRows::aim(const Grips& grips, const ConstraintSystem& system, const Reals& nu,
                   const double* moved, double h, Reals& rhs) const {
  for (std::size_t k = 0; k < m_parts.size(); ++k) {
    if (!system.active(item(k))) continue;
    const auto hand = static_cast<int>(k);
    Vec3 end = Vec3::Zero(), before = Vec3::Zero();
    system.addJacobianTimes(item(k), nu.data(), end.data());
    if (moved) system.addJacobianTimes(item(k), moved, before.data());
    const Vec3 pull = grips.springOf(hand) + h * grips.stiffness(hand) * before;
    Eigen::Map<Vec3>(rhs.data() + system.firstRow(item(k))) =
        (pull / grips.resistance(hand, h) - end) / h;
  }
}

Vec3 HandRows::force(int hand, const ConstraintSystem& system, const Reals& lambda) const {
  if (!system.active(item(hand))) return Vec3::Zero();
  return Eigen::Map<const Vec3>(lambda.data() + system.firstRow(item(hand)));
}

}  // namespace sinew
