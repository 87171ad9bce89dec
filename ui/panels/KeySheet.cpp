#include "ui/panels/KeySheet.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "ui/document/Keys.h"
#include "ui/document/TextOf.h"
#include "ui/panels/TimeRuler.h"

namespace sinew::ui {
namespace {

constexpr double kNameColumn = 220, kEdge = 16;  // [px] left and right of the keys
constexpr double kRulerRow = 22, kRow = 22;      // [px] heights
constexpr double kKeyRadius = 5;                 // [px] of a key
constexpr double kCellReach = 7;                 // [px]

}  // namespace

KeySheet::KeySheet(Document& document, LiveRun& live, const Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_document(document),
      m_live(live),
      m_theme(theme),
      m_axis(document, live) {
  setAccessibleName(tr("Key sheet with its bars"));
  viewport()->setAccessibleName(tr("Key sheet"));
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setToolTip(
      tr("Click keys or draw a box round them, with Shift more; drag them to other frames; Delete "
         "removes them. A double click adds one. Wheel zooms, Shift and wheel moves along."));
  const auto repaint = [this] { viewport()->update(); };
  connect(&live, &LiveRun::statusChanged, this, repaint);
  connect(&theme, &Theme::changed, this, repaint);
  connect(&document, &Document::edited, this, &KeySheet::collect);
  connect(&document.selection(), &Selection::changed, this, &KeySheet::collect);
  connect(&document, &Document::sceneReplaced, this, [this] {
    m_held.reset();  // the gesture went with the scene
    m_axis.showAll();
    collect();
  });
  collect();
}

// What is chosen stays so, as long as it is there.
void KeySheet::collect() {
  m_rows = keyedParams(m_document);
  const bool moves = m_held && m_held->drag;
  if (!moves) {
    std::erase_if(m_chosen, [this](const KeyAt& at) {
      const auto row = std::find(m_rows.begin(), m_rows.end(), KeyedParam{at.object, at.key});
      const Curve* curve = row == m_rows.end() ? nullptr : curveOf(m_document, *row);
      return curve == nullptr || !hasKeyAt(*curve, at.time, kSameTime);
    });
  }
  fitScrollBar();
  viewport()->update();
}

void KeySheet::fitScrollBar() {
  const int rows = static_cast<int>(kRow * static_cast<double>(m_rows.size()));
  const int room = viewport()->height() - static_cast<int>(kRulerRow);
  verticalScrollBar()->setRange(0, std::max(0, rows - room));
  verticalScrollBar()->setPageStep(room);
  verticalScrollBar()->setSingleStep(static_cast<int>(kRow));
}

void KeySheet::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  m_axis.place(kNameColumn, viewport()->width() - kNameColumn - kEdge);
  fitScrollBar();
}

// — where things are —

double KeySheet::rowTop(int row) const {
  return kRulerRow + kRow * row - verticalScrollBar()->value();
}

std::optional<int> KeySheet::rowAt(double y) const {
  const auto row = static_cast<int>(std::floor((y - rowTop(0)) / kRow));
  if (y < kRulerRow || row < 0 || row >= static_cast<int>(m_rows.size())) return std::nullopt;
  return row;
}

QPointF KeySheet::placeOf(int row, double time) const {
  return {m_axis.xOf(time * m_live.status().fps), rowTop(row) + kRow / 2};
}

std::vector<KeyAt> KeySheet::keysIn(const QRectF& box) const {
  std::vector<KeyAt> found;
  for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
    const KeyedParam& param = m_rows[static_cast<std::size_t>(row)];
    const Curve* curve = curveOf(m_document, param);
    for (std::size_t k = 0; curve != nullptr && k < curve->keys.size(); ++k) {
      const double time = curve->keys[k].time;
      if (box.contains(placeOf(row, time))) found.push_back({param.object, param.key, time});
    }
  }
  return found;
}

