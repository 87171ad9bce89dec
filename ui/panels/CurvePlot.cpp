#include "ui/panels/CurvePlot.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/document/Keys.h"
#include "ui/fields/Field.h"
#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

constexpr double kLeft = 72, kPlotEdge = 10;  // [px] round the plot; left are the numbers
constexpr double kPointReach = 8;             // [px]
constexpr double kPointRadius = 4.5;          // [px] of a key
constexpr double kHandle = 44, kKnob = 3;     // [px] length of a handle, and radius of its end
constexpr double kLineRoom = 24;              // [px] between lines of the grid
constexpr double kRoom = 0.12;                // of the range, above and below
constexpr std::array<QColor Tokens::*, 3> kInks = {&Tokens::error, &Tokens::good,
                                                   &Tokens::information};

/// The smallest of ... 1, 2, 5, 10, 20, ... that is no less.
double roundStep(double least) {
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= least) return step * decade;
  return 10 * decade;
}

}  // namespace

CurvePlot::CurvePlot(Document& document, LiveRun& live, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_live(live), m_theme(theme), m_axis(document, live) {
  setAccessibleName(tr("Curve"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setToolTip(
      tr("Drag a key; with Shift freely, with Ctrl only up and down. A clicked key has handles for "
         "how steep the curve is, with Alt on one side. Double click adds one, right click offers "
         "how the curve goes on. Wheel zooms, Shift and wheel moves along."));
  const auto repaint = qOverload<>(&QWidget::update);
  connect(&live, &LiveRun::statusChanged, this, repaint);
  connect(&theme, &Theme::changed, this, repaint);
  connect(&document, &Document::edited, this, [this] {
    if (!m_held) m_range = fittingRange();
    update();
  });
}

void CurvePlot::show(const std::optional<KeyedParam>& shown) {
  if (shown && m_shown && *shown == *m_shown) return;
  m_held.reset();
  m_chosen.reset();
  m_shown = shown;
  m_range = fittingRange();
  update();
}

const Curve* CurvePlot::curve() const {
  return m_shown ? curveOf(m_document, *m_shown) : nullptr;
}

// — where things are —

QRectF CurvePlot::area() const {
  return QRectF(kLeft, kPlotEdge, width() - kLeft - kPlotEdge, height() - 2 * kPlotEdge);
}

CurvePlot::Range CurvePlot::fittingRange() const {
  const Curve* shown = curve();
  if (shown == nullptr) return {};
  Range range{1e300, -1e300};
  for (std::size_t k = 0; k < shown->keys.size(); ++k) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(shown->components); ++c) {
      const auto [least, greatest] = shown->rangeFrom(k, c);
      range.least = std::min(range.least, least);
      range.greatest = std::max(range.greatest, greatest);
    }
  }
  const double size =
      std::max({range.greatest - range.least, 1e-6 * std::abs(range.greatest), 1e-9});
  const bool flat = range.greatest == range.least;
  const double room = flat ? std::max(0.5 * std::abs(range.least), 0.5) : kRoom * size;
  return {range.least - room, range.greatest + room};
}

void CurvePlot::resizeEvent(QResizeEvent* event) {
  m_axis.place(area().left(), area().width());
  QWidget::resizeEvent(event);
}

QPointF CurvePlot::placeOf(double time, double number) const {
  const QRectF plot = area();
  const double share = (number - m_range.least) / (m_range.greatest - m_range.least);
  return {m_axis.xOf(time * m_live.status().fps), plot.bottom() - share * plot.height()};
}

double CurvePlot::timeAt(double x) const {
  return m_axis.frameAt(x) / m_live.status().fps;
}

double CurvePlot::numberAt(double y) const {
  const double share = (area().bottom() - y) / area().height();
  return m_range.least + share * (m_range.greatest - m_range.least);
}

std::optional<CurvePlot::Spot> CurvePlot::spotAt(const QPointF& place) const {
  const Curve* shown = curve();
  std::optional<Spot> found;
  double nearest = kPointReach;
  for (std::size_t k = 0; shown != nullptr && k < shown->keys.size(); ++k) {
    for (int c = 0; c < shown->components; ++c) {
      const Curve::Key& key = shown->keys[k];
      const QPointF away = placeOf(key.time, key.value[static_cast<std::size_t>(c)]) - place;
      const double distance = std::hypot(away.x(), away.y());
      if (distance > nearest) continue;
      nearest = distance;
      found = Spot{k, c};
    }
  }
  return found;
}

std::vector<CurvePlot::Handle> CurvePlot::handles() const {
  const Curve* shown = curve();
  if (shown == nullptr || !m_chosen || m_chosen->key >= shown->keys.size()) return {};
  const std::size_t k = m_chosen->key, c = static_cast<std::size_t>(m_chosen->component);
  const Curve::Key& key = shown->keys[k];
  const Curve::Slopes slopes = shown->slopesAt(k);
  const QPointF middle = placeOf(key.time, key.value[c]);
  const auto handle = [&](Side side, double slope) {
    const double way = side == Side::After ? 1 : -1;
    const QPointF along = placeOf(key.time + way, key.value[c] + way * slope) - middle;
    return Handle{side, middle + kHandle / std::hypot(along.x(), along.y()) * along};
  };
  std::vector<Handle> ends;
  if (k > 0 && shown->keys[k - 1].toNext == Interpolation::Smooth)
    ends.push_back(handle(Side::Before, slopes.before[c]));
  if (k + 1 < shown->keys.size() && key.toNext == Interpolation::Smooth)
    ends.push_back(handle(Side::After, slopes.after[c]));
  return ends;
}

std::optional<Side> CurvePlot::handleAt(const QPointF& place) const {
  for (const Handle& handle : handles()) {
    const QPointF away = handle.end - place;
    if (std::hypot(away.x(), away.y()) <= kPointReach) return handle.side;
  }
  return std::nullopt;
}

// — painting —

void CurvePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = m_theme.tokens();
  painter.fillRect(rect(), t.panel);
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  if (curve() == nullptr) {
    painter.setPen(t.muted);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("Nothing that is selected has keys. The diamond beside a parameter in the "
                        "inspector sets one at the current time."));
    return;
  }
  paintGrid(painter);
  painter.setClipRect(area());
  paintLines(painter);
  paintHandles(painter);
  const LiveStatus& status = m_live.status();
  const double x = placeOf(status.time, 0).x();
  painter.setPen(QPen(t.accent, 1.5));
  painter.drawLine(QPointF(x, 0), QPointF(x, height()));
}

