#pragma once
#include <QWidget>

#include "ui/panels/SceneModel.h"

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace sinew::ui {

/// Everything in the scene by name: find, select, rename, hide, lock.
class Outliner : public QWidget {
  Q_OBJECT
 public:
  explicit Outliner(Document& document, QWidget* parent = nullptr);

  void renameActive();
  /// What a click with the right button offers for what is selected.
  void offer(const QList<QAction*>& commands);

 signals:
  void refused(const QString& why);

 private:
  void refuseName(const ObjectId& id, const QString& why);
  void click(const QModelIndex& index);
  void unfold();
  void showSelection();
  void takeSelection();

  Document& m_document;
  SceneModel* m_model;
  QSortFilterProxyModel* m_filter;
  QTreeView* m_tree;
  QLineEdit* m_search;
  bool m_showing = false;  ///< the tree follows the selection, not the other way round
};

}  // namespace sinew::ui
