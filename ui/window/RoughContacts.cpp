#include "ui/window/RoughContacts.h"

#include <cmath>
#include <utility>

namespace sinew::ui {
namespace {

constexpr double kLeap = 1;       // [s] of the take at once: it did not go there by itself
constexpr double kMemory = 1;     // [s] of the take
constexpr double kWorthIt = 0.1;  // [s] of that which are rough

}  // namespace

void RoughContacts::forget() {
  m_rough = 0;
  m_told.clear();
}

bool RoughContacts::look(const Snapshot& snapshot) {
  const double now = snapshot.report.time;
  const double passed = now - std::exchange(m_time, now);
  if (passed < 0 || passed > kLeap) m_rough = 0;
  if (passed <= 0) return false;  // the same picture once more
  m_rough = m_rough * std::exp(-passed / kMemory) + snapshot.peaks.unsettled;
  if (snapshot.peaks.unsettled == 0 || m_rough < kWorthIt) return false;
  m_pair = snapshot.peaks.unsettledParts;
  return m_told.insert(m_pair).second;
}

}  // namespace sinew::ui
