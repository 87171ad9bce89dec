#pragma once
#include <optional>
#include <span>
#include <vector>

#include "ui/document/Addition.h"

namespace sinew::ui {

/// Every kind of part that is drawn through places, as ropes are: one with a list of them that go
/// on from its position.
std::vector<Addable> drawablesOf(const Registry& registry);

/// [m] from the middle of a new one to its skin: how far from a surface it lies that is drawn on
/// it.
double skinOf(const Registry& registry, const Addable& drawable);
/// Whether a new one moves by itself, so that it can be tied.
bool moves(const Registry& registry, const Addable& drawable);

/// A place that a part is drawn through.
struct DrawnPlace {
  Vec3 at = Vec3::Zero();  ///< [m] in space
  bool held = false;       ///< stays there: tied to another part, or without one to space
  std::optional<MaterialPoint> tie;
};

/// A new part through at least two places, and what holds it: one step of undo. Places that lie on
/// each other count once.
std::vector<SceneEdit> drawing(const Scene& scene, const Registry& registry,
                               const Addable& drawable, std::span<const DrawnPlace> places);

/// Of a line drawn by a free hand, the places that it needs so as to be nowhere further off than
/// `tolerance` [m]: Ramer–Douglas–Peucker.
std::vector<Vec3> simplified(std::span<const Vec3> line, double tolerance);

}  // namespace sinew::ui
