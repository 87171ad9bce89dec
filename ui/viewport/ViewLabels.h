#pragma once
#include <QLabel>
#include <QWidget>

#include "ui/viewport/AxisCompass.h"

namespace sinew::ui {

/// What stands over the picture: the view's name, the axes, the hint for the tool in hand, and a
/// badge when the picture is less than the best.
class ViewLabels {
 public:
  explicit ViewLabels(QWidget& over);
  void arrange();  ///< after a change of size or text

  AxisCompass& compass() { return *m_compass; }
  void setView(const QString& text) { set(*m_view, text); }
  void setHint(const QString& text) { set(*m_hint, text); }
  void setBadge(const QString& text) { set(*m_badge, text); }

 private:
  QLabel* makeLabel(const QString& name);
  void set(QLabel& label, const QString& text);

  QWidget& m_over;
  AxisCompass* m_compass;
  QLabel *m_view, *m_hint, *m_badge;
};

}  // namespace sinew::ui
