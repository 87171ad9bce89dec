#pragma once
#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace sinew::ui {

/// Finds a command by a part of its name and runs it.
class CommandSearch : public QDialog {
  Q_OBJECT
 public:
  static void open(const QList<QAction*>& actions, QWidget* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  CommandSearch(const QList<QAction*>& actions, QWidget* window);
  void fill(const QString& words);
  void run();

  QList<QAction*> m_actions, m_found;
  QLineEdit* m_words;
  QListWidget* m_list;
};

}  // namespace sinew::ui
