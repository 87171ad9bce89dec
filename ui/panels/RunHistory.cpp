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
  StepPeaks peaks = snapshot.peaks;
  peaks.add(report);
  RunHistory::Sample sample{snapshot.time, {}};
  const auto put = [&sample](RunHistory::Series series, double value) {
    sample.values[series] = static_cast<float>(value);
  };
  put(RunHistory::Kinetic, report.energy.kinetic);
  put(RunHistory::Elastic, report.energy.elastic);
  put(RunHistory::Gravity, report.energy.gravity);
  put(RunHistory::Contact, report.energy.contact);
  put(RunHistory::WidestGap, peaks.gap);
  put(RunHistory::Penetration, peaks.penetration);
  put(RunHistory::Residual, peaks.residual);
  put(RunHistory::Rounds, peaks.rounds);
  put(RunHistory::StepSize, report.stepSize);
  return sample;
}

}  // namespace

RunHistory::RunHistory(LiveRun& live, QObject* parent) : QObject(parent), m_live(live) {
  connect(&live, &LiveRun::snapshotArrived, this, &RunHistory::take);
}

RunHistory::Extremes RunHistory::extremes(Series series) const {
  if (m_samples.empty()) return {};
  std::vector<float> values;
  values.reserve(m_samples.size());
  for (const Sample& sample : m_samples) values.push_back(sample.values[series]);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * 99 / 100);
  std::nth_element(values.begin(), at, values.end());
  return {*std::max_element(at, values.end()), *at};
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
