#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// What may be added to a section: a kind, or the section's only one.
struct Addable {
  Section section = Section::Parts;
  std::string kind;   ///< empty in sections of one kind only
  std::string label;  ///< as people read it
  std::string doc;
};

/// Whether parts of this kind stand still or go as keyed, whatever pushes them.
bool isPrescribed(const Registry& registry, const std::string& kind);

/// Everything of a section that can be added, in the registry's order.
std::vector<Addable> addablesOf(const Registry& registry, Section section);

/// A new one under a free name, with nothing set.
AddEntity newEntity(const Scene& scene, const Addable& addable);

/// Makes a new part of what its kind comes with, if anything: of the scene's material of that name,
/// else of one that is to be added, before the part.
std::optional<AddEntity> giveMaterial(const Scene& scene, const Registry& registry, Entity& part);

/// How many different parts a new one must be tied to.
std::size_t partsNeeded(const Registry& registry, const Addable& addable);

/// A new one under a free name, with its defaults. What it must be tied to are the selected parts,
/// in the order in which they were picked; none when too few are selected.
std::optional<AddEntity> additionTo(const Scene& scene, const Registry& registry,
                                    const Addable& addable, const std::vector<ObjectId>& selected);

/// The points, or whole parts, that a new one can take hold of, in the order in which they are
/// picked: those it must have, then those it may.
struct PointsToPick {
  std::vector<const ParamSpec*> specs;
  std::size_t needed = 0;
};
PointsToPick pointsToPick(const Registry& registry, const Addable& addable);

/// Whether only a click can tell where on a part it takes hold.
bool asksWhere(const Registry& registry, const Addable& addable);

/// A new one under a free name that takes hold of these points, at least as many as it needs, and
/// holds them where they begin unless it is there to bring them together.
AddEntity additionAt(const Scene& scene, const Registry& registry, const Addable& addable,
                     const std::vector<MaterialPoint>& points);

/// The point of a part, as it begins, that is nearest to a place; of equally near ones the first or
/// the last, as the part counts them.
enum class Nearest { First, Last };
std::vector<double> pointTowards(const Part& part, const Vec3& place,
                                 Nearest which = Nearest::First);

/// The point of the part that `held` names which is nearest to another material point, where both
/// begin. Nothing where there is no such thing, or they are one.
std::optional<MaterialPoint> pointNearest(const Scene& scene, const Registry& registry,
                                          const MaterialPoint& held, const MaterialPoint& to);
/// Likewise to a place [m] in the world.
std::optional<MaterialPoint> pointNearest(const Scene& scene, const Registry& registry,
                                          const MaterialPoint& held, const Vec3& to);

/// Whether a part has such a point; else why not.
Result<void> hasPoint(const Scene& scene, const Registry& registry, const MaterialPoint& point);

/// A floor for a scene in which parts would fall without end: one of the registered kinds that
/// reach without end themselves. Nothing where there is something to stand on, or nothing that
/// falls.
std::optional<AddEntity> missingFloor(const Scene& scene, const Registry& registry);

}  // namespace sinew::ui