void CurvePlot::paintGrid(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  const QRectF plot = area();
  painter.setPen(t.hairline);
  painter.setBrush(t.field);
  painter.drawRect(plot);
  const auto fits = [&](const QString& text) {
    return painter.fontMetrics().horizontalAdvance(text) < kLeft - 10;
  };
  const double step = roundStep((m_range.greatest - m_range.least) / (plot.height() / kLineRoom));
  for (double n = std::ceil(m_range.least / step); n * step <= m_range.greatest; ++n) {
    const double y = placeOf(0, n * step).y();
    painter.setPen(t.hairline);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(t.muted);
    painter.drawText(QRectF(0, y - 8, kLeft - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     quantityText(n * step, m_shown->spec->unit, fits));
  }
}

void CurvePlot::paintLines(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  const Curve& shown = *curve();
  const QRectF plot = area();
  for (int c = 0; c < shown.components; ++c) {
    const QColor ink = shown.components == 1 ? t.accent : t.*kInks[static_cast<std::size_t>(c)];
    const auto number = [c](const auto& of) { return of.value[static_cast<std::size_t>(c)]; };
    QPolygonF line;
    for (double x = plot.left(); x <= plot.right(); x += 1) {
      const double time = timeAt(x);
      line << placeOf(time, number(shown.at(time)));
    }
    painter.setPen(QPen(ink, 1.5));
    painter.drawPolyline(line);
    for (std::size_t k = 0; k < shown.keys.size(); ++k) {
      const QPointF at = placeOf(shown.keys[k].time, number(shown.keys[k]));
      const bool chosen = m_chosen && m_chosen->key == k && m_chosen->component == c;
      painter.setBrush(chosen ? t.text : ink);
      painter.setPen(QPen(t.panel, 1));
      painter.drawPolygon(
          QPolygonF({at + QPointF(0, -kPointRadius), at + QPointF(kPointRadius, 0),
                     at + QPointF(0, kPointRadius), at + QPointF(-kPointRadius, 0)}));
    }
  }
}

void CurvePlot::paintHandles(QPainter& painter) const {
  const QColor ink = m_theme.tokens().text;
  for (const Handle& handle : handles()) {
    const Curve::Key& key = curve()->keys[m_chosen->key];
    const QPointF from =
        placeOf(key.time, key.value[static_cast<std::size_t>(m_chosen->component)]);
    painter.setPen(QPen(ink, 1));
    painter.drawLine(from, handle.end);
    painter.setBrush(ink);
    painter.drawEllipse(handle.end, kKnob, kKnob);
  }
}

// — hands —

QString CurvePlot::label(const QString& verb) const {
  return tr("%1 of %2").arg(verb, labelOf(m_shown->key).toLower());
}

void CurvePlot::set(const Value& value, const QString& label) {
  const auto done = m_document.apply(SetParam{m_shown->object, m_shown->key, value}, label);
  if (!done) emit hint(QString::fromStdString(done.error().message));
}

void CurvePlot::scrub(double x) {
  const LiveStatus& status = m_live.status();
  if (status.mode == LiveMode::Empty || status.mode == LiveMode::Compiling) return;
  m_live.seek(static_cast<std::uint64_t>(std::max(0.0, std::round(timeAt(x) * status.fps))));
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_held) return;
  if (const auto side = handleAt(event->position())) {
    m_held = Held{*m_chosen, side, Value(*curve()), event->position()};
    return;
  }
  m_chosen = spotAt(event->position());
  update();
  if (!m_chosen) return scrub(event->position().x());
  m_held = Held{*m_chosen, std::nullopt, Value(*curve()), event->position()};
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
  if (m_held) return m_held->handle ? dragHandle(*event) : dragKey(*event);
  if (event->buttons() & Qt::LeftButton) return scrub(event->position().x());
  const bool takes = spotAt(event->position()) || handleAt(event->position());
  setCursor(takes ? Qt::SizeAllCursor : Qt::ArrowCursor);
}

