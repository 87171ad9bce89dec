#pragma once
#include <vector>

#include "core/model/Constraint.h"

namespace sinew {

/// A force that acts at material points. Immutable once compiled.
class Force {
 public:
  virtual ~Force() = default;
  virtual std::vector<MaterialPoint> anchors() const = 0;  ///< one or two
  /// Force [N] in world axes at each point, at time t [s].
  virtual void evaluate(const PointSample* points, double time, Vec3* forces) const = 0;
  virtual void eventTimes(double /*from*/, double /*to*/, std::vector<double>&) const {}
};

}  // namespace sinew
