#include "ui/viewport/Pins.h"

#include <cmath>
#include <numbers>

#include "render/OverlayShapes.h"

namespace sinew::ui {
namespace {

constexpr double kPinReach = 10;                   // [logical pixels]
constexpr double kPinRadius = 8.5, kPinWidth = 2;  // likewise
constexpr OverlayInk kPinInk{0.93f, 0.93f, 0.93f, 0.95f}, kPinShade{0, 0, 0, 0.45f};

}  // namespace

std::vector<ForceArrow> pinsIn(const Snapshot& snapshot) {
  std::vector<ForceArrow> pins;
  for (const ForceArrow& arrow : snapshot.forces)
    if (arrow.hand >= 0 && arrow.pinned) pins.push_back(arrow);
  return pins;
}

std::optional<ForceArrow> pinNear(const ViewWork& work, const QPointF& place) {
  const auto snapshot = work.live.snapshot();
  std::optional<ForceArrow> found;
  if (!snapshot) return found;
  double nearest = kPinReach;
  for (const ForceArrow& pin : pinsIn(*snapshot)) {
    for (const Vec3& end : {pin.at, pin.target}) {
      const auto at = work.eye.placeOf(end);
      const double away = at ? std::hypot(at->x() - place.x(), at->y() - place.y()) : nearest;
      if (away >= nearest) continue;
      nearest = away;
      found = pin;
    }
  }
  return found;
}

void markPins(const Snapshot& snapshot, OverlayLook& look) {
  for (const ForceArrow& pin : pinsIn(snapshot)) {
    ViewTool::markLine(look, pin.at, pin.target);
    ViewTool::markDot(look, pin.at);
    const std::array<double, 2> round = {0, 2 * std::numbers::pi};
    OverlayPen(look.above, kPinShade)
        .arc(pin.at, kPinRadius * look.pixel, round, (kPinWidth + 2) * look.pixel);
    OverlayPen(look.above, kPinInk)
        .arc(pin.at, kPinRadius * look.pixel, round, kPinWidth * look.pixel);
  }
}

}  // namespace sinew::ui
