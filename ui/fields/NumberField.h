#pragma once
#include <QLineEdit>
#include <functional>

#include "core/params/ParamSpec.h"

namespace sinew::ui {

/// A number with its unit. Drag sideways to scrub (Shift fine, Ctrl snaps), arrows nudge, double
/// click, Enter or a digit to type; a number out of range is refused and the old one stays.
class NumberField : public QLineEdit {
  Q_OBJECT
 public:
  /// `spec` tells unit and range; whole numbers only for an Int.
  explicit NumberField(ParamSpec spec, QWidget* parent = nullptr);

  double value() const { return m_value; }
  void display(double value);  ///< in SI; ignored while a person is editing
  void displayMixed();
  void displayAbsent(double fallback);    ///< typing and dragging begin with `fallback`
  void setPrefix(const QString& prefix);  ///< "x", shown before the number

 signals:
  void edited(double value);
  void gestureBegan();
  void gestureEnded();
  void gestureCancelled();
  void refused(const QString& why);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  enum class Mode { Resting, Pressed, Scrubbing, Typing };

  void startTyping();
  bool commit();  ///< false where what was typed is refused
  void rest();
  void refuse(const QString& why);
  void markRefused(bool refused);
  void scrubTo(int distance, Qt::KeyboardModifiers modifiers);
  void nudge(int steps, Qt::KeyboardModifiers modifiers);
  void showValue();
  QString numberThat(const std::function<bool(const QString&)>& fits) const;
  double step() const;  ///< [shown unit] a natural small change of the value
  double snapped(double shown, double grid) const;
  bool offer(double value);  ///< tells if it is legal and new
  double clamped(double value) const;

  ParamSpec m_spec;
  Mode m_mode = Mode::Resting;
  bool m_byMouse = false;  // typing was begun by it
  double m_value = 0, m_before = 0;
  bool m_mixed = false, m_absent = false;
  QString m_prefix;
  QPoint m_pressedAt;
};

}  // namespace sinew::ui
