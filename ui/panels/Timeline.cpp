#include "ui/panels/Timeline.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/panels/TimeRuler.h"

namespace sinew::ui {
namespace {

constexpr double kMargin = 16;    // px
constexpr double kRuler = 24;     // px
constexpr double kCacheTop = 26;  // px
constexpr double kCacheHeight = 6;
constexpr double kKeyMiddle = 52, kMarkRadius = 5;
constexpr double kFlagTop = 64;
constexpr double kKeyReach = 8;  // px from a key within which it is meant

void addKeyTimes(const ParamValues& values, std::vector<double>& times) {
  for (const auto& [key, value] : values.entries())
    if (const auto* curve = std::get_if<Curve>(&value.content))
      for (const Curve::Key& k : curve->keys) times.push_back(k.time);
}

}  // namespace

Timeline::Timeline(Document& document, LiveRun& live, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_live(live), m_theme(theme), m_axis(document, live) {
  setAccessibleName(tr("Time ruler"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setToolTip(
      tr("Drag to scrub, or a key or a marker to move it; with Shift it moves freely. Wheel zooms, "
         "Shift and wheel moves along."));
  const auto repaint = [this] { update(); };
  const auto recollect = [this] {
    collectKeys();
    update();
  };
  connect(&live, &LiveRun::statusChanged, this, repaint);
  connect(&live, &LiveRun::replayWayChanged, this, repaint);
  connect(&document, &Document::edited, this, recollect);
  connect(&document.selection(), &Selection::changed, this, recollect);
  connect(&document, &Document::sceneReplaced, this, [this, recollect] {
    m_held.reset();  // the gesture went with the scene
    m_flag.reset();
    m_end.reset();
    m_axis.showAll();
    recollect();
  });
  connect(&theme, &Theme::changed, this, repaint);
}

void Timeline::resizeEvent(QResizeEvent* event) {
  m_axis.place(kMargin, width() - 2 * kMargin);
  QWidget::resizeEvent(event);
}

std::vector<std::string> Timeline::keyedObjects() const {
  std::vector<std::string> objects;
  for (const ObjectId& id : m_document.selection().items()) objects.push_back(id.path());
  if (objects.empty()) objects = {"settings", "environment"};
  return objects;
}

void Timeline::collectKeys() {
  m_keys.clear();
  for (const std::string& object : keyedObjects())
    if (const ParamValues* values = m_document.valuesOf(object)) addKeyTimes(*values, m_keys);
  std::sort(m_keys.begin(), m_keys.end());
  m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end());
}

// — painting —

void Timeline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), m_theme.tokens().panel);
  paintRuler(painter);
  paintCache(painter);
  paintKeys(painter);
  m_markers.paint(painter, m_theme.tokens(), kRuler, kFlagTop);
  paintPlayhead(painter);
  if (hasFocus()) {
    painter.setPen(QPen(m_theme.tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
  }
}

QRectF Timeline::ruler() const {
  return {0, 0, static_cast<double>(width()), kRuler};
}

void Timeline::paintRuler(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  m_range.paint(painter, t, ruler());
  paintFrames(painter, m_axis, t, ruler(), height());
  painter.fillRect(QRectF(m_axis.xOf(m_axis.lastFrame()), kRuler, width(), height()), t.window);
}

void Timeline::paintSpan(QPainter& painter, double from, double to, const QBrush& brush) const {
  const double left = m_axis.xOf(from);
  const QRectF span(left, kCacheTop, std::max(2.0, m_axis.xOf(to) - left), kCacheHeight);
  painter.setPen(Qt::NoPen);
  painter.setBrush(brush);
  painter.drawRoundedRect(span, 2, 2);
}

void Timeline::paintCache(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  const LiveStatus& s = m_live.status();
  paintSpan(painter, 0, m_axis.lastFrame(), t.field);
  if (s.mode == LiveMode::Empty) return;
  const auto first = static_cast<double>(s.firstFrame), last = static_cast<double>(s.lastFrame);
  const double fresh =
      s.staleFrom ? std::clamp(static_cast<double>(*s.staleFrom), first, last) : last;
  if (fresh > first || !s.staleFrom) paintSpan(painter, first, fresh, t.accent);
  if (s.older) {
    // From the frame before them, up to which it went alike.
    const double from = std::clamp(static_cast<double>(s.older->first) - 1, first, last);
    const double older = std::clamp(static_cast<double>(s.older->last), first, last);
    paintSpan(painter, from, older, t.hairline);
    paintSpan(painter, from, older, QBrush(t.accent, Qt::Dense6Pattern));
  }
  if (fresh < last) {
    paintSpan(painter, fresh, last, t.hairline);
    paintSpan(painter, fresh, last, QBrush(t.accent, Qt::BDiagPattern));
  }
  if (s.recordedTo > s.recordedFrom) {
    painter.translate(0, kCacheHeight);
    paintSpan(painter, static_cast<double>(s.recordedFrom), static_cast<double>(s.recordedTo),
              t.good);
    painter.translate(0, -kCacheHeight);
  }
}

void Timeline::paintKeys(QPainter& painter) const {
  painter.setPen(QPen(m_theme.tokens().panel, 1));
  painter.setBrush(m_theme.tokens().accent);
  for (const double time : m_keys) {
    const double x = m_axis.xOf(time * m_live.status().fps), y = kKeyMiddle, r = kMarkRadius;
    painter.drawPolygon(QPolygonF({{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}}));
  }
}

void Timeline::paintPlayhead(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  const LiveStatus& s = m_live.status();
  const double x = m_axis.xOf(s.time * s.fps);
  if (x < 0 || x > width()) return;  // zoomed out of sight
  painter.setPen(QPen(t.accent, 2));
  painter.drawLine(QPointF(x, kRuler - 4), QPointF(x, height()));
  const QRectF tag(std::clamp(x - 22, 0.0, std::max(0.0, width() - 44.0)), 2, 44, kRuler - 6);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.accent);
  painter.drawRoundedRect(tag, 4, 4);
  painter.setPen(t.onAccent);
  painter.drawText(tag, Qt::AlignCenter, QString::number(s.frame));
}

// — hands —

void Timeline::scrub(double x) {
  const double frame = std::max(0.0, std::round(m_axis.frameAt(x)));
  const LiveStatus& status = m_live.status();
  if (status.mode == LiveMode::Empty || status.mode == LiveMode::Compiling) return;
  m_live.seek(static_cast<std::uint64_t>(frame));
  if (frame > static_cast<double>(status.lastFrame))
    emit hint(
        tr("Frame %1 has not been simulated yet: a double click simulates up to there, Play on "
           "from frame %2.")
            .arg(frame)
            .arg(status.lastFrame));
}

std::optional<double> Timeline::keyAt(const QPointF& place) const {
  if (std::abs(place.y() - kKeyMiddle) > kKeyReach) return std::nullopt;
  std::optional<double> nearest;
  double reach = kKeyReach;
  for (const double time : m_keys) {
    const double away = std::abs(m_axis.xOf(time * m_live.status().fps) - place.x());
    if (away > reach) continue;
    reach = away;
    nearest = time;
  }
  return nearest;
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || holds()) return;
  const double x = event->position().x();
  if (const auto end = m_range.at(event->position(), ruler())) {
    m_end = HeldEnd{*end, x};
    return;
  }
  if (const auto flag = m_markers.at(event->position(), kFlagTop)) {
    m_document.selection().select({*flag});
    m_flag = Flag{*flag, m_markers.timeOf(*flag), x};
    return;
  }
  const auto key = keyAt(event->position());
  if (!key) return scrub(x);
  m_held.emplace(Held{KeyDrag(m_document, keysAt(m_document, keyedObjects(), *key)), *key, x});
}

