#pragma once
#include <QObject>
#include <array>
#include <vector>

#include "ui/live/LiveRun.h"

namespace sinew::ui {

/// What graphs show: numbers of the take over time, gathered from the pictures as they come.
class RunHistory : public QObject {
  Q_OBJECT
 public:
  enum Series {
    Kinetic,
    Elastic,
    Gravity,
    Contact,
    WidestGap,
    Penetration,
    Residual,
    Rounds,
    StepSize,
    SeriesCount
  };
  struct Sample {
    double time = 0;  ///< [s]
    std::array<float, SeriesCount> values{};
  };

  RunHistory(LiveRun& live, QObject* parent = nullptr);
  const std::vector<Sample>& samples() const { return m_samples; }
  /// The greatest of a series, and what only a hundredth of the samples are above.
  struct Extremes {
    double greatest = 0, p99 = 0;
  };
  Extremes extremes(Series series) const;

 signals:
  void changed();

 private:
  void take();

  LiveRun& m_live;
  std::vector<Sample> m_samples;  ///< times grow
};

}  // namespace sinew::ui
