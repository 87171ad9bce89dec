#include "core/scene/ConstraintFit.h"

#include <cmath>
#include <memory>

#include "core/scene/LeftOut.h"
#include "core/scene/MakePart.h"

namespace sinew {
namespace {

constexpr double kHolds = 1e-6;  // [m], of angles [rad]: what is held to that is held

/// A material point where its part is at q, and the direction there if it has one.
std::optional<PointSample> sampleOf(const Part& part, const std::vector<double>& place,
                                    const Reals& q, double time) {
  const auto at = part.resolve(place);
  if (!at) return std::nullopt;
  const Reals v(part.dims().v);
  const auto scratch = part.makeScratch();
  part.update({q.data(), v.data(), time}, *scratch);
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

std::optional<PointSample> sampleAtStart(const MaterialPoint& point, const Scene& scene,
                                         const Registry& registry) {
  const Entity* entity = scene.find(Section::Parts, point.part);
  const auto part = entity == nullptr ? nullptr : makePart(registry, *entity);
  if (!part) return std::nullopt;
  Reals q(part->dims().q), v(part->dims().v);
  part->initialState(q.data(), v.data());
  return sampleOf(*part, point.at, q, 0);
}

std::unique_ptr<Constraint> made(const ConstraintKind& kind, const ParamValues& values) {
  auto constraint = kind.create(ParamReader(kind.table, values));
  return constraint ? *std::move(constraint) : nullptr;
}

/// How far its points are from what it asks for.
double gapOf(const Constraint& constraint, const std::vector<PointSample>& samples, double time) {
  ConstraintRows rows;
  constraint.evaluate(samples.data(), time, rows);
  double sum = 0;
  for (int i = 0; i < rows.rows; ++i) {
    const double g = rows.g[static_cast<std::size_t>(i)];
    const bool slack = g < 0 && (constraint.limitedRows() >> i & 1U) != 0;
    if (!slack) sum += g * g;
  }
  return std::sqrt(sum);
}

}  // namespace

ConstraintKind::Fitted fitToStart(const Entity& constraint, const Scene& scene,
                                  const Registry& registry) {
  const ConstraintKind* kind = registry.constraint(constraint.kind);
  if (kind == nullptr || !kind->fit) return {};
  const auto its = made(*kind, constraint.values);
  if (!its) return {};
  std::vector<PointSample> samples;
  for (const MaterialPoint& anchor : its->anchors()) {
    const auto sample = sampleAtStart(anchor, scene, registry);
    if (!sample) return {};
    samples.push_back(*sample);
  }
  return kind->fit(samples);
}

struct StandingParts::Standing {
  std::unique_ptr<Part> part;
  Reals q;
};

StandingParts::StandingParts(const Scene& scene, const Registry& registry,
                             std::span<const double> configuration, double time)
    : m_registry(registry), m_time(time) {
  std::size_t first = 0;
  bool fits = true;
  const Scene simulated = simulatedScene(scene, registry);
  for (const Entity& entity : simulated.parts()) {
    auto part = makePart(registry, entity);
    const std::size_t count = part ? static_cast<std::size_t>(part->dims().q) : 0;
    fits = part && first + count <= configuration.size();
    if (!fits) break;
    const auto own = configuration.subspan(first, count);
    m_parts.emplace(entity.name, Standing{std::move(part), Reals(own.begin(), own.end())});
    first += count;
  }
  if (!fits || first != configuration.size()) m_parts.clear();
}

StandingParts::~StandingParts() = default;

std::optional<std::vector<PointSample>> StandingParts::samplesOf(
    const Constraint& constraint) const {
  std::vector<PointSample> samples;
  for (const MaterialPoint& anchor : constraint.anchors()) {
    const auto found = m_parts.find(anchor.part);
    if (found == m_parts.end()) return std::nullopt;
    const auto sample = sampleOf(*found->second.part, anchor.at, found->second.q, m_time);
    if (!sample) return std::nullopt;
    samples.push_back(*sample);
  }
  return samples;
}

// What fits a new one may be too much for one that was given a place, a plane, a direction: each
// parameter is tried by itself before all are taken.
ConstraintKind::Fitted StandingParts::holdHere(const Entity& constraint) const {
  const ConstraintKind* kind = m_registry.constraint(constraint.kind);
  const auto its = kind == nullptr || !kind->fit ? nullptr : made(*kind, constraint.values);
  const auto samples = its ? samplesOf(*its) : std::nullopt;
  if (!samples || gapOf(*its, *samples, m_time) <= kHolds) return {};
  ConstraintKind::Fitted keyable = kind->fit(*samples);
  std::erase_if(keyable, [&](const auto& each) {
    const ParamSpec* spec = findParam(kind->table, each.first);
    return spec == nullptr || !spec->keyable;
  });
  const auto holds = [&](const ConstraintKind::Fitted& said) {
    ParamValues values = constraint.values;
    for (const auto& [key, value] : said) values.set(*findParam(kind->table, key), value);
    const auto changed = made(*kind, values);
    return changed && gapOf(*changed, *samples, m_time) <= kHolds;
  };
  for (const auto& each : keyable)
    if (holds({each})) return {each};
  return holds(keyable) ? keyable : ConstraintKind::Fitted{};
}

}  // namespace sinew
