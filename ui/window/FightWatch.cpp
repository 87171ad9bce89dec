#include "ui/window/FightWatch.h"

#include <algorithm>
#include <utility>

namespace sinew::ui {
namespace {

constexpr double kLeap = 1;       // [s] of the take at once: it did not go there by itself
constexpr double kMoment = 0.25;  // [s] of the take that a fight goes on before it is told
constexpr double kQuiet = 1;      // [s] of the take without one, until it is over
constexpr double kCloser = 0.9;   // of the gap there was: it closes

bool isPulled(const Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.forces, [](const ForceArrow& arrow) {
    return arrow.source == ForceArrow::Source::Hand;
  });
}

/// What has met, and does not count as open: nobody sees it, or its law leads it.
bool isSmall(const ConstraintStatus& state) {
  return state.closed && state.open == OpenGap::None;
}

}  // namespace

void FightWatch::forget() {
  m_fights.clear();
}

void FightWatch::look(const Snapshot& snapshot) {
  const double before = std::exchange(m_time, snapshot.report.time);
  if (m_time < before || m_time > before + kLeap) leap();
  for (auto& [name, fight] : m_fights) fight.before = std::exchange(fight.now, false);
  const auto& states = snapshot.report.constraints;
  const auto& named = snapshot.topology->constraints;
  const std::size_t count = std::min(states.size(), named.size());
  for (std::size_t i = 0; i < count; ++i) {
    const ConstraintStatus& state = states[i];
    if (!state.active || !state.conflicting || isSmall(state)) continue;
    // Last: there may be thousands of forces, and hardly ever a conflict.
    if (isPulled(snapshot)) break;
    note(named[i].constraint, state.residual);
  }
  // What does not fight after a change of the scene is mended.
  if (std::exchange(m_revision, snapshot.sceneRevision) == snapshot.sceneRevision) return;
  std::erase_if(m_fights, [](const auto& each) { return !each.second.now; });
}

// What was told goes on being told until it is seen that it does not fight.
void FightWatch::leap() {
  std::erase_if(m_fights, [](const auto& each) { return each.second.last == kNever; });
  for (auto& [name, fight] : m_fights) {
    fight.since = fight.last = m_time;
    fight.now = false;
  }
}

void FightWatch::note(const std::string& constraint, double gap) {
  Fight& fight = m_fights.try_emplace(constraint, Fight{m_time, gap}).first->second;
  fight.now = true;
  const bool anew = !fight.before && m_time - fight.last >= kQuiet;
  if (anew || gap < kCloser * fight.least) {
    fight.since = m_time;
    fight.least = gap;
  }
  if (goesOn(constraint)) fight.last = m_time;
}

bool FightWatch::goesOn(const std::string& constraint) const {
  const auto found = m_fights.find(constraint);
  return found != m_fights.end() && found->second.now && m_time - found->second.since >= kMoment;
}

bool FightWatch::isOver(const std::set<std::string>& constraints) const {
  return std::ranges::none_of(constraints, [this](const std::string& name) {
    const auto found = m_fights.find(name);
    return found != m_fights.end() && m_time - found->second.last < kQuiet;
  });
}

}  // namespace sinew::ui
