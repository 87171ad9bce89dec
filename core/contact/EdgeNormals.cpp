#include "core/contact/EdgeNormals.h"

#include <algorithm>

namespace sinew {

EdgeNormals::EdgeNormals(const SurfaceSet& surfaces) {
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const int first = surfaces.firstVertex(static_cast<int>(s));
    for (std::array<int, 3> corners : surfaces[s].shape.faces) {
      for (int& corner : corners) corner += first;
      for (int k = 0; k < 3; ++k) {
        const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
        m_sides.push_back({{low, high}, corners});
      }
    }
  }
  std::stable_sort(m_sides.begin(), m_sides.end());
}

Vec3 EdgeNormals::at(int a, int b, std::span<const Vec3> x) const {
  const auto [low, high] = std::minmax(a, b);
  const auto [first, last] =
      std::equal_range(m_sides.begin(), m_sides.end(), Side{{low, high}, {}});
  Vec3 normal = Vec3::Zero();
  for (auto side = first; side != last; ++side) {
    const auto& [p, q, r] = side->corners;
    normal += (x[q] - x[p]).cross(x[r] - x[p]);
  }
  return normal;
}

}  // namespace sinew
