#pragma once
#include <array>
#include <cstdint>

#include "core/math/Types.h"

namespace sinew {

/// A material point looked up once in a compiled part. What the numbers mean is the kind's own
/// business (element and shape weights, span and basis values, ...); it stays valid until the part
/// is recompiled and costs nothing to copy.
struct ResolvedPoint {
  // What every step reads stands first.
  std::int32_t cell = -1;           ///< element, span or node; -1: none
  std::array<double, 12> weight{};  ///< basis values the kind wants to keep
  std::array<double, 3> at{};       ///< the coordinates it was resolved from
};

/// Where a material point is and how it answers to the part's velocities ν; all in world axes.
///
///   ẋ = L ν,   ẍ = L M⁻¹ Q + b
///
/// Symbols
///   x  [m]     position                         ẋ  [m/s]  velocity
///   L  [m/ν]   3 × columns, over the velocity blocks listed in `blocks`
///   b  [m/s²]  acceleration of the point when no generalised force Q acts
///   c  [m/s²]  how the path of the point curves along Part::coast: L̇ ν, and what ν wanders by;
///              where ν is held, a first guess
struct PointKinematics {
  struct Block {
    int first = 0;    ///< first velocity index inside the part
    int columns = 0;  ///< consecutive columns of L that belong to it
  };
  static constexpr int kMaxBlocks = 8;

  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 bias = Vec3::Zero();
  Vec3 curvature = Vec3::Zero();
  int blockCount = 0;
  std::array<Block, kMaxBlocks> blocks{};
  double* L = nullptr;  ///< column-major 3 × columns, storage owned by the caller
  int columns = 0;

  Eigen::Map<Eigen::Matrix3Xd> jacobian() { return {L, 3, columns}; }
  Eigen::Map<const Eigen::Matrix3Xd> jacobian() const { return {L, 3, columns}; }
};

/// A line of material points along which constraints may slide. A place on it is a number s from 0
/// to `places`; a little beyond its ends it goes on.
struct Track {
  double places = 0;    ///< 0: there is none
  double length = 0;    ///< [m] at rest
  bool closed = false;  ///< place 0 follows on the last one
};

/// How a track bends where Part::direction() is ∂x/∂s.
struct TrackBend {
  Vec3 bend = Vec3::Zero();   ///< ∂²x/∂s² [m]
  Vec3 rate = Vec3::Zero();   ///< [m/s] of it, s held
  Vec3 third = Vec3::Zero();  ///< ∂³x/∂s³ [m]
};

}  // namespace sinew
