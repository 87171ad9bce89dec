#pragma once
#include <array>
#include <memory>
#include <vector>

#include "core/model/Integrator.h"
#include "core/simulation/Islands.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Steps of scenes in which contact is solved for, but not by the scene's integrator. Islands in
/// which anything touches, or may within the step, take steps of the one that solves for it;
/// others go on by the scene's own, as if they were alone. Where what acts on parts is not known
/// part by part (hands, air, gas, keyed gravity, other responses), all take the former.
///
/// DEPARTURE: [BW92] §3 has contact forces at the acceleration level, and impacts as events. Here
/// what touches is stepped: events of many things that touch would cut steps without end.
class MixedStep final : public Integrator {
 public:
  /// `own` and `dynamics` must outlive it.
  MixedStep(const World& world, SceneDynamics& dynamics, Integrator& own,
            std::unique_ptr<Integrator> inTouch);

  /// Whether anything touches at the instant last evaluated, or may within h seconds: looks for who
  /// does. From then on that is who is in touch.
  bool look(double h);
  /// All are, for the step at hand: something was in the way that was not foreseen.
  void touchAll();
  bool touches(int part) const { return m_inTouch[part] != 0; }
  bool touchesAll() const { return m_all; }
  /// Before the tries of another step, none of which is known.
  void begin() { m_from.y.clear(); }
  /// Whether all that either solved for in the step last tried came to its end.
  bool settled() const { return m_settled; }
  std::span<const char> inTouch() const { return m_inTouch; }  ///< per part

  /// A step that solves for contact ends with velocities of its middle, and so may the integrator's
  /// own. Takes v of what falls freely, and comes from one to the other, or from step to step of
  /// other lengths, to what it is to be in the next step of h seconds, and notes that (`lags`,
  /// `touched`). False if nothing does.
  bool shiftSpeeds(double h, State& state) const;
  /// Whether anything has come into touch, or out of it: then the past says nothing of what comes.
  bool anyChanges(const State& state) const;
  /// What both need, of a step that was taken.
  void keep(double h, State& state) const;

  Level level() const override { return Level::Displacement; }
  int order() const override { return 1; }
  double initialStep() const override { return m_solver->initialStep(); }
  bool adaptive() const override { return !m_all && m_own->adaptive(); }
  double longestStep(const Dynamics& dynamics) const override;
  void propose(Dynamics& dynamics, double time, std::span<const double> y, double h,
               StepProposal& out) override;

 private:
  bool mayMix() const;
  double lagIn(int part, double h, const State& state) const;
  void spread();
  bool goOnAlone(double time, std::span<const double> y, double h, StepProposal& out);
  void merge(std::span<const double> y, StepProposal& out);

  const World* m_world;
  SceneDynamics* m_dynamics;
  Integrator* m_own;
  std::unique_ptr<Integrator> m_solver;
  std::vector<int> m_moving;
  std::vector<char> m_inTouch, m_alone;  // per part
  std::vector<char> m_touchedIsland;     // per island
  std::vector<std::array<int, 2>> m_pairs;
  Islands m_islands;
  bool m_all = true;
  bool m_settled = true, m_aloneSettled = true;
  StepProposal m_touching, m_wentAlone;
  /// Who went like that, from where, and after what.
  struct {
    double time = 0, h = 0;
    std::vector<char> alone;
    Reals y, memory;
  } m_from;
};

}  // namespace sinew
