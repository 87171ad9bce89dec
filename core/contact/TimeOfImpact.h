#pragma once
#include "core/contact/Closest.h"
#include "core/contact/PointPath.h"

namespace sinew {

/// How near the points of a pair may come on their way.
struct Clearance {
  double thickness = 0;  ///< [m] of both surfaces together
  /// Share of the gap there is at the start that must be left. More than none, because a way that
  /// ends where the gap is exactly nothing cannot be certified in rounded numbers.
  double kept = 0.1;
};

/// Up to where on their way, u from 0 to 1, the points of a pair are certain to keep their
/// clearance; 1: all the way. Never too late, and early only by a small share of the gap.
/// 0 where the gap is closed at the start already.
///
/// Conservative advancement: with the direction n of the nearest points at u, every
/// n · (aᵢ − bⱼ) − floor > 0 keeps the pair apart, whatever it does otherwise. Each is a Bernstein
/// cubic whose first crossing (§6.2 of [LS97]) is where the next n is asked for. A plane's
/// condition (a − b₀)·(b₁ − b₀)×(b₂ − b₀) > floor ‖…‖ is of ninth degree.
double clearUntil(Pairing pairing, const PointPath* paths, const Clearance& clearance);

}  // namespace sinew
