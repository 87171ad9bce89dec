#pragma once
#include <QLabel>
#include <QWidget>

#include "ui/viewport/AxisCompass.h"
#include "ui/viewport/SafeFrame.h"

namespace sinew::ui {

/// What stands over the picture: the frame of a film, the view's name, the axes, the hint for the
/// tool in hand, and a badge when the picture is less than the best.
class ViewLabels {
 public:
  explicit ViewLabels(QWidget& over);
  void arrange();  ///< after a change of size or text

  SafeFrame& safeFrame() { return *m_safeFrame; }
  AxisCompass& compass() { return *m_compass; }
  void setView(const QString& text) { set(*m_view, text); }
  void setHint(const QString& text) { set(*m_hint, text); }
  void setBadge(const QString& text) { set(*m_badge, text); }

 private:
  QLabel* makeLabel(const QString& name);
  void set(QLabel& label, const QString& text);
  static void fit(QLabel& label, int room);  ///< [px] that it may be wide

  QWidget& m_over;
  SafeFrame* m_safeFrame;  ///< made first: below the others
  AxisCompass* m_compass;
  QLabel *m_view, *m_hint, *m_badge;
};

}  // namespace sinew::ui
