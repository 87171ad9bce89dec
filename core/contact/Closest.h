#pragma once
#include <array>

#include "core/math/Types.h"

namespace sinew {

/// What is watched for collision: few points each of two surfaces, A's before B's. [LS97] §6.3
enum class Pairing {
  VertexVertex,  ///< a | b
  VertexEdge,    ///< a | b₀ b₁
  VertexFace,    ///< a | b₀ b₁ b₂
  EdgeEdge,      ///< a₀ a₁ | b₀ b₁
  VertexPlane    ///< a | b₀ b₁ b₂: all of the plane through them, material behind it
};

constexpr int pointsOfA(Pairing pairing) {
  return pairing == Pairing::EdgeEdge ? 2 : 1;
}
constexpr int pointsOf(Pairing pairing) {
  return pairing == Pairing::VertexVertex ? 2 : pairing == Pairing::VertexEdge ? 3 : 4;
}

/// The two nearest points of a pair.
///
///   apart = Σ wᵢ xᵢ,  Σ wᵢ = 0,  distance = ‖apart‖,  ∂distance/∂xᵢ = wᵢ apart/distance
///
/// The weights of A's points are ≥ 0 and add up to 1, those of B's are ≤ 0 and add up to −1; only a
/// plane's may have any sign. For a plane distance is negative behind it.
struct Closest {
  std::array<double, 4> weight{};
  Vec3 apart = Vec3::Zero();  ///< [m] from B to A
  double distance = 0;        ///< [m]
};

/// For pointsOf(pairing) points x. Edges and faces may be of no extent at all.
Closest closest(Pairing pairing, const Vec3* x);

}  // namespace sinew
