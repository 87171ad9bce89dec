#pragma once
#include <QWidget>
#include <set>
#include <vector>

#include "ui/panels/ParamRow.h"

class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace sinew::ui {

class FoldSection;

/// The parameters of what is selected, or of the scene itself when nothing is; made from their
/// descriptions alone.
class Inspector : public QWidget {
  Q_OBJECT
 public:
  Inspector(Document& document, LiveRun& live, QWidget* parent = nullptr);

 signals:
  void resetWanted();
  void refused(const QString& why);

 private:
  struct Group {
    QString title;
    std::vector<const ParamSpec*> specs;
  };

  void rebuildLater();
  void rebuild();
  void buildSelection();
  void buildScene();
  void addSection(const QString& title, const ParamSource& source,
                  const std::vector<const ParamSpec*>& specs);
  std::vector<Group> groupsOf(const std::vector<ObjectId>& items) const;
  FieldContext contextOf() const;
  void follow(const SceneEdit& edit);
  void refreshAll();
  void refreshTimed();
  void search(const QString& words);

  Document& m_document;
  LiveRun& m_live;
  QLabel* m_title;
  QLabel* m_subtitle;
  QLineEdit* m_search;
  QScrollArea* m_scroll;
  QVBoxLayout* m_column = nullptr;
  std::vector<ParamRow*> m_rows;
  std::vector<FoldSection*> m_sections;
  std::set<QString> m_folded;
  bool m_rebuildWaits = false, m_startWasStale = false;
};

}  // namespace sinew::ui
