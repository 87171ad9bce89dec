#pragma once

namespace sinew {

/// Triangles as the parts make them, or few enough to be drawn quickly by a processor alone.
enum class MeshDetail { Full, Coarse };

/// All that the shaders can, or what an eye misses last.
enum class Shading { Rich, Lean };

/// How much work a frame may be: while things move on a machine that draws by its processor alone,
/// for quick looks, at rest, for films. All but Motion draw the same picture whatever was drawn
/// before; there ambient shadows may be some frames old.
enum class Quality { Motion, Draft, Live, Final };
inline constexpr int kQualityCount = 4;

/// What a Quality means.
struct QualitySettings {
  int samples;     ///< per pixel
  int shadowSize;  ///< [texels] of the sun's shadow map
  int shadowTaps;  ///< per pixel of the ground, where wide soft edges fall
  int partShadowTaps;
  int blockerTaps;  ///< per pixel, to find how wide the shadow's edge is; 0: fixed width
  int domes;        ///< directions from which ambient light is shadowed
  int domeSize;     ///< [texels]
  int domesAtOnce;  ///< directions drawn anew per frame
  int groundSize;   ///< [texels] of the map of the sky that the ground sees
  MeshDetail detail;
  Shading shading;
};

constexpr QualitySettings settingsOf(Quality quality) {
  switch (quality) {
    case Quality::Motion:
      return {1, 256, 4, 1, 0, 6, 64, 1, 192, MeshDetail::Coarse, Shading::Lean};
    case Quality::Draft:
      return {1, 512, 4, 4, 0, 6, 64, 6, 256, MeshDetail::Full, Shading::Rich};
    case Quality::Live:
      return {4, 1024, 8, 4, 5, 12, 128, 12, 256, MeshDetail::Full, Shading::Rich};
    case Quality::Final:
      break;
  }
  return {4, 2048, 20, 12, 12, 32, 256, 32, 256, MeshDetail::Full, Shading::Rich};
}

}  // namespace sinew
