#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// What a person does to a running simulation. Commands are drained between steps and logged with
/// the step index, so that a take can be run again exactly.

/// Takes hold of a material point and pulls it towards `target` by a damped spring (Grips.h).
struct GrabCommand {
  int slot = 0;  ///< 0 .. StateOffsets::kGrabs − 1
  std::string part;
  std::vector<double> at;      ///< material point, at most 3 numbers
  Vec3 target = Vec3::Zero();  ///< [m]
  double stiffness = 0;        ///< [N/m]; 0: suited to the mass of all that is tied to it
  double damping = 0;          ///< [N s/m]; 0: critical
  bool operator==(const GrabCommand&) const = default;
};

/// Moves the hand.
struct MoveGrabCommand {
  int slot = 0;
  Vec3 target = Vec3::Zero();  ///< [m]
  bool operator==(const MoveGrabCommand&) const = default;
};

/// Makes the hand this many times as stiff as it is.
struct StrengthenGrabCommand {
  int slot = 0;
  double factor = 1;
  bool operator==(const StrengthenGrabCommand&) const = default;
};

/// Leaves the hand where it is, with nobody at it: it goes on holding, also when a run goes on from
/// an earlier frame, until it is let go of or taken up again.
struct PinGrabCommand {
  int slot = 0;
  bool pinned = true;  ///< false: somebody pulls with it again
  bool operator==(const PinGrabCommand&) const = default;
};

/// Lets go.
struct ReleaseGrabCommand {
  int slot = 0;
  bool operator==(const ReleaseGrabCommand&) const = default;
};

using Command = std::variant<GrabCommand, MoveGrabCommand, StrengthenGrabCommand, PinGrabCommand,
                             ReleaseGrabCommand>;

/// Of the hand that it is for.
inline int slotOf(const Command& command) {
  return std::visit([](const auto& c) { return c.slot; }, command);
}

}  // namespace sinew
