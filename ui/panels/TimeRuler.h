#pragma once
#include <QRectF>

#include "ui/panels/TimeAxis.h"
#include "ui/theme/Theme.h"

class QPainter;

namespace sinew::ui {

/// Numbers of frames within `ruler` [px], and a line from each down to `bottom`.
void paintFrames(QPainter& painter, const TimeAxis& axis, const Tokens& tokens, const QRectF& ruler,
                 double bottom);

}  // namespace sinew::ui
