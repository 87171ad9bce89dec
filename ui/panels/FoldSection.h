#pragma once
#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace sinew::ui {

/// A titled group of rows that folds away.
class FoldSection : public QWidget {
  Q_OBJECT
 public:
  FoldSection(const QString& title, QWidget* parent);
  void add(QWidget* row);
  QString title() const;
  bool isOpen() const;
  void setOpen(bool open);
  void showIfAny();  ///< where all its rows are hidden, so is it

 signals:
  void toggled(const QString& title, bool open);

 private:
  QToolButton* m_head;
  QWidget* m_body;
  QVBoxLayout* m_rows;
};

}  // namespace sinew::ui
