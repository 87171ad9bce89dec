#pragma once
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/simulation/Simulator.h"

namespace sinew {

/// Material points whose motion is written down, one line of comma-separated values per frame.
class Probes {
 public:
  /// Each text is part:u[,v[,w]], or just the part for kinds whose points need no numbers.
  static Result<Probes> create(const World& world, const std::vector<std::string>& texts);

  bool empty() const { return m_probes.empty(); }
  std::string header() const;
  /// Time [s], then position [m] and velocity [m/s] of every probe.
  std::string row(const Simulator& simulator) const;

 private:
  struct Probe {
    std::string text;
    int part = 0;
    ResolvedPoint point;
  };
  std::vector<Probe> m_probes;
};

}  // namespace sinew
