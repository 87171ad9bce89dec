#pragma once

namespace sinew {

/// Of what stiff forces act on, solved for by itself.
struct StiffIsland {
  double mass = 0;                // [kg]
  double first = 0, left = 0;     // [J] r·A⁻¹r at first, and now
  double enough = 0, before = 0;  // [J] of that, in the search for a direction
  double product = 0;             // [J] of one
  double begun = 0, inertia = 0;  // [J] along one
  double fastest = 0;             // [m/s] that A⁻¹r has
  double given = 0;               // [J] twice the energy that impulses gave
  struct {
    double keep = 1, add = 0;
  } factors;  // of combine()
  bool settled = false;
  bool hardlyMoves() const;
};

}  // namespace sinew
