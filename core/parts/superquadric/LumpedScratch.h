#pragma once
#include "core/parts/superquadric/NodeFactor.h"
#include "core/parts/superquadric/SuperquadricPart.h"

namespace sinew {

/// Hatted quantities are in the part's axes.
struct LumpedScratch final : PartScratch {
  Vec3 c = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Mat3 R = Mat3::Identity();
  FrameVector qs, hatted;  ///< q_s and (Rᵀ ċ, Rᵀ ω, q̇_s)
  Reals velocity;          ///< ν
  ShapeField field;
  Field d, p, localRate;                                       ///< q_d, s + q_d, q̇_d
  Mat3 inertia = Mat3::Zero(), inverseInertia = Mat3::Zero();  ///< about c, in world axes
  FrameVector shapeMass;                                       ///< diagonal block of q_s
  mutable Field force, work;
  NodeFactor nodes;                 ///< of the nodes, as last linearised: M + h C + h² K
  double braked = 1;                ///< 1/(1 + h γ)
  FrameVector shapeDynamics;        ///< M + h C + h² K of q_s, a diagonal
  mutable std::vector<Lanes> rows;  ///< room for a right-hand side of the nodes
  mutable Reals change;             ///< room for a ν
};

inline LumpedScratch& lumpedScratch(PartScratch& scratch) {
  return static_cast<LumpedScratch&>(scratch);
}
inline const LumpedScratch& lumpedScratch(const PartScratch& scratch) {
  return static_cast<const LumpedScratch&>(scratch);
}

}  // namespace sinew
