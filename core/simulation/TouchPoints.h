#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/contact/BarrierContact.h"
#include "core/simulation/World.h"

namespace sinew {

/// The material points at which parts touch each other, each taken once: how they move with ν, and
/// what forces on them are to the parts.
class TouchPoints {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;

  explicit TouchPoints(const World& world) : m_world(&world) {}

  /// Forgets all; `places` as BarrierContact::placeCount().
  void begin(int places);
  /// The index of a place of the contact's, taken up if it is new.
  int take(const BarrierContact& contact, int place, Scratches scratch);

  int count() const { return static_cast<int>(m_points.size()); }
  int part(int index) const { return m_points[index].part; }
  bool moves(int index) const { return m_world->parts()[part(index)].dims.v > 0; }
  /// [m/s] of an obstacle; 0 for what moves.
  const Vec3& own(int index) const { return m_points[index].own; }
  /// [m/s] of what moves, with ν of all parts; 0 for an obstacle.
  Vec3 velocityOf(int index, const double* nu) const {
    return velocityFrom(index, nu + m_world->parts()[part(index)].firstV);
  }
  Vec3 velocityFrom(int index, const double* own) const;  ///< with ν of its part alone
  /// Q += Lᵀ f, of all parts; or of its own part alone.
  void addForce(int index, const Vec3& force, double* Q) const {
    addForceTo(index, force, Q + m_world->parts()[part(index)].firstV);
  }
  void addForceTo(int index, const Vec3& force, double* own) const;

 private:
  struct Point {
    int part = -1;
    Vec3 own = Vec3::Zero();
    PointKinematics kinematics;
    std::size_t L = 0;  // in m_L
  };

  const World* m_world;
  std::vector<Point> m_points;
  std::vector<int> m_indexOf;  // per place, or −1
  Reals m_L;
};

}  // namespace sinew
