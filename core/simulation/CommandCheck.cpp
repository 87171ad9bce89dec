#include "core/simulation/CommandCheck.h"

#include <fmt/format.h>

#include <cmath>

namespace sinew {
namespace {

Result<void> checkSlot(int slot) {
  if (slot >= 0 && slot < StateOffsets::kGrabs) return {};
  return fail(ErrorCode::Usage,
              fmt::format("there is no hand {}; there are {}", slot, StateOffsets::kGrabs));
}

Result<void> check(const GrabCommand& c, const World& world) {
  if (auto slot = checkSlot(c.slot); !slot) return slot;
  const auto part = world.findPart(c.part);
  if (!part) return fail(ErrorCode::Usage, fmt::format("there is no part \"{}\"", c.part));
  const auto point = world.parts()[*part].part->resolve(c.at);
  if (!point) return Unexpected{point.error()};
  const bool finite =
      c.target.allFinite() && std::isfinite(c.stiffness) && std::isfinite(c.damping);
  if (!finite) return fail(ErrorCode::Usage, "a grab needs finite numbers");
  return {};
}

Result<void> check(const MoveGrabCommand& c, const World& /*world*/) {
  if (auto slot = checkSlot(c.slot); !slot) return slot;
  if (!c.target.allFinite()) return fail(ErrorCode::Usage, "a grab needs finite numbers");
  return {};
}

Result<void> check(const StrengthenGrabCommand& c, const World& /*world*/) {
  if (auto slot = checkSlot(c.slot); !slot) return slot;
  if (c.factor > 0 && std::isfinite(c.factor)) return {};
  return fail(ErrorCode::Usage, "a hand gets more than 0 times as strong");
}

Result<void> check(const PinGrabCommand& c, const World& /*world*/) {
  return checkSlot(c.slot);
}

Result<void> check(const ReleaseGrabCommand& c, const World& /*world*/) {
  return checkSlot(c.slot);
}

}  // namespace

Result<void> checkCommand(const Command& command, const World& world) {
  return std::visit([&](const auto& c) { return check(c, world); }, command);
}

}  // namespace sinew