std::optional<KeyAt> KeySheet::keyAt(const QPointF& place) const {
  const auto near = keysIn(
      QRectF(place.x() - kCellReach, place.y() - kCellReach, 2 * kCellReach, 2 * kCellReach));
  if (near.empty() || place.x() < kNameColumn - kCellReach || place.y() < kRulerRow)
    return std::nullopt;
  const auto away = [&](const KeyAt& key) {
    return std::abs(m_axis.xOf(key.time * m_live.status().fps) - place.x());
  };
  return *std::min_element(near.begin(), near.end(),
                           [&](const KeyAt& a, const KeyAt& b) { return away(a) < away(b); });
}

// — painting —

void KeySheet::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = m_theme.tokens();
  painter.fillRect(viewport()->rect(), t.panel);
  if (m_rows.empty()) {
    painter.setPen(t.muted);
    painter.drawText(
        viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
        (m_document.selection().items().empty() ? tr("Nothing has keys yet. ")
                                                : tr("What is selected has no keys. ")) +
            tr("The diamond beside a parameter in the inspector sets one at "
               "the current time; so does every change while Auto-key is on."));
    return;
  }
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
    const double top = rowTop(row);
    if (top > viewport()->height()) break;
    if (top > kRulerRow - kRow) paintRow(painter, row);
  }
  paintRuler(painter);
  if (m_held && m_held->what == Held::What::Box) {
    painter.setPen(QPen(t.accent, 1));
    painter.setBrush(QBrush(t.accent, Qt::Dense6Pattern));
    painter.drawRect(QRectF(m_held->from, m_held->to).normalized());
  }
}

void KeySheet::paintRow(QPainter& painter, int row) const {
  const Tokens& t = m_theme.tokens();
  const KeyedParam& param = m_rows[static_cast<std::size_t>(row)];
  const double top = rowTop(row), width = viewport()->width();
  painter.fillRect(QRectF(kNameColumn, top, width - kNameColumn, kRow - 1), t.field);
  painter.setPen(t.text);
  const bool whose = m_document.selection().items().size() != 1;
  painter.drawText(QRectF(8, top, kNameColumn - 16, kRow), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(nameOf(param, whose), Qt::ElideMiddle,
                                                    static_cast<int>(kNameColumn - 20)));
  const Curve* curve = curveOf(m_document, param);
  if (curve == nullptr) return;
  painter.save();
  painter.setClipRect(QRectF(kNameColumn - kKeyRadius, top, width, kRow));
  // What is held until the next key is a bar: nothing happens there.
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.hairline);
  for (std::size_t k = 0; k + 1 < curve->keys.size(); ++k) {
    const bool held = curve->keys[k].value == curve->keys[k + 1].value ||
                      curve->keys[k].toNext == Interpolation::Step;
    const QPointF from = placeOf(row, curve->keys[k].time),
                  to = placeOf(row, curve->keys[k + 1].time);
    if (held) painter.drawRect(QRectF(from.x(), from.y() - 2, to.x() - from.x(), 4));
  }
  for (const Curve::Key& key : curve->keys) {
    const bool chosen = m_chosen.contains({param.object, param.key, key.time});
    const QPointF at = placeOf(row, key.time);
    painter.setPen(QPen(chosen ? t.text : t.panel, 1.5));
    painter.setBrush(chosen ? t.accent : t.muted);
    painter.drawPolygon(QPolygonF({at + QPointF(0, -kKeyRadius), at + QPointF(kKeyRadius, 0),
                                   at + QPointF(0, kKeyRadius), at + QPointF(-kKeyRadius, 0)}));
  }
  painter.restore();
}

