#pragma once
#include <QComboBox>

namespace sinew::ui {

/// A drop-down list that keeps its choice under a passing wheel, shortens long ones in the middle,
/// and whose list looks as the rest of the window does.
class ChoiceBox : public QComboBox {
  Q_OBJECT
 public:
  explicit ChoiceBox(QWidget* parent = nullptr);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace sinew::ui
