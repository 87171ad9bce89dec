#include "render/DetailPacer.h"

namespace sinew {
namespace {

/// From quick to good, with what each costs compared to the others: measured on a machine without
/// graphics hardware, where the ratios are largest.
struct Step {
  DetailPacer::Rung rung;
  double cost;
};
constexpr std::array<Step, 7> kLadder = {{{{Quality::Motion, 0.35}, 0.8},
                                          {{Quality::Motion, 0.5}, 1},
                                          {{Quality::Motion, 0.58}, 1.25},
                                          {{Quality::Motion, 0.66}, 1.5},
                                          {{Quality::Motion, 0.82}, 2},
                                          {{Quality::Motion, 1}, 2.7},
                                          {{Quality::Live, 1}, 14}}};
constexpr double kMovingSeconds = 0.028;   // leaves room for the window's own drawing at 20/s
constexpr double kRestingSeconds = 0.090;  // a click is answered within 0.1 s
constexpr double kSparing = 0.25;          // of both
constexpr double kRoomToClimb = 0.85;      // a better rung must be expected to fit this well
constexpr double kFade = 0.02;             // per picture, of what is remembered of the other rungs
constexpr double kMemory = 0.3;            // share of the newest measurement

}  // namespace

double DetailPacer::expected(std::size_t rung) const {
  if (m_seconds[rung] > 0) return m_seconds[rung];
  // From the nearest rung that was tried.
  for (std::size_t away = 1; away < kRungs; ++away) {
    for (const std::size_t other : {rung - away, rung + away}) {
      if (other >= kRungs || m_seconds[other] <= 0) continue;
      return m_seconds[other] * kLadder[rung].cost / kLadder[other].cost;
    }
  }
  return 0.04 * kLadder[rung].cost;
}

double DetailPacer::share() const {
  return m_effort == Effort::Sparing ? kSparing : 1;
}

DetailPacer::Rung DetailPacer::choose(Pace pace) {
  const double moving = share() * kMovingSeconds, resting = share() * kRestingSeconds;
  if (pace == Pace::Resting) {
    m_chosen = 0;
    for (std::size_t i = 0; i < kRungs; ++i) {
      if (expected(i) <= resting) m_chosen = i;
    }
    return kLadder[m_chosen].rung;
  }
  while (m_moving > 0 && expected(m_moving) > moving) --m_moving;
  while (m_moving + 1 < kRungs && expected(m_moving + 1) < kRoomToClimb * moving) {
    ++m_moving;
  }
  m_chosen = m_moving;
  return kLadder[m_chosen].rung;
}

void DetailPacer::took(double seconds) {
  // What is known of the other rungs ages with this one: the scene or the window has changed.
  double& known = m_seconds[m_chosen];
  const double before = known;
  known = known <= 0 ? seconds : known + kMemory * (seconds - known);
  if (before <= 0) return;
  // It also fades: a measurement that fell between two scenes must not shut out a rung for good.
  for (std::size_t i = 0; i < kRungs; ++i) {
    if (i == m_chosen || m_seconds[i] <= 0) continue;
    m_seconds[i] *= known / before;
    m_seconds[i] += kFade * (known * kLadder[i].cost / kLadder[m_chosen].cost - m_seconds[i]);
  }
}

}  // namespace sinew