void KeySheet::paintRuler(QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  painter.fillRect(QRectF(0, 0, viewport()->width(), kRulerRow), t.panel);
  painter.setClipRect(QRectF(kNameColumn - kEdge, 0, viewport()->width(), viewport()->height()));
  paintFrames(painter, m_axis, t, {0, 0, static_cast<double>(viewport()->width()), kRulerRow},
              kRulerRow);
  const LiveStatus& status = m_live.status();
  const double x = m_axis.xOf(status.time * status.fps);
  painter.setPen(QPen(t.accent, 2));
  painter.drawLine(QPointF(x, kRulerRow - 6), QPointF(x, viewport()->height()));
  painter.setClipping(false);
}

// — hands —

void KeySheet::scrub(double x) {
  const LiveStatus& status = m_live.status();
  if (status.mode == LiveMode::Empty || status.mode == LiveMode::Compiling) return;
  m_live.seek(static_cast<std::uint64_t>(std::max(0.0, std::round(m_axis.frameAt(x)))));
}

void KeySheet::selectRow(int row) {
  const std::string& object = m_rows[static_cast<std::size_t>(row)].object;
  const std::size_t slash = object.find('/');
  for (int i = 0; slash != std::string::npos && i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    if (object.substr(0, slash) == sectionKey(section))
      m_document.selection().select({{section, object.substr(slash + 1)}});
  }
}

void KeySheet::choose(std::set<KeyAt> keys) {
  m_chosen = std::move(keys);
  viewport()->update();
}

void KeySheet::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_held) return;
  const QPointF at = event->position();
  const bool more = (event->modifiers() & Qt::ShiftModifier) != 0;
  if (const auto key = keyAt(at)) {
    std::set<KeyAt> keys = more || m_chosen.contains(*key) ? m_chosen : std::set<KeyAt>{};
    keys.insert(*key);
    choose(std::move(keys));
    m_held.emplace(Held{Held::What::Keys, at, at, key, std::nullopt, m_chosen});
    return;
  }
  if (at.y() < kRulerRow) {
    m_held.emplace(Held{Held::What::Ruler, at, at, std::nullopt, std::nullopt, {}});
    return scrub(at.x());
  }
  if (const auto row = rowAt(at.y()); row && at.x() < kNameColumn - kCellReach)
    return selectRow(*row);
  std::set<KeyAt> before = more ? m_chosen : std::set<KeyAt>{};
  choose(before);
  m_held.emplace(Held{Held::What::Box, at, at, std::nullopt, std::nullopt, std::move(before)});
}

void KeySheet::mouseMoveEvent(QMouseEvent* event) {
  if (!m_held) {
    const bool takes = keyAt(event->position()).has_value();
    viewport()->setCursor(takes ? Qt::SizeHorCursor : Qt::ArrowCursor);
    return;
  }
  m_held->to = event->position();
  if (m_held->what == Held::What::Ruler) return scrub(event->position().x());
  if (m_held->what == Held::What::Box) return drawBox();
  dragKeys(*event);
}

void KeySheet::drawBox() {
  std::set<KeyAt> keys = m_held->before;
  for (KeyAt& key : keysIn(QRectF(m_held->from, m_held->to).normalized()))
    keys.insert(std::move(key));
  choose(std::move(keys));
}

void KeySheet::dragKeys(const QMouseEvent& event) {
  const double along = event.position().x() - m_held->from.x();
  if (!m_held->drag && std::abs(along) <= kStill) return;
  if (!m_held->drag)
    m_held->drag.emplace(m_document, std::vector<KeyAt>(m_chosen.begin(), m_chosen.end()));
  const double fps = m_live.status().fps;
  double frames = along / m_axis.pixelsPerFrame();
  if ((event.modifiers() & Qt::ShiftModifier) == 0) {
    // The key in hand comes to stand on a frame; the others keep their distance from it.
    const double was = m_held->pressed->time * fps;
    frames = std::round(was + frames) - was;
  }
  const auto done = m_held->drag->moveBy(frames / fps);
  std::set<KeyAt> moved;
  for (KeyAt key : m_held->before) {
    key.time += m_held->drag->movedBy();
    moved.insert(std::move(key));
  }
  choose(std::move(moved));
  emit hint(done ? counted(m_chosen.size(), tr("1 key moved by %1 frames"),
                           tr("%n keys moved by %1 frames"))
                       .arg(m_held->drag->movedBy() * fps, 0, 'g', 4)
                 : QString::fromStdString(done.error().message));
}

