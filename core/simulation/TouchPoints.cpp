#include "core/simulation/TouchPoints.h"

namespace sinew {

void TouchPoints::begin(int places) {
  m_points.clear();
  m_L.clear();
  m_indexOf.assign(places, -1);
}

int TouchPoints::take(const BarrierContact& contact, int place, Scratches scratch) {
  int& known = m_indexOf[place];
  if (known >= 0) return known;
  known = count();
  Point& taken = m_points.emplace_back();
  const SurfaceSet::VertexPlace source = contact.placeOf(place);
  const CompiledPart& part = m_world->parts()[source.part];
  taken.part = source.part;
  if (part.dims.v == 0) {
    taken.own = contact.velocityOf(place);
    return known;
  }
  taken.L = m_L.size();
  m_L.resize(m_L.size() + 3 * static_cast<std::size_t>(part.dims.pointColumns), 0);
  taken.kinematics.L = m_L.data() + taken.L;
  part.part->point(*scratch[source.part], *source.point, taken.kinematics);
  return known;
}

Vec3 TouchPoints::velocityFrom(int index, const double* own) const {
  const Point& point = m_points[index];
  const double* L = m_L.data() + point.L;
  Vec3 velocity = Vec3::Zero();
  for (int b = 0; b < point.kinematics.blockCount; ++b) {
    const PointKinematics::Block& block = point.kinematics.blocks[b];
    for (int k = block.first; k < block.first + block.columns; ++k, L += 3) {
      velocity += own[k] * Eigen::Map<const Vec3>(L);
    }
  }
  return velocity;
}

void TouchPoints::addForceTo(int index, const Vec3& force, double* own) const {
  const Point& point = m_points[index];
  const double* L = m_L.data() + point.L;
  for (int b = 0; b < point.kinematics.blockCount; ++b) {
    const PointKinematics::Block& block = point.kinematics.blocks[b];
    for (int k = block.first; k < block.first + block.columns; ++k, L += 3) {
      own[k] += force.dot(Eigen::Map<const Vec3>(L));
    }
  }
}

}  // namespace sinew
