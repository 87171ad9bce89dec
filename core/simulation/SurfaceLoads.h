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

  /// Adds the loads of this instant to Q.
  Powers apply(const Surroundings& around, Scratches scratch, double* Q);
  /// Makes the loads just applied those of a step of h seconds; returns what that changes.
  Powers settle(const Surroundings& around, double h, Scratches scratch, double* Q);

  /// Gas that is squeezed is far stiffer than the skin round it, so a step of h seconds takes its
  /// pressure at its end. For the velocities ν with which the part would end the step otherwise,
  /// the pressure changes by
  ///   Δp = −κ h Gᵀ(ν − ν₀) / (1 + κ h² Gᵀ A⁻¹ G),   G = Lᵀ ∂V/∂x,
  /// where ν₀ already went into the volume that was taken; null: nothing. Returns the generalised
  /// force G Δp, or null if the part holds no gas.
  enum class Inertia { Mass, Dynamics };
  const double* resist(int part, const PartScratch& scratch, Inertia inertia, double h,
                       const double* nu, const double* nu0);

 private:
  struct Surface {
    int part = -1;
    ContactSurface shape;
    std::vector<double> mass;  // [kg] per piece
    double startVolume = 0;    // [m³]
    std::vector<int> forces;   // of the world
    // At the instant last applied.
    std::vector<Vec3> position, velocity, force, settled;
    std::vector<Vec3> flow;  // of each force, one after the other
    SurfaceLoad load;
  };

  int surfaceOf(int part);
  void locate(Surface& surface, const Part& part, const PartScratch& scratch) const;
  void stir(Surface& surface, double time) const;
  SurfaceLoad evaluate(const Surface& surface, const Surroundings& around, double h,
                       std::span<Vec3> force) const;
  void push(const Surface& surface, std::span<const Vec3> force, const PartScratch& scratch,
            double* Q) const;

  const World* m_world;
  std::vector<Surface> m_surfaces;
  std::vector<int> m_surfaceOf;  // per part, or −1
  std::vector<Vec3> m_change;
  Reals m_gradient, m_answer;  // G and A⁻¹ G, as long as the largest part
};

}  // namespace sinew
