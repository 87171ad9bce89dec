#pragma once
#include <QWidget>

#include "ui/document/Library.h"

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTreeView;

namespace sinew::ui {

class ScenePictures;

/// All there is to add, by shelf: to be found, pressed into the scene, or dragged into the picture.
class LibraryPanel : public QWidget {
  Q_OBJECT
 public:
  /// What a drag out of it carries: the key of an item.
  static constexpr auto kFormat = "application/x-sinew-library";

  LibraryPanel(Library& library, const Registry& registry, std::filesystem::path assetFolder,
               QWidget* parent = nullptr);

 signals:
  void addWanted(const sinew::ui::LibraryItem& item);
  void refused(const QString& why);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fill();
  void wantPictures();
  const LibraryItem* chosen() const;
  void add();
  void askForget(const QPoint& place);

  Library& m_library;
  QStandardItemModel* m_model;
  QSortFilterProxyModel* m_filter;
  QTreeView* m_tree;
  QLineEdit* m_search;
  QPushButton* m_add;
  ScenePictures* m_pictures;
};

}  // namespace sinew::ui