void KeySheet::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_held) return;
  if (m_held->drag) m_held->drag->finish();
  const Held held = std::move(*m_held);
  m_held.reset();
  const bool clicked = held.what == Held::What::Keys && !held.drag;
  if (clicked && (event->modifiers() & Qt::ShiftModifier) == 0) {
    choose({*held.pressed});
    scrub(m_axis.xOf(held.pressed->time * m_live.status().fps));
  }
  collect();
}

void KeySheet::drop() {
  if (!m_held) return;
  if (m_held->drag) m_held->drag->cancel();
  m_held.reset();
  m_chosen.clear();
  collect();
}

void KeySheet::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto row = rowAt(event->position().y());
  if (event->button() != Qt::LeftButton || !row || event->position().x() < kNameColumn) return;
  const KeyedParam param = m_rows[static_cast<std::size_t>(*row)];
  const double fps = m_live.status().fps;
  const double time = std::max(0.0, std::round(m_axis.frameAt(event->position().x()))) / fps;
  const Curve* curve = curveOf(m_document, param);
  if (curve == nullptr || keyAt(event->position()) || hasKeyAt(*curve, time, kSameTime)) return;
  const auto done =
      m_document.apply(SetParam{param.object, param.key, withKeyAt(*curve, *param.spec, time)},
                       tr("Add a key of %1").arg(nameOf(param, true)));
  if (!done) return emit hint(QString::fromStdString(done.error().message));
  choose({{param.object, param.key, time}});
}

void KeySheet::removeChosen() {
  std::map<std::pair<std::string, std::string>, Value> left;
  for (const KeyAt& at : m_chosen) {
    const auto row = std::find(m_rows.begin(), m_rows.end(), KeyedParam{at.object, at.key});
    const Curve* curve = row == m_rows.end() ? nullptr : curveOf(m_document, *row);
    if (curve == nullptr) continue;
    auto& value = left.try_emplace({at.object, at.key}, *curve).first->second;
    value = withoutKeyAt(value, *row->spec, at.time, kSameTime);
  }
  std::vector<SceneEdit> edits;
  for (auto& [param, value] : left)
    edits.emplace_back(SetParam{param.first, param.second, std::move(value)});
  const auto done =
      m_document.apply(edits, counted(m_chosen.size(), tr("Remove 1 key"), tr("Remove %n keys")));
  if (!done) emit hint(QString::fromStdString(done.error().message));
}

void KeySheet::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_held) return drop();
  if (event->key() == Qt::Key_Delete && !m_chosen.empty() && !m_held) return removeChosen();
  QAbstractScrollArea::keyPressEvent(event);
}

// A window that opens in the middle of a drag takes the release with it.
void KeySheet::focusOutEvent(QFocusEvent* event) {
  drop();
  QAbstractScrollArea::focusOutEvent(event);
}

// While something is in hand, no shortcut takes Esc, and none changes the scene behind the drag;
// Delete means the keys that are chosen.
bool KeySheet::event(QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QAbstractScrollArea::event(event);
  const bool removes = !m_chosen.empty() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete;
  if (!m_held && !removes) return QAbstractScrollArea::event(event);
  event->accept();
  return true;
}

void KeySheet::wheelEvent(QWheelEvent* event) {
  // Over the names it scrolls, over the keys it zooms.
  if (event->position().x() < kNameColumn) return QAbstractScrollArea::wheelEvent(event);
  m_axis.wheel(*event);
  viewport()->update();
  event->accept();
}

}  // namespace sinew::ui
