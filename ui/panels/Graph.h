#pragma once
#include <QWidget>
#include <vector>

#include "ui/panels/RunHistory.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

/// A few lines over time with what they are now. At most two points are drawn per pixel column,
/// the least and the greatest, so that long takes cost no more than short ones.
class Graph : public QWidget {
  Q_OBJECT
 public:
  enum class Scale { Linear, Logarithmic };
  struct Line {
    RunHistory::Series series;
    QString name;
    QColor Tokens::*colour;
  };
  struct Content {
    QString title;
    std::string unit;
    Scale scale = Scale::Linear;
    std::vector<Line> lines;
    bool extremes = false;  ///< says the greatest and what 99 % are below
  };

  Graph(Content content, const RunHistory& history, LiveRun& live, const Theme& theme,
        QWidget* parent);
  QSize minimumSizeHint() const override { return {140, 72}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Range {
    double least, greatest;
  };
  double scaled(float value) const;
  Range verticalRange() const;
  void paintLegend(QPainter& painter) const;
  void paintExtremes(QPainter& painter) const;
  void paintLine(QPainter& painter, const Line& line, const QRectF& area, const Range& range) const;

  Content m_content;
  const RunHistory& m_history;
  LiveRun& m_live;
  const Theme& m_theme;
};

/// The graphs of a run side by side.
class Graphs : public QWidget {
  Q_OBJECT
 public:
  Graphs(LiveRun& live, const Theme& theme, QWidget* parent = nullptr);
};

}  // namespace sinew::ui
