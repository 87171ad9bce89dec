#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// What a constraint that is added by hand should say, besides its points, to hold them where they
/// begin. Nothing where its kind has nothing to fit, or its points are not there.
ConstraintKind::Fitted fitToStart(const Entity& constraint, const Scene& scene,
                                  const Registry& registry);

/// The parts of a scene where they are at an instant.
class StandingParts {
 public:
  /// `configuration` of the parts that are simulated, one after the other (Snapshot). Of another
  /// scene it says nothing.
  StandingParts(const Scene& scene, const Registry& registry, std::span<const double> configuration,
                double time);
  ~StandingParts();
  StandingParts(const StandingParts&) = delete;
  StandingParts& operator=(const StandingParts&) = delete;

  /// What a constraint must say from then on to hold its points where they are: as few of the
  /// parameters that can be keyed as will do. Nothing where it holds them there as it is, or
  /// cannot.
  ConstraintKind::Fitted holdHere(const Entity& constraint) const;

 private:
  struct Standing;
  std::optional<std::vector<PointSample>> samplesOf(const Constraint& constraint) const;

  const Registry& m_registry;
  double m_time;  ///< [s]
  std::map<std::string, Standing> m_parts;
};

}  // namespace sinew
