#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/simulation/Simulator.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// [m] How high a part's middle (y of its State) comes back up each time, over 20 s at most.
inline std::vector<double> topsOfBounces(Simulator& simulator, const std::string& part, int count) {
  constexpr double kLongest = 20;  // [s]
  const World& world = simulator.world();
  const int first = world.parts()[*world.findPart(part)].firstQ;
  const auto height = [&] { return simulator.state().reals[world.offsets().y + first + 1]; };
  std::vector<double> tops;
  double last = height(), top = -1e300;
  bool rising = false;
  while (static_cast<int>(tops.size()) < count && simulator.time() < kLongest) {
    if (simulator.step(kLongest).status != RunStatus::Ok) break;
    const double now = height();
    rising |= now > last;
    if (rising) top = std::max(top, now);
    if (rising && now < last) {
      tops.push_back(std::exchange(top, -1e300));
      rising = false;
    }
    last = now;
  }
  return tops;
}

}  // namespace sinew::test
