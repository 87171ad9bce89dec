#pragma once
#include <memory>
#include <optional>

#include "core/simulation/Breach.h"
#include "core/simulation/SceneDynamics.h"
#include "core/simulation/StepReport.h"

namespace sinew {

/// Watches that a scene gains no energy that nobody put in: a take that goes on means it.
///
/// What drifts upwards may be a hundredth of the largest energy that the scene has had: of the most
/// it had at once, above the lowest that it has hung; or of what lifts each part by its own size,
/// or moves it by a hundredth of that in a second, where that is more, so that a scene that starts
/// or stays at rest has a measure too. Ten times as much may be gained by springs of contact
/// and by forces whose account is coarse (Force::isCoarse); where parts by choice keep no momentum
/// (Part::keepsMomentum), anything short of an explosion. What is more for half a second, a tenth
/// of the energy for a tenth of a second, or ten times the energy for a few steps, stops the take,
/// if energy less work has gone up by as much from the least it has come down to. What is gained
/// while a grab pulls is not held against it, for that would stop a performance: it stays in the
/// drift that is reported.
///
/// Not for equilibria, which have no energy of their own to keep.
class EnergyCheck {
 public:
  explicit EnergyCheck(std::shared_ptr<const World> world);

  /// Where a take begins.
  void begin(State& state, const SceneDynamics& dynamics, const Energies& now) const;
  /// Where it goes on after an edit, in the state of which is what the books said before.
  void goOn(State& state, const SceneDynamics& dynamics, const Energies& now) const;
  /// After an accepted step of h seconds, with `dynamics` at its end.
  std::optional<Breach> observe(State& state, const SceneDynamics& dynamics, const Energies& now,
                                double h) const;

 private:
  struct Book;
  Book read(const State& state) const;
  void write(const Book& book, State& state) const;
  void keepParts(State& state, const SceneDynamics& dynamics) const;
  std::string mostGained(const State& state, const SceneDynamics& dynamics) const;

  std::shared_ptr<const World> m_world;
  bool m_applies = true, m_coarse = false;
  bool m_careless = false;  // has parts that by choice keep no momentum
  double m_lift = 0;        // [kg m] Σ mass × size
};

}  // namespace sinew
