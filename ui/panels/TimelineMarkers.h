#pragma once
#include <optional>
#include <vector>

#include "core/scene/SceneEdit.h"
#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/panels/TimeAxis.h"
#include "ui/theme/Theme.h"

class QPainter;

namespace sinew::ui {

/// The scene's markers as flags on a timeline.
class TimelineMarkers {
 public:
  TimelineMarkers(const Document& document, const LiveRun& live, const TimeAxis& axis)
      : m_document(document), m_live(live), m_axis(axis) {}

  /// With their tops at `top` [px] and lines from `from` down to there.
  void paint(QPainter& painter, const Tokens& tokens, double from, double top) const;
  /// The flag under a place.
  std::optional<ObjectId> at(const QPointF& place, double top) const;
  double timeOf(const ObjectId& marker) const;  ///< [s]

  static constexpr double kHeight = 16;  ///< [px]

 private:
  struct Flag {
    ObjectId id;
    double x, width;  ///< [px]
    QString text;
  };
  std::vector<Flag> flags() const;

  const Document& m_document;
  const LiveRun& m_live;
  const TimeAxis& m_axis;
};

/// A marker at `time` [s], under a free name.
AddEntity newMarker(const Scene& scene, double time);

/// The nearest marker or key before or after `time` [s], of those of what is selected or of the
/// scene.
std::optional<double> nextMark(const Document& document, double time, bool forward);

}  // namespace sinew::ui
