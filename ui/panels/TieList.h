#pragma once
#include <QWidget>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"

class QLabel;

namespace sinew::ui {

/// Beside one thing that is selected: what it is tied to, each a link that selects it, and for a
/// constraint how well it holds at the moment and how hard it pulls.
class TieList : public QWidget {
  Q_OBJECT
 public:
  TieList(Document& document, LiveRun& live, QWidget* parent);
  void refresh();

 private:
  void follow(const QString& link);
  void measure();
  QString listed(const std::vector<ObjectId>& ties) const;

  Document& m_document;
  LiveRun& m_live;
  QLabel *m_ties, *m_measure;
};

}  // namespace sinew::ui
