#pragma once

namespace sinew {

/// [J] What parts that touch each other had before a step, and gained in it that nothing brought.
struct IslandGain {
  double before = 0, made = 0, kinetic = 0;
  double nothing = 0;      // that may always be made
  double deforming = 0;    // kinetic, of how parts deform that heed damping
  double share = 1;        // of those speeds that is left to them
  bool lagIsKnown = true;  // by how much potential energy is newer than velocities
};

/// A step in which contact cannot be cleared, or that makes energy, is slowed so often; from the
/// fourth time on what is in the way stands still.
constexpr int kStandStill = 3, kMostSlowings = 12;

}  // namespace sinew
