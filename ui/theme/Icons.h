#pragma once
#include <QIcon>
#include <QString>

namespace sinew::ui {

/// The icon assets/icons/NAME.svg in the colour of the text around it: muted when disabled.
/// Follows a change of theme by itself.
QIcon icon(const QString& name);

/// The same in one colour, for painters.
QPixmap iconPixmap(const QString& name, const QColor& colour, QSize size, qreal pixelRatio);

}  // namespace sinew::ui
