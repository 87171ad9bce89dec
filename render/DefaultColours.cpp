#include <cmath>
#include <numbers>

#include "render/FrameLook.h"

namespace sinew {

// Equal lightness and chroma in the OKLab space of B. Ottosson (2020), so that no part shouts.
Colour defaultPartColour(std::size_t index) {
  constexpr double kLightness = 0.70, kChroma = 0.105;
  constexpr double kFirstHue = 1.90, kHueArc = 4.15;  // [rad] leaves out red to amber
  constexpr double kStart = 0.44;                     // the first part is blue
  const double turn = kStart + static_cast<double>(index) / std::numbers::phi;
  const double hue = kFirstHue + kHueArc * (turn - std::floor(turn));
  const double a = kChroma * std::cos(hue), b = kChroma * std::sin(hue);
  const double l = std::pow(kLightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(kLightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(kLightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  const Colour rgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                   -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                   -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  return rgb.cwiseMax(0.0).cwiseMin(1.0);
}

}  // namespace sinew
