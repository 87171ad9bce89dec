#include "ui/panels/RunHistory.h"

#include <algorithm>

namespace sinew::ui {
namespace {

constexpr std::size_t kMostSamples = 100'000;

bool earlier(const RunHistory::Sample& sample, double time) {
  return sample.time < time;
}

RunHistory::Sample sampleOf(const Snapshot& snapshot) {
  const StepReport& report = snapshot.report;
  double widest = 0;
  for (const ConstraintStatus& c : report.constraints)
    if (c.active && !c.broken) widest = std::max(widest, c.residual);
  RunHistory::Sample sample{snapshot.time, {}};
  const auto put = [&sample](RunHistory::Series series, double value) {
    sample.values[series] = static_cast<float>(value);
  };
  put(RunHistory::Kinetic, report.energy.kinetic);
  put(RunHistory::Elastic, report.energy.elastic);
  put(RunHistory::Gravity, report.energy.gravity);
  put(RunHistory::Contact, report.energy.contact);
  put(RunHistory::WidestGap, widest);
  put(RunHistory::StepSize, report.stepSize);
  return sample;
}

}  // namespace

RunHistory::RunHistory(LiveRun& live, QObject* parent) : QObject(parent), m_live(live) {
  connect(&live, &LiveRun::snapshotArrived, this, &RunHistory::take);
}

void RunHistory::take() {
  const auto snapshot = m_live.snapshot();
  if (!snapshot) return;
  const LiveStatus& status = m_live.status();
  // What lies after the end of the take belongs to one that was thrown away.
  const double end =
      std::max(snapshot->time, static_cast<double>(status.lastFrame + 1) / status.fps);
  m_samples.erase(std::lower_bound(m_samples.begin(), m_samples.end(), end, earlier),
                  m_samples.end());
  const auto at = std::lower_bound(m_samples.begin(), m_samples.end(), snapshot->time, earlier);
  if (at == m_samples.end()) {
    m_samples.push_back(sampleOf(*snapshot));
  } else if (status.mode == LiveMode::Playing || at->time != snapshot->time) {
    *at = sampleOf(*snapshot);
  }
  if (m_samples.size() > kMostSamples) {
    // Every other one is enough for a screen.
    for (std::size_t i = 0; 2 * i < m_samples.size(); ++i) m_samples[i] = m_samples[2 * i];
    m_samples.resize((m_samples.size() + 1) / 2);
  }
  emit changed();
}

}  // namespace sinew::ui
