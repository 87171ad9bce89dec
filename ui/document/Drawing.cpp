#include "ui/document/Drawing.h"

#include <algorithm>
#include <cmath>

#include "core/scene/SceneJson.h"
#include "ui/document/StartPose.h"

namespace sinew::ui {
namespace {

constexpr double kSamePlace = 1e-3;  // [m]

const ParamSpec* drawnThrough(const ParamTable& table) {
  const auto holdsPlaces = [](const ParamSpec& spec) {
    return spec.type == ParamType::List && spec.item.front().type == ParamType::Vector &&
           spec.item.front().unit == "m";
  };
  const auto found = std::ranges::find_if(table, holdsPlaces);
  return found == table.end() || findParam(table, "position") == nullptr ? nullptr : &*found;
}

Vec3 toMillimetres(const Vec3& place) {
  return place.unaryExpr([](double x) { return std::round(x * 1000) / 1000; });
}

// The kind of constraint that holds so many points, and asks for no others: the registry's first.
std::optional<Addable> holderOf(const Registry& registry, std::size_t points) {
  for (const Addable& addable : addablesOf(registry, Section::Constraints)) {
    const PointsToPick picks = pointsToPick(registry, addable);
    if (picks.needed == points && picks.specs.size() == points) return addable;
  }
  return std::nullopt;
}

double distanceToPiece(const Vec3& place, const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  const double length = along.squaredNorm();
  const double share = length > 0 ? std::clamp((place - from).dot(along) / length, 0.0, 1.0) : 0;
  return (place - from - share * along).norm();
}

void keepWhatIsNeeded(std::span<const Vec3> line, double tolerance, std::vector<Vec3>& kept) {
  std::size_t furthest = 0;
  double most = tolerance;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const double away = distanceToPiece(line[i], line.front(), line.back());
    if (away <= most) continue;
    most = away;
    furthest = i;
  }
  if (furthest == 0) return kept.push_back(line.back());
  keepWhatIsNeeded(line.first(furthest + 1), tolerance, kept);
  keepWhatIsNeeded(line.subspan(furthest), tolerance, kept);
}

}  // namespace

std::vector<Addable> drawablesOf(const Registry& registry) {
  std::vector<Addable> drawables = addablesOf(registry, Section::Parts);
  std::erase_if(drawables, [&](const Addable& addable) {
    return drawnThrough(registry.part(addable.kind)->table) == nullptr;
  });
  return drawables;
}

double skinOf(const Registry& registry, const Addable& drawable) {
  const auto part = makePart(registry, {{}, drawable.kind, {}});
  return part ? part->contactSurface().thickness : 0;
}

bool moves(const Registry& registry, const Addable& drawable) {
  const auto part = makePart(registry, {{}, drawable.kind, {}});
  return part && part->dims().v > 0;
}

std::vector<SceneEdit> drawing(const Scene& scene, const Registry& registry,
                               const Addable& drawable, std::span<const DrawnPlace> places) {
  const ParamTable& table = registry.part(drawable.kind)->table;
  AddEntity part = newEntity(scene, drawable);
  const Vec3 origin = toMillimetres(places.front().at);
  ValueList points;
  Vec3 last = origin;
  for (const DrawnPlace& place : places.subspan(1)) {
    const Vec3 at = toMillimetres(place.at);
    if ((at - last).norm() < kSamePlace) continue;
    points.emplace_back(Vec3(toMillimetres(at - origin)));
    last = at;
  }
  part.entity.values.set(*findParam(table, "position"), Value(origin));
  part.entity.values.set(*drawnThrough(table), Value(std::move(points)));

  std::vector<SceneEdit> edits;
  if (auto material = giveMaterial(scene, registry, part.entity))
    edits.emplace_back(*std::move(material));
  edits.emplace_back(part);
  Scene with = scene;
  with[Section::Parts].push_back(part.entity);
  const auto made = makePart(registry, part.entity);
  for (const DrawnPlace& place : places) {
    if (!place.held || !made || made->dims().v == 0) continue;
    // Where both ends of a loop lie in one place, each is an end of its own.
    const auto nearest = &place == &places.back() ? Nearest::Last : Nearest::First;
    std::vector<MaterialPoint> ends = {{part.entity.name, pointTowards(*made, place.at, nearest)}};
    if (place.tie) ends.push_back(*place.tie);
    const auto kind = holderOf(registry, ends.size());
    if (!kind) continue;
    AddEntity tie = additionAt(with, registry, *kind, ends);
    with[tie.section].push_back(tie.entity);
    edits.emplace_back(std::move(tie));
  }
  return edits;
}

std::vector<Vec3> simplified(std::span<const Vec3> line, double tolerance) {
  std::vector<Vec3> kept(line.begin(), line.begin() + std::min<std::size_t>(line.size(), 1));
  if (line.size() > 1) keepWhatIsNeeded(line, tolerance, kept);
  return kept;
}

}  // namespace sinew::ui
