#include "core/scene/MaterialPlace.h"

#include <Eigen/Dense>
#include <limits>

namespace sinew {
namespace {

constexpr double kArrived = 1e-6;     // of the part's size
constexpr double kOffset = 1e-6;      // of a coordinate, for its slope
constexpr int kMostSteps = 50;        // Gauss and Newton's
constexpr double kLeastTurn = 1e-10;  // of a coordinate, below which steps lead nowhere

/// A part where it begins.
class Beginning {
 public:
  explicit Beginning(const Part& part) : m_part(part), m_scratch(part.makeScratch()) {
    Reals q(static_cast<std::size_t>(part.dims().q)), v(static_cast<std::size_t>(part.dims().v));
    part.initialState(q.data(), v.data());
    part.update({q.data(), v.data(), 0}, *m_scratch);
  }

  std::optional<Vec3> place(const std::vector<double>& at) const {
    const auto point = m_part.resolve(at);
    if (!point) return std::nullopt;
    Vec3 position, velocity;
    m_part.locate(*m_scratch, *point, position, velocity);
    return position;
  }

  /// Of the vertex that is drawn nearest to a place.
  std::vector<double> nearestVertex(const Vec3& place) const {
    const MeshTopology mesh = m_part.tessellation();
    std::vector<float> x(3 * mesh.material.size());
    m_part.tessellate(*m_scratch, x);
    std::vector<double> at;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < mesh.material.size(); ++i) {
      const double far = (Vec3(x[3 * i], x[3 * i + 1], x[3 * i + 2]) - place).squaredNorm();
      if (far >= least) continue;
      least = far;
      at.assign(mesh.material[i].begin(), mesh.material[i].begin() + mesh.coordinates);
    }
    return at;
  }

  std::optional<std::vector<double>> nearest(const Vec3& place) const {
    std::vector<double> at = nearestVertex(place);
    if (!this->place(at)) return std::nullopt;
    for (int i = 0; i < kMostSteps && approach(at, place); ++i) continue;
    return at;
  }

  /// A step nearer to the place; false if there is none.
  bool approach(std::vector<double>& at, const Vec3& place) const {
    if (at.empty()) return false;
    const Vec3 here = *this->place(at), missing = place - here;
    Eigen::Matrix3Xd slopes(3, at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      std::vector<double> aside = at;
      aside[i] += kOffset;
      auto there = this->place(aside);
      const double nudge = there ? kOffset : -kOffset;
      aside[i] = at[i] + nudge;
      if (!there) there = this->place(aside);
      if (!there) return false;
      slopes.col(static_cast<int>(i)) = (*there - here) / nudge;
    }
    const Eigen::VectorXd step = slopes.completeOrthogonalDecomposition().solve(missing);
    for (double share = 1; share > kLeastTurn; share /= 2) {
      std::vector<double> tried = at;
      for (std::size_t i = 0; i < at.size(); ++i) tried[i] += share * step[static_cast<int>(i)];
      const auto there = this->place(tried);
      if (!there || (place - *there).norm() >= missing.norm()) continue;
      at = std::move(tried);
      return true;
    }
    return false;
  }

 private:
  const Part& m_part;
  std::unique_ptr<PartScratch> m_scratch;
};

}  // namespace

std::optional<Vec3> placeAtStart(const Part& part, const std::vector<double>& at) {
  return Beginning(part).place(at);
}

std::optional<std::vector<double>> materialPointAtStart(const Part& part, const Vec3& place) {
  const Beginning start(part);
  auto at = start.nearest(place);
  if (!at || (*start.place(*at) - place).norm() > kArrived * part.size()) return std::nullopt;
  return at;
}

std::optional<std::vector<double>> nearestMaterialPoint(const Part& part, const Vec3& place) {
  return Beginning(part).nearest(place);
}

}  // namespace sinew
