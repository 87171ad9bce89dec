#include "core/scene/ConstraintFit.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "core/scene/LeftOut.h"
#include "core/scene/MakePart.h"

namespace sinew {
namespace {

/// A part where it is.
struct StandingPart {
  std::unique_ptr<Part> part;
  Reals q;
  double time = 0;  ///< [s]
};

/// A material point where its part is, and the direction there if it has one.
std::optional<PointSample> sampleOf(const StandingPart& standing,
                                    const std::vector<double>& place) {
  const Part& part = *standing.part;
  const auto at = part.resolve(place);
  if (!at) return std::nullopt;
  const Reals v(part.dims().v);
  const auto scratch = part.makeScratch();
  part.update({standing.q.data(), v.data(), standing.time}, *scratch);
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

using SampleOfPoint = std::function<std::optional<PointSample>(const MaterialPoint&)>;

ConstraintKind::Fitted fitTo(const SampleOfPoint& sampleOfPoint, const Entity& constraint,
                             const Registry& registry) {
  const ConstraintKind* kind = registry.constraint(constraint.kind);
  if (kind == nullptr || !kind->fit) return {};
  const auto made = kind->create(ParamReader(kind->table, constraint.values));
  if (!made) return {};
  std::vector<PointSample> samples;
  for (const MaterialPoint& anchor : (*made)->anchors()) {
    const auto sample = sampleOfPoint(anchor);
    if (!sample) return {};
    samples.push_back(*sample);
  }
  return kind->fit(samples);
}

/// All parts of the simulated scene by their names; none if the configuration is of another.
std::map<std::string, StandingPart> standingParts(const Scene& scene, const Registry& registry,
                                                  std::span<const double> configuration,
                                                  double time) {
  std::map<std::string, StandingPart> standing;
  std::size_t first = 0;
  const Scene simulated = simulatedScene(scene, registry);
  for (const Entity& entity : simulated.parts()) {
    auto part = makePart(registry, entity);
    const std::size_t count = part ? static_cast<std::size_t>(part->dims().q) : 0;
    if (!part || first + count > configuration.size()) return {};
    const auto own = configuration.subspan(first, count);
    standing.emplace(entity.name,
                     StandingPart{std::move(part), Reals(own.begin(), own.end()), time});
    first += count;
  }
  if (first != configuration.size()) standing.clear();
  return standing;
}

}  // namespace

ConstraintKind::Fitted fitToStart(const Entity& constraint, const Scene& scene,
                                  const Registry& registry) {
  const auto atStart = [&](const MaterialPoint& point) -> std::optional<PointSample> {
    const Entity* entity = scene.find(Section::Parts, point.part);
    StandingPart begins{entity == nullptr ? nullptr : makePart(registry, *entity), {}, 0};
    if (!begins.part) return std::nullopt;
    begins.q.resize(begins.part->dims().q);
    Reals v(begins.part->dims().v);
    begins.part->initialState(begins.q.data(), v.data());
    return sampleOf(begins, point.at);
  };
  return fitTo(atStart, constraint, registry);
}

ConstraintKind::Fitted fitAt(const Entity& constraint, const Scene& scene, const Registry& registry,
                             std::span<const double> configuration, double time) {
  const auto standing = standingParts(scene, registry, configuration, time);
  const auto now = [&](const MaterialPoint& point) -> std::optional<PointSample> {
    const auto found = standing.find(point.part);
    return found == standing.end() ? std::nullopt : sampleOf(found->second, point.at);
  };
  return fitTo(now, constraint, registry);
}

}  // namespace sinew
