#include "ui/panels/TimelineMarkers.h"

#include <QFontMetrics>
#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "core/scene/SceneTables.h"
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/panels/KeyedParams.h"

namespace sinew::ui {
namespace {

constexpr double kPad = 6, kTip = 7;  // [px] beside the text, and of the flag's point
constexpr double kWidest = 160;       // [px] of a text
constexpr double kGap = 2;            // [px] between flags

QFont smallFont() {
  QFont font = QGuiApplication::font();
  font.setPixelSize(11);
  return font;
}

}  // namespace

std::vector<TimelineMarkers::Flag> TimelineMarkers::flags() const {
  std::vector<Flag> flags;
  const QFontMetrics metrics(smallFont());
  for (const Entity& marker : m_document.scene()[Section::Markers]) {
    const ParamReader reader(markerTable(), marker.values);
    const std::string& text = reader.text("text");
    flags.push_back({{Section::Markers, marker.name},
                     m_axis.xOf(reader.real("time") * m_live.status().fps),
                     0,
                     QString::fromStdString(text.empty() ? marker.name : text)});
  }
  std::ranges::stable_sort(flags, {}, &Flag::x);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    Flag& flag = flags[i];
    const double besides = 2 * kPad + kTip;
    double room = kWidest;  // up to the next one
    if (i + 1 < flags.size()) room = std::min(room, flags[i + 1].x - flag.x - besides - kGap);
    flag.text = room < kPad ? QString()
                            : metrics.elidedText(flag.text, Qt::ElideRight, static_cast<int>(room));
    flag.width = metrics.horizontalAdvance(flag.text) + besides;
  }
  return flags;
}

double TimelineMarkers::timeOf(const ObjectId& id) const {
  const Entity* marker = m_document.scene().find(id.section, id.name);
  return marker == nullptr ? 0 : ParamReader(markerTable(), marker->values).real("time");
}

void TimelineMarkers::paint(QPainter& painter, const Tokens& tokens, double from,
                            double top) const {
  painter.setFont(smallFont());
  for (const Flag& flag : flags()) {
    const bool selected = m_document.selection().contains(flag.id);
    painter.setPen(QPen(tokens.information, 1));
    painter.drawLine(QPointF(flag.x, from), QPointF(flag.x, top));
    QPainterPath shape(QPointF(flag.x, top));
    const double right = flag.x + flag.width;
    shape.lineTo(right - kTip, top);
    shape.lineTo(right, top + kHeight / 2);
    shape.lineTo(right - kTip, top + kHeight);
    shape.lineTo(flag.x, top + kHeight);
    shape.closeSubpath();
    painter.setPen(QPen(selected ? tokens.accent : tokens.information, selected ? 2 : 1));
    painter.setBrush(tokens.raised);
    painter.drawPath(shape);
    painter.setPen(tokens.text);
    painter.drawText(QRectF(flag.x + kPad, top, flag.width, kHeight), Qt::AlignVCenter, flag.text);
  }
}

std::optional<ObjectId> TimelineMarkers::at(const QPointF& place, double top) const {
  if (place.y() < top || place.y() > top + kHeight) return std::nullopt;
  std::optional<ObjectId> found;
  for (const Flag& flag : flags())  // the last one is drawn above the others
    if (place.x() >= flag.x - 2 && place.x() <= flag.x + flag.width) found = flag.id;
  return found;
}

AddEntity newMarker(const Scene& scene, double time) {
  AddEntity marker = newEntity(scene, {Section::Markers, {}, "marker", {}});
  marker.entity.values.set(*findParam(markerTable(), "time"), time);
  return marker;
}

std::optional<double> nextMark(const Document& document, double time, bool forward) {
  std::vector<double> times;
  for (const Entity& marker : document.scene()[Section::Markers])
    times.push_back(ParamReader(markerTable(), marker.values).real("time"));
  for (const KeyedParam& param : keyedParams(document))
    for (const Curve::Key& key : curveOf(document, param)->keys) times.push_back(key.time);
  std::optional<double> nearest;
  for (const double each : times) {
    const bool ahead = forward ? each > time + kSameTime : each < time - kSameTime;
    if (!ahead || each < 0) continue;
    if (!nearest || (forward ? each < *nearest : each > *nearest)) nearest = each;
  }
  return nearest;
}

}  // namespace sinew::ui
