#include "core/scene/ConstraintFit.h"

#include <optional>

#include "core/scene/MakePart.h"

namespace sinew {
namespace {

/// A material point where its part begins, and the direction there if it has one.
std::optional<PointSample> sampleAtStart(const MaterialPoint& point, const Scene& scene,
                                         const Registry& registry) {
  const Entity* entity = scene.find(Section::Parts, point.part);
  const auto made = entity == nullptr ? nullptr : makePart(registry, *entity);
  if (!made) return std::nullopt;
  const Part& part = *made;
  const auto at = part.resolve(point.at);
  if (!at) return std::nullopt;
  Reals q(part.dims().q), v(part.dims().v);
  part.initialState(q.data(), v.data());
  const auto scratch = part.makeScratch();
  part.update({q.data(), v.data(), 0}, *scratch);
  PointSample sample;
  part.locate(*scratch, *at, sample.position, sample.velocity);
  sample.track = part.track();
  sample.place = part.placeOf(*at);
  if (!part.hasDirections()) return sample;
  Reals L(3 * static_cast<std::size_t>(part.dims().directionColumns));
  PointKinematics direction;
  direction.L = L.data();
  part.direction(*scratch, *at, direction);
  sample.direction = direction.position;
  return sample;
}

}  // namespace

ConstraintKind::Fitted fitToStart(const Entity& constraint, const Scene& scene,
                                  const Registry& registry) {
  const ConstraintKind* kind = registry.constraint(constraint.kind);
  if (kind == nullptr || !kind->fit) return {};
  const auto made = kind->create(ParamReader(kind->table, constraint.values));
  if (!made) return {};
  std::vector<PointSample> samples;
  for (const MaterialPoint& anchor : (*made)->anchors()) {
    const auto sample = sampleAtStart(anchor, scene, registry);
    if (!sample) return {};
    samples.push_back(*sample);
  }
  return kind->fit(samples);
}

}  // namespace sinew