void CurvePlot::dragKey(const QMouseEvent& event) {
  Held& held = *m_held;
  const QPointF way = event.position() - held.pressed;
  if (!held.moved && std::hypot(way.x(), way.y()) <= kStill) return;
  if (!std::exchange(held.moved, true)) m_document.beginGesture(label(tr("Move a key")));
  const Curve::Key& from = std::get<Curve>(held.before.content).keys[held.spot.key];
  const double fps = m_live.status().fps;
  double frame = from.time * fps;
  if ((event.modifiers() & Qt::ControlModifier) == 0) frame += way.x() / m_axis.pixelsPerFrame();
  if ((event.modifiers() & Qt::ShiftModifier) == 0) frame = std::round(frame);
  frame = std::clamp(frame, 0.0, m_axis.lastFrame());
  const double before = from.value[static_cast<std::size_t>(held.spot.component)];
  const double number = before + numberAt(way.y()) - numberAt(0);
  const Value moved = withKeyPut(held.before, *m_shown->spec, held.spot.key, held.spot.component,
                                 frame / fps, number);
  set(moved, {});
  emit hint(tr("Frame %1: %2")
                .arg(frame, 0, 'f', frame == std::round(frame) ? 0 : 2)
                .arg(quantityText(number, m_shown->spec->unit)));
}