void Timeline::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const double frame = std::round(m_axis.frameAt(event->position().x()));
  m_live.goTo(static_cast<std::uint64_t>(std::clamp(frame, 0.0, m_axis.lastFrame())));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  if (m_held) return dragKey(*event);
  if (m_flag) return dragFlag(*event);
  if (m_end) return dragEnd(*event);
  if (event->buttons() & Qt::LeftButton) return scrub(event->position().x());
  const bool takes = keyAt(event->position()) || m_markers.at(event->position(), kFlagTop) ||
                     m_range.at(event->position(), ruler());
  setCursor(takes ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

/// The frame to which something at `time` [s] that was taken at `pressed` [px] has been dragged.
double Timeline::frameUnder(const QMouseEvent& event, double time, double pressed) const {
  const double from = m_axis.xOf(time * m_live.status().fps);
  double frame = m_axis.frameAt(from + event.position().x() - pressed);
  if (!(event.modifiers() & Qt::ShiftModifier)) frame = std::round(frame);
  return std::clamp(frame, 0.0, m_axis.lastFrame());
}

void Timeline::dragKey(const QMouseEvent& event) {
  const double along = event.position().x() - m_held->pressed;
  m_held->moved = m_held->moved || std::abs(along) > kStill;
  if (!m_held->moved) return;
  const double frame = frameUnder(event, m_held->time, m_held->pressed);
  const auto done = m_held->keys.moveBy(frame / m_live.status().fps - m_held->time);
  emit hint(done ? tr("Key at frame %1").arg(frame, 0, 'f', frame == std::round(frame) ? 0 : 2)
                 : QString::fromStdString(done.error().message));
}

void Timeline::dragFlag(const QMouseEvent& event) {
  if (!m_flag->moved && std::abs(event.position().x() - m_flag->pressed) <= kStill) return;
  if (!std::exchange(m_flag->moved, true))
    m_document.beginGesture(tr("Move %1").arg(QString::fromStdString(m_flag->id.name)));
  const double frame = frameUnder(event, m_flag->time, m_flag->pressed);
  const auto done =
      m_document.apply(SetParam{m_flag->id.path(), "time", Value(frame / m_live.status().fps)}, {});
  if (!done) emit hint(QString::fromStdString(done.error().message));
}

void Timeline::dragEnd(const QMouseEvent& event) {
  const double x = event.position().x();
  m_end->moved = m_end->moved || std::abs(x - m_end->pressed) > kStill;
  if (m_end->moved) m_range.drag(m_end->end, m_axis.frameAt(x));
}

void Timeline::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const auto end = std::exchange(m_end, std::nullopt); end && !end->moved) scrub(end->pressed);
  if (m_flag) {
    if (m_flag->moved) m_document.endGesture();
    const Flag flag = *std::exchange(m_flag, std::nullopt);
    if (!flag.moved) scrub(m_axis.xOf(flag.time * m_live.status().fps));
  }
  if (!m_held) return;
  m_held->keys.finish();
  const Held held = *std::exchange(m_held, std::nullopt);
  if (!held.moved) scrub(m_axis.xOf(held.time * m_live.status().fps));
}

void Timeline::drop() {
  if (m_held) m_held->keys.cancel();
  if (m_flag && m_flag->moved) m_document.cancelGesture();
  m_held.reset();
  m_flag.reset();
  m_end.reset();
}

void Timeline::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && holds()) return drop();
  QWidget::keyPressEvent(event);
}

// A window that opens in the middle of a drag takes the release with it.
void Timeline::focusOutEvent(QFocusEvent* event) {
  drop();
  QWidget::focusOutEvent(event);
}

// While something is in hand, no shortcut takes Esc, and none changes the scene behind the drag.
bool Timeline::event(QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride || !holds()) return QWidget::event(event);
  event->accept();
  return true;
}

void Timeline::wheelEvent(QWheelEvent* event) {
  m_axis.wheel(*event);
  update();
  event->accept();
}

}  // namespace sinew::ui
