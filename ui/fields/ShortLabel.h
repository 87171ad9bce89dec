#pragma once
#include <QLabel>

namespace sinew::ui {

/// One line of plain text that is shortened to the room there is; its tooltip says all of it.
class ShortLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ShortLabel(QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QSize minimumSizeHint() const override;
};

}  // namespace sinew::ui
