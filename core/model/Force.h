#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/Constraint.h"
#include "core/model/Part.h"

namespace sinew {

/// A part's contact surface at an instant.
struct SurfaceSample {
  const ContactSurface* shape = nullptr;
  std::span<const Vec3> position, velocity;  ///< [m], [m/s] per vertex
  /// [kg] of the part for which each piece of the surface stands: its faces, if it has none its
  /// edges, if it has neither its vertices.
  std::span<const double> mass;
  std::span<const Vec3> flow;  ///< [m/s] per vertex, of what Force::stir() put there
  double unloadedVolume = 0;   ///< [m³] inside in the shape without load; 0: open
};

/// What acts on a part's surface.
struct SurfaceLoad {
  std::span<Vec3> force;  ///< [N] per vertex, added to: what can be got back
  std::span<Vec3> drag;   ///< [N] likewise: of what flows round it
  double blowing = 0;     ///< [W] of the drag on the part, if that moved as what flows; added to
  /// −∂p/∂V [Pa/m³] of a pressure among the forces, added to: what steps of a given size have to
  /// allow for.
  double volumeStiffness = 0;
};

/// A force that acts at material points, or on whole surfaces. Immutable once compiled.
class Force {
 public:
  virtual ~Force() = default;

  // — at points —
  virtual std::vector<MaterialPoint> anchors() const { return {}; }  ///< at most two
  /// Force [N] in world axes at each point, at time t [s].
  virtual void evaluate(const PointSample* /*points*/, double /*time*/, Vec3* /*forces*/) const {}

  // — on surfaces —
  /// What of the scene it acts on.
  struct Reach {
    std::vector<std::string> parts;  ///< by name; none: all that move
    bool closed = false;             ///< only what encloses something
  };
  virtual std::optional<Reach> surfaces() const { return {}; }
  /// Velocity [m/s] at places [m] of what flows round the surface; `out` comes as zeros.
  virtual void stir(std::span<const Vec3> /*place*/, double /*time*/,
                    std::span<Vec3> /*out*/) const {}
  /// The load at an instant. With a step of more than 0 s, as it is taken over that step: what
  /// slows a light surface down must not throw it back.
  virtual void load(const SurfaceSample& /*on*/, const Surroundings& /*around*/, double /*step*/,
                    SurfaceLoad& /*out*/) const {}
  /// Whether what it takes and gives back is right to some percent only.
  virtual bool isCoarse() const { return false; }

  virtual void eventTimes(double /*from*/, double /*to*/, std::vector<double>&) const {}
};

}  // namespace sinew
