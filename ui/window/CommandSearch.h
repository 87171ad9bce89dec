#pragma once
#include <QDialog>
#include <QSet>

class QAction;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QMainWindow;
class QMenu;

namespace sinew::ui {

/// Finds a command by a part of its name, or of the menus that it stands in, and runs it.
class CommandSearch : public QDialog {
  Q_OBJECT
 public:
  /// Searches the menus of the window, and more actions that stand in none.
  static CommandSearch* open(const QList<QAction*>& others, QMainWindow* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Command {
    QAction* action;
    QString name;  ///< with the menus before it where it says too little alone
    QString path;  ///< with all of them
  };
  CommandSearch(const QList<QAction*>& others, QMainWindow* window);
  void addMenu(QMenu& menu, const QString& path, bool inner);
  void fill(const QString& words);
  void run();
  void sayWhyNot(const QListWidgetItem& greyed);

  QList<Command> m_commands;
  QList<QAction*> m_found;
  QLineEdit* m_words;
  QListWidget* m_list;
  QSet<const QMenu*> m_menus;  ///< that were looked through
};

}  // namespace sinew::ui
