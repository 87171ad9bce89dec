#pragma once
#include <QDialog>

#include "ui/theme/Theme.h"
#include "ui/viewport/Viewport.h"
#include "ui/window/KeyBindings.h"

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QTreeWidget;

namespace sinew::ui {

/// How the program looks and which keys mean what. Everything applies at once and is remembered.
class Preferences : public QDialog {
  Q_OBJECT
 public:
  enum class Page { General, Keys };
  Preferences(Theme& theme, Viewport& viewport, KeyBindings& keys, QWidget* window);
  void show(Page page);

 private:
  QWidget* buildGeneral(Theme& theme, Viewport& viewport);
  QWidget* buildKeys();
  void fill();
  void showCommand();
  void bind();
  QAction* current() const;

  KeyBindings& m_keys;
  QTabWidget* m_pages;
  QLineEdit* m_words;
  QTreeWidget* m_list;
  QKeySequenceEdit* m_key;
  QLabel* m_told;
  QPushButton *m_clear, *m_restore;
};

}  // namespace sinew::ui
