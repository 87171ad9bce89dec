#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/simulation/World.h"

namespace sinew {

/// Forces on whole surfaces, gathered: air, pressure. What they do to the vertices of contact
/// surfaces goes the way of forces on any material point, Q += Lᵀ f.
class SurfaceLoads {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;
  struct Powers {
    double work = 0, taken = 0;  ///< [W] put in; lost for good
  };

  explicit SurfaceLoads(const World& world);
  bool none() const { return m_surfaces.empty(); }
  bool on(int part) const { return m_surfaceOf[part] >= 0; }

  /// Adds the loads of this instant to Q.
  void apply(const Surroundings& around, Scratches scratch, double* Q);
  /// Makes the loads just applied those of a step of h seconds.
  void settle(const Surroundings& around, double h, Scratches scratch, double* Q);
  /// What they put in and take where parts move with ν.
  Powers powers(const double* nu) const;

  /// Of gas shut in a part, −∂p/∂V [Pa/m³] where it was last applied; 0: there is none.
  double volumeStiffness(int part) const;
  /// out += Lᵀ ∂V/∂x there, as long as the part has velocities.
  void addVolumeGradient(int part, const PartScratch& scratch, double* out) const;

 private:
  struct Surface {
    int part = -1;
    ContactSurface shape;
    std::vector<double> mass;   // [kg] per piece
    double unloadedVolume = 0;  // [m³]
    std::vector<int> forces;    // of the world
    // At the instant last applied.
    std::vector<Vec3> position, velocity, force, drag;
    std::vector<Vec3> flow;  // of each force, one after the other
    SurfaceLoad load;
  };

  int surfaceOf(int part);
  void locate(Surface& surface, const Part& part, const PartScratch& scratch) const;
  void stir(Surface& surface, double time) const;
  SurfaceLoad evaluate(const Surface& surface, const Surroundings& around, double h,
                       std::span<Vec3> force, std::span<Vec3> drag) const;
  void push(const Surface& surface, std::span<const Vec3> force, const PartScratch& scratch,
            double* Q) const;

  const World* m_world;
  std::vector<Surface> m_surfaces;
  std::vector<int> m_surfaceOf;      // per part, or −1
  Reals m_force, m_drag;             // generalised, of all parts
  double m_blowing = 0;              // [W]
  mutable std::vector<Vec3> m_area;  // room for the vertices of the largest surface
};

}  // namespace sinew
