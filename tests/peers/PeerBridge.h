#pragma once
// The bridge of tests/support/Bridge.h as other engines are told it: lengths, masses, ties and the
// hand that drags it. Pinned at both ends: links have no direction there that could be clamped.
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/math/Types.h"

namespace sinew::test {

struct PeerBridge {
  static constexpr int kRopes = 4, kSegments = 30;                    // per rope
  static constexpr double kSpan = 4, kRadius = 0.02, kDensity = 900;  // [m], [m], [kg/m³]
  static constexpr double kStep = 0.01, kSpeed = 2, kReach = 0.3, kG = 9.81;
  static constexpr double kHand = 100, kHandDamping = 2;  // [N/m], [N s/m]; theirs is explicit
  static constexpr int kSettling = 100, kHandRope = 0, kHandSegment = kSegments / 2;

  struct Line {
    double y, z, slack;
    Vec3 start() const { return {-kSpan / 2, y, z}; }
    Vec3 end() const { return {kSpan / 2, y, z}; }
    double length() const { return slack * kSpan; }
    double mass() const { return kDensity * std::numbers::pi * kRadius * kRadius * length(); }
  };
  static constexpr std::array<Line, kRopes> lines = {
      Line{1, 0.35, 1.03}, {1, -0.35, 1.03}, {1.75, 0.45, 1.02}, {1.75, -0.45, 1.02}};

  /// Two ropes held a length apart at the node, 0 to kSegments, nearest to i/8 of their lengths.
  struct Tie {
    int a, b, node;
    double length;
  };
  static std::vector<Tie> ties() {
    std::vector<Tie> all;
    for (int i = 1; i < 8; ++i) {
      const int node = static_cast<int>(std::lround(i * kSegments / 8.0));
      all.push_back({0, 1, node, 0.7});
      all.push_back({0, 2, node, std::hypot(0.75, 0.1)});
      all.push_back({1, 3, node, std::hypot(0.75, 0.1)});
    }
    return all;
  }
  static Vec3 hand(int step) {
    const double angle = kSpeed / kReach * kStep * step;
    return Vec3(0, 0.7, 0.35) + kReach * Vec3(std::cos(angle) - 1, std::sin(angle), 0);
  }
};

}  // namespace sinew::test
