#pragma once
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/simulation/Simulator.h"

namespace sinew {

/// Material points whose motion is written down, one line of comma-separated values per frame.
class Probes {
 public:
  /// Each text is part:u[,v[,w]], or just the part for kinds whose points need no numbers; or
  /// constraint:NAME for the force of a constraint.
  static Result<Probes> create(const World& world, const std::vector<std::string>& texts);

  bool empty() const { return m_probes.empty(); }
  std::string header() const;
  /// Time [s], then position [m] and velocity [m/s] of every point, and of a constraint the force
  /// [N] on its first point and its gap [m].
  std::string row(const Simulator& simulator) const;

 private:
  struct Probe {
    std::string text;
    int part = 0;  ///< −1: it is the constraint
    ResolvedPoint point;
    int constraint = -1;
  };
  static Result<Probe> pointProbe(const World& world, const std::string& text);
  static Result<Probe> constraintProbe(const World& world, const std::string& text);
  static void addPoint(const Probe& probe, const Simulator& simulator, std::string& row);
  static void addConstraint(const Probe& probe, const Simulator& simulator, std::string& row);

  std::vector<Probe> m_probes;
};

}  // namespace sinew
