#pragma once
#include <QWidget>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"

class QAction;
class QComboBox;
class QLabel;
class QMenu;

namespace sinew::ui {

class NumberField;

/// The buttons that move time, which frame it is, and how fast it goes.
class TransportBar : public QWidget {
  Q_OBJECT
 public:
  TransportBar(Document& document, LiveRun& live, const QList<QAction*>& buttons, QWidget* parent);

  /// A button at the end that opens a menu.
  void addMenu(QMenu* menu);

 private:
  void refresh();

  Document& m_document;
  LiveRun& m_live;
  NumberField* m_frame;
  QLabel* m_end;
  QComboBox* m_speed;
};

}  // namespace sinew::ui
