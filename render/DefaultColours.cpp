#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "core/base/Hash.h"
#include "render/FrameLook.h"

namespace sinew {
namespace {

/// A name without the number that it ends with, and that number.
struct Counted {
  std::string_view base;
  unsigned number = 1;
};

Counted counted(std::string_view name) {
  constexpr std::size_t kMostDigits = 6;
  std::size_t digits = 0;
  while (digits < std::min(name.size(), kMostDigits) &&
         std::isdigit(static_cast<unsigned char>(name[name.size() - 1 - digits])) != 0)
    ++digits;
  Counted out{name.substr(0, name.size() - digits)};
  if (digits == 0) return out;
  std::from_chars(out.base.data() + out.base.size(), name.data() + name.size(), out.number);
  while (out.base.ends_with('_')) out.base.remove_suffix(1);
  return out;
}

/// A place on a circle, 0 to 1, the same on every machine.
double placeOf(std::string_view text) {
  Hasher hasher;
  hasher.text(text);
  return static_cast<double>(hasher.value()) / 0x1p64;
}

}  // namespace

// Equal lightness and chroma in the OKLab space of B. Ottosson (2020), so that no part shouts.
Colour defaultPartColour(std::string_view name) {
  constexpr double kLightness = 0.70, kChroma = 0.105;
  constexpr double kFirstHue = 1.90, kHueArc = 4.15;  // [rad] leaves out red to amber
  const auto [base, number] = counted(name);
  const double turn = placeOf(base) + number / std::numbers::phi;
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
