#pragma once
#include <QWidget>
#include <vector>

#include "ui/panels/CurvePlot.h"

class QListWidget;

namespace sinew::ui {

/// The keyed parameters of what is selected, and the curve of one of them.
class CurveEditor : public QWidget {
  Q_OBJECT
 public:
  CurveEditor(Document& document, LiveRun& live, const Theme& theme, QWidget* parent = nullptr);

 signals:
  void hint(const QString& text);

 private:
  void collect();
  void choose(int row);

  Document& m_document;
  QListWidget* m_list;
  CurvePlot* m_plot;
  std::vector<KeyedParam> m_keyed;  ///< in the list's order
};

}  // namespace sinew::ui
