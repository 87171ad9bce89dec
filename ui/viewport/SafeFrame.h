#pragma once
#include <QWidget>

namespace sinew::ui {

/// What of the picture a film shows, with lines within which action (90 %) and titles (80 %) are
/// seen on any screen. What lies outside is dimmed.
class SafeFrame : public QWidget {
 public:
  explicit SafeFrame(QWidget* over);

  void setAspect(double aspect);  ///< of the film, width over height
  double aspect() const { return m_aspect; }
  /// Of the film's picture in the viewport [px].
  QRectF frame() const;
  /// How many times as much the viewport must show, so that frame() holds what the film does.
  double wider() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double m_aspect = 16.0 / 9;
};

}  // namespace sinew::ui
