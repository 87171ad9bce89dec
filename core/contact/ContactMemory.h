#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/contact/Closest.h"

namespace sinew {

/// A spring between the two places where surfaces met, while it lasts.
struct StuckSpring {
  Pairing pairing = Pairing::VertexFace;
  bool turned = false;  ///< edges: their cross product points from A to B
  int partA = -1, partB = -1;
  std::array<int, 4> vertex{};  ///< of the two parts' contact surfaces, each numbered by itself
  /// Where on them, unless they are thick: [EdgeEdge] how far along A's edge and B's; [faces,
  /// planes] weights of B's second and third corner; [VertexEdge] how far along the edge.
  std::array<double, 2> place{};
  bool operator==(const StuckSpring&) const = default;

  /// Weights of the four vertices as in Closest.
  std::array<double, 4> weights() const;
  static std::array<double, 2> placeOf(Pairing pairing, const std::array<double, 4>& weights);
  /// Whether both sides are of one sort, two edges or two vertices; then also with A for B.
  bool alike() const { return pairing == Pairing::EdgeEdge || pairing == Pairing::VertexVertex; }
  StuckSpring turnedRound() const;
};

/// Two parts, A's number the smaller, that overlap since the start or an edit, and the way that A
/// is to leave B (Parting).
struct Overlap {
  int partA = -1, partB = -1, way = 0;
  bool operator==(const Overlap&) const = default;
};

/// A place where analytic contact has pushed: for reports, and what the next step's solve begins
/// with.
struct RestingContact {
  int partA = -1, partB = -1;
  Eigen::Vector3f force = Eigen::Vector3f::Zero();  ///< [N] on B, in the mean of the step
  Eigen::Vector3f at = Eigen::Vector3f::Zero();     ///< [m]
  float gap = 0;  ///< [m] between the bare surfaces where the step began
  bool operator==(const RestingContact&) const = default;
};

/// What contact remembers from one step to the next. In a State it stands behind all that its
/// layout names, kRecord words for each thing to remember.
struct ContactMemory {
  static constexpr std::size_t kRecord = 5;

  std::vector<StuckSpring> springs;
  std::vector<Overlap> overlaps;
  std::vector<RestingContact> resting = {};
  bool operator==(const ContactMemory&) const = default;

  void read(std::span<const std::uint64_t> words);
  /// In place of whatever stands behind the first `laidOut` words.
  void write(std::vector<std::uint64_t>& words, std::size_t laidOut) const;
};

}  // namespace sinew
