#pragma once
#include "core/parts/superquadric/LocalDynamics.h"
#include "core/parts/superquadric/SuperquadricPart.h"

namespace sinew {

/// Hatted quantities are in the part's axes. The work fields make a scratch the property of one
/// thread while forces are computed and q is advanced.
struct LocalScratch final : PartScratch {
  Vec3 c = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Mat3 R = Mat3::Identity();
  FrameVector qs;
  FrameVector momenta;    ///< Aᵀ M_n w, hatted
  FrameVector rates;      ///< ν̂_g
  FrameVector freeRates;  ///< ν̇_g without forces, hatted
  FrameVector wander;     ///< likewise along coast(), where the frame follows the nodes' places
  ShapeField field;
  FrameMass mass;
  Field d, p, w;     ///< q_d, s + q_d and ŵ
  Field local;       ///< q̇_d = ŵ − Â ν̂_g
  Reals velocities;  ///< w as in the state
  mutable Field force, work;
  mutable Field start, before;  ///< the shape and q_d that advance() departs from
  LocalDynamics dynamics;       ///< M + h C + k K, as last linearised
};

inline LocalScratch& localScratch(PartScratch& scratch) {
  return static_cast<LocalScratch&>(scratch);
}
inline const LocalScratch& localScratch(const PartScratch& scratch) {
  return static_cast<const LocalScratch&>(scratch);
}

}  // namespace sinew
