#pragma once

namespace sinew {

/// How much work a frame may be: while things move on a slow machine, at rest, for films.
enum class Quality { Draft, Live, Final };

/// What a Quality means.
struct QualitySettings {
  int samples;      ///< per pixel
  int shadowSize;   ///< [texels] of the sun's shadow map
  int shadowTaps;   ///< per pixel
  int blockerTaps;  ///< per pixel, to find how wide the shadow's edge is; 0: fixed width
  int domes;        ///< directions from which ambient light is shadowed
  int domeSize;     ///< [texels]
};

constexpr QualitySettings settingsOf(Quality quality) {
  switch (quality) {
    case Quality::Draft:
      return {1, 512, 4, 0, 6, 64};
    case Quality::Live:
      return {4, 1024, 8, 5, 12, 128};
    case Quality::Final:
      break;
  }
  return {4, 2048, 20, 12, 32, 256};
}

}  // namespace sinew
