#pragma once
#include <QWidget>
#include <map>
#include <set>
#include <vector>

#include "ui/panels/InspectorPage.h"

class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace sinew::ui {

class TieList;

/// The parameters of what is selected, or of the scene itself when nothing is; made from their
/// descriptions alone.
class Inspector : public QWidget {
  Q_OBJECT
 public:
  Inspector(Document& document, LiveRun& live, const AssetFolders& assets,
            QWidget* parent = nullptr);

 signals:
  void resetWanted();
  void saveWanted();  ///< answered before it returns
  void refused(const QString& why);

 private:
  /// What a page is made for: the kinds of what is selected, in order; empty: the scene itself.
  using Kinds = std::vector<std::pair<Section, std::string>>;
  /// What rows show of the run besides the values at its time.
  struct Told {
    bool startStale = false;
    std::string barriersBecause;
    bool operator==(const Told&) const = default;
  };

  void rebuildLater();
  void forgetPages();
  void rebuild();
  void describeSelection();
  void describeScene();
  void turnTo(InspectorPage* page);
  Kinds kindsOf(const std::vector<ObjectId>& items) const;
  InspectorPage* makePage();
  InspectorPage* scenePage();
  InspectorPage* pageOf(const Kinds& kinds, const ParamSource& source);
  std::vector<InspectorPage::Group> groupsOf(const Kinds& kinds) const;
  FieldContext contextOf();
  QString contactRemark() const;
  Told told() const;
  void follow(const SceneEdit& edit);
  void refreshAll();
  void refreshTimed();

  Document& m_document;
  LiveRun& m_live;
  const AssetFolders m_assets;
  QLabel* m_title;
  QLabel* m_subtitle;
  TieList* m_ties;
  QLineEdit* m_search;
  QScrollArea* m_scroll;
  QWidget* m_content;
  std::map<Kinds, InspectorPage*> m_pages;
  InspectorPage* m_page = nullptr;  ///< the one in sight
  std::set<QString> m_folded;
  bool m_rebuildWaits = false;
  Told m_shown;  ///< what the rows in sight were made from
};

}  // namespace sinew::ui
