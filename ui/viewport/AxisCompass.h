#pragma once
#include <QWidget>

#include "core/math/Types.h"
#include "ui/viewport/Viewport.h"

namespace sinew::ui {

/// The three axes as they lie in the picture. A click on an end looks from there.
class AxisCompass : public QWidget {
  Q_OBJECT
 public:
  explicit AxisCompass(QWidget* parent);
  /// Columns: right, up and back of the camera.
  void setAxes(const Mat3& axes);

 signals:
  void viewPicked(Viewport::View view);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct End {
    int axis;
    bool positive;
    QPointF at;
    double depth;  ///< towards the eye
  };
  std::vector<End> endsBackToFront() const;
  int endAt(const QPointF& place) const;  ///< axis · 2 + positive, or −1

  Mat3 m_axes = Mat3::Identity();
  int m_hovered = -1;
};

}  // namespace sinew::ui
