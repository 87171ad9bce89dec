#pragma once
#include <QAction>
#include <QKeySequence>
#include <QObject>

namespace sinew::ui {

/// The keys of commands: as made, or as chosen by the person and remembered between runs. Commands
/// are known by their object name.
class KeyBindings : public QObject {
  Q_OBJECT
 public:
  /// Takes the keys that the commands have now as what they have when nothing was chosen, and gives
  /// them those that were.
  explicit KeyBindings(QList<QAction*> commands, QObject* parent = nullptr);

  const QList<QAction*>& commands() const { return m_commands; }
  static QString nameOf(const QAction& command);
  bool isChanged(const QAction& command) const;

  /// From now on this key, and no other, means the command; what it meant before it means no more.
  /// Returns whose it was; null: nobody's. An empty key leaves the command without any.
  QAction* bind(QAction& command, const QKeySequence& key);
  void restore(QAction& command);  ///< the keys it was made with
  void restoreAll();

 signals:
  void changed();

 private:
  void set(QAction& command, const QList<QKeySequence>& keys);

  QList<QAction*> m_commands;
  QList<QList<QKeySequence>> m_made;  // with these keys, in the order of the commands
};

}  // namespace sinew::ui
