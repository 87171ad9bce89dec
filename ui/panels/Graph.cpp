#include "ui/panels/Graph.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <cmath>

#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

constexpr double kLegend = 36;  // px
constexpr int kRedraw = 100;    // ms; nobody reads graphs faster

}  // namespace

Graph::Graph(Content content, const RunHistory& history, LiveRun& live, const Theme& theme,
             QWidget* parent)
    : QWidget(parent),
      m_content(std::move(content)),
      m_history(history),
      m_live(live),
      m_theme(theme) {
  setAccessibleName(tr("Graph: %1").arg(m_content.title));
}

double Graph::scaled(float value) const {
  constexpr double kLeast = 1e-16;
  if (m_content.scale == Scale::Linear) return value;
  return std::log10(std::max(kLeast, static_cast<double>(value)));
}

Graph::Range Graph::verticalRange() const {
  Range range{m_content.scale == Scale::Linear ? 0.0 : 1e9,
              m_content.scale == Scale::Linear ? 0.0 : -1e9};
  for (const RunHistory::Sample& sample : m_history.samples()) {
    for (const Line& line : m_content.lines) {
      const double value = scaled(sample.values[line.series]);
      range.least = std::min(range.least, value);
      range.greatest = std::max(range.greatest, value);
    }
  }
  if (range.greatest - range.least < 1e-12) range.greatest = range.least + 1;
  return range;
}

void Graph::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = m_theme.tokens();
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  const QRectF area(0, kLegend, width(), height() - kLegend - 4);
  painter.setPen(t.hairline);
  painter.setBrush(t.field);
  painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  paintLegend(painter);
  if (m_history.samples().size() < 2) return;
  const Range range = verticalRange();
  for (const Line& line : m_content.lines)
    paintLine(painter, line, area.adjusted(4, 4, -4, -4), range);
}

void Graph::paintLegend(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  painter.setPen(t.text);
  painter.drawText(QRectF(0, 0, width(), 16), Qt::AlignLeft | Qt::AlignVCenter, m_content.title);
  if (m_content.extremes) paintExtremes(painter);
  double x = 0;
  const auto& samples = m_history.samples();
  const auto now = std::lower_bound(
      samples.begin(), samples.end(), m_live.status().time - 1e-9,
      [](const RunHistory::Sample& sample, double time) { return sample.time < time; });
  for (const Line& line : m_content.lines) {
    QString text = line.name;
    if (now != samples.end()) {
      if (!text.isEmpty()) text += " ";
      text += quantityText(now->values[line.series], m_content.unit);
    }
    painter.setPen(QPen(t.*line.colour, 2));
    painter.drawLine(QPointF(x, 26), QPointF(x + 10, 26));
    painter.setPen(t.muted);
    const double width = painter.fontMetrics().horizontalAdvance(text);
    painter.drawText(QRectF(x + 14, 18, width + 2, 16), Qt::AlignLeft | Qt::AlignVCenter, text);
    x += width + 26;
  }
}

// Beside the title, where there is room.
void Graph::paintExtremes(QPainter& painter) const {
  constexpr int kApart = 12;  // [px]
  const auto [greatest, p99] = m_history.extremes(m_content.lines.front().series);
  const QString text =
      tr("at most %1, 99 % below %2")
          .arg(quantityText(greatest, m_content.unit), quantityText(p99, m_content.unit));
  const int from = painter.fontMetrics().horizontalAdvance(m_content.title) + kApart;
  const QRectF room(from, 0, width() - from, 16);
  painter.setPen(m_theme.tokens().muted);
  painter.drawText(
      room, Qt::AlignRight | Qt::AlignVCenter,
      painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width())));
}

// OPTIMIZATION: one vertical stroke per pixel column instead of one segment per sample: 100 000
// samples draw as quickly as 1 000.
void Graph::paintLine(QPainter& painter, const Line& line, const QRectF& area,
                      const Range& range) const {
  const auto& samples = m_history.samples();
  const double start = samples.front().time;
  const double span = std::max(1e-9, samples.back().time - start);
  QPolygonF points;
  int column = -1;
  double least = 0, greatest = 0;
  const auto y = [&](double value) {
    return area.bottom() - (value - range.least) / (range.greatest - range.least) * area.height();
  };
  const auto flush = [&] {
    if (column < 0) return;
    points << QPointF(area.left() + column, y(least));
    if (greatest != least) points << QPointF(area.left() + column, y(greatest));
  };
  for (const RunHistory::Sample& sample : samples) {
    const double value = scaled(sample.values[line.series]);
    const int at = static_cast<int>((sample.time - start) / span * area.width());
    if (at != column) {
      flush();
      column = at;
      least = greatest = value;
    }
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  flush();
  painter.setPen(QPen(m_theme.tokens().*line.colour, 1.5));
  painter.drawPolyline(points);
}

Graphs::Graphs(LiveRun& live, const Theme& theme, QWidget* parent) : QWidget(parent) {
  auto* history = new RunHistory(live, this);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(Spacing::kMedium, Spacing::kSmall, Spacing::kMedium, Spacing::kTight);
  row->setSpacing(Spacing::kLarge);
  const auto linear = Graph::Scale::Linear, logarithmic = Graph::Scale::Logarithmic;
  const std::vector<Graph::Content> contents = {
      {tr("Energies"),
       "J",
       linear,
       {{RunHistory::Kinetic, tr("motion"), &Tokens::accent},
        {RunHistory::Elastic, tr("elastic"), &Tokens::information},
        {RunHistory::Gravity, tr("height"), &Tokens::good},
        {RunHistory::Contact, tr("contact"), &Tokens::error}}},
      {tr("Widest gap"), "m", logarithmic, {{RunHistory::WidestGap, {}, &Tokens::accent}}, true},
      {tr("Penetration"), "m", logarithmic, {{RunHistory::Penetration, {}, &Tokens::error}}, true},
      {tr("Contact left"), "", logarithmic, {{RunHistory::Residual, {}, &Tokens::good}}, true},
      {tr("Rounds a step"), "", linear, {{RunHistory::Rounds, {}, &Tokens::warning}}, true},
      {tr("Step size"), "s", logarithmic, {{RunHistory::StepSize, {}, &Tokens::information}}},
  };
  auto* redraw = new QTimer(this);
  redraw->setSingleShot(true);
  for (const Graph::Content& content : contents) {
    auto* graph = new Graph(content, *history, live, theme, this);
    row->addWidget(graph, content.lines.size() > 1 ? 2 : 1);
    connect(redraw, &QTimer::timeout, graph, qOverload<>(&QWidget::update));
  }
  const auto later = [redraw] {
    if (!redraw->isActive()) redraw->start(kRedraw);
  };
  connect(history, &RunHistory::changed, this, later);
  connect(&live, &LiveRun::statusChanged, this, later);
}

}  // namespace sinew::ui