// The handle points where the pointer is, but never back in time.
void CurvePlot::dragHandle(const QMouseEvent& event) {
  Held& held = *m_held;
  const QPointF way = event.position() - held.pressed;
  if (!held.moved && std::hypot(way.x(), way.y()) <= kStill) return;
  if (!std::exchange(held.moved, true)) m_document.beginGesture(label(tr("Steer a key")));
  const Curve::Key& key = std::get<Curve>(held.before.content).keys[held.spot.key];
  const double number = key.value[static_cast<std::size_t>(held.spot.component)];
  const double onePixel = timeAt(1) - timeAt(0);
  const double forward = held.handle == Side::After ? 1 : -1;
  const double ahead = std::max(forward * (timeAt(event.position().x()) - key.time), onePixel);
  const double slope = forward * (numberAt(event.position().y()) - number) / ahead;
  const bool oneSide = (event.modifiers() & Qt::AltModifier) != 0;
  set(withSlope(held.before, held.spot.key, held.spot.component, slope,
                oneSide ? held.handle : std::nullopt),
      {});
  emit hint(tr("%1 per second").arg(quantityText(slope, m_shown->spec->unit)));
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_held) return;
  const Held held = *std::exchange(m_held, std::nullopt);
  if (held.moved) m_document.endGesture();
  m_range = fittingRange();
  if (!held.handle) m_chosen = spotAt(event->position());
  update();
}

void CurvePlot::dropKey() {
  if (!m_held) return;
  if (std::exchange(m_held, std::nullopt)->moved) m_document.cancelGesture();
  update();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event) {
  const Curve* shown = curve();
  if (event->button() != Qt::LeftButton || shown == nullptr || spotAt(event->position())) return;
  const double fps = m_live.status().fps;
  const double time = std::max(0.0, std::round(timeAt(event->position().x()) * fps)) / fps;
  if (hasKeyAt(*shown, time, kSameTime)) return;
  set(withKeyAt(*shown, *m_shown->spec, time), label(tr("Add a key")));
}

void CurvePlot::removeKey(const Spot& spot) {
  const Curve* shown = curve();
  if (shown == nullptr || spot.key >= shown->keys.size()) return;
  const double time = shown->keys[spot.key].time;
  m_chosen.reset();
  set(withoutKeyAt(*shown, *m_shown->spec, time, kSameTime), label(tr("Remove a key")));
}

void CurvePlot::contextMenuEvent(QContextMenuEvent* event) {
  const auto spot = spotAt(event->pos());
  if (!spot || m_held) return;
  m_chosen = spot;
  const std::pair<QString, Interpolation> ways[] = {
      {tr("&Smooth to the next"), Interpolation::Smooth},
      {tr("S&traight to the next"), Interpolation::Linear},
      {tr("&Hold until the next"), Interpolation::Step}};
  QMenu menu(this);
  for (const auto& [text, way] : ways) {
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(curve()->keys[spot->key].toNext == way);
    connect(action, &QAction::triggered, this, [this, spot, which = way] {
      if (curve() != nullptr)
        set(withInterpolation(*curve(), spot->key, which), label(tr("Change a key")));
    });
  }
  menu.addSeparator();
  const auto offer = [&](const QString& text, auto changed) {
    connect(menu.addAction(text), &QAction::triggered, this, [this, spot, changed] {
      if (curve() != nullptr) set(changed(*curve(), spot->key), label(tr("Steer a key")));
    });
  };
  offer(tr("&Level here"), &withLevelKey);
  if (curve()->keys[spot->key].slopes) offer(tr("As steep as it &finds"), &withFoundSlopes);
  menu.addSeparator();
  connect(menu.addAction(tr("&Remove the key")), &QAction::triggered, this,
          [this, spot] { removeKey(*spot); });
  menu.exec(event->globalPos());
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_held) return dropKey();
  if (event->key() == Qt::Key_Delete && m_chosen && !m_held) return removeKey(*m_chosen);
  QWidget::keyPressEvent(event);
}

void CurvePlot::focusOutEvent(QFocusEvent* event) {
  dropKey();
  QWidget::focusOutEvent(event);
}

// While a key is in hand, no shortcut takes Esc, and none changes the scene behind the drag; Delete
// means the key that was clicked.
bool CurvePlot::event(QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QWidget::event(event);
  const bool removes = m_chosen && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete;
  if (!m_held && !removes) return QWidget::event(event);
  event->accept();
  return true;
}

void CurvePlot::wheelEvent(QWheelEvent* event) {
  m_axis.wheel(*event);
  update();
  event->accept();
}

}  // namespace sinew::ui
