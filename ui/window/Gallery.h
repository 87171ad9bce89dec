#pragma once
#include <QHash>
#include <QTimer>
#include <QWidget>
#include <filesystem>

#include "core/registry/Registry.h"
#include "ui/window/RecentFiles.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace sinew::ui {

class ScenePictures;

/// What one sees when nothing is open: the demos and what was worked on lately, with pictures.
class Gallery : public QWidget {
  Q_OBJECT
 public:
  Gallery(const Registry& registry, const std::filesystem::path& assetFolder, QWidget* parent);

  /// Shows what there is now. Empty before it is first called.
  void refresh();

 signals:
  void newWanted();
  void openWanted();
  void guideWanted();
  void chosen(const std::filesystem::path& path);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Card {
    QString path, title, line;
    QImage picture;
  };
  /// Puts the cards side by side, as many as there is room for.
  void arrange();
  QPushButton* makeCard(const Card& card);
  std::vector<Card> demos() const;
  std::vector<Card> recent() const;

  const Registry& m_registry;
  const std::filesystem::path m_assetFolder;
  RecentFiles m_recent;
  std::vector<Card> m_demos;
  ScenePictures* m_pictures;
  QTimer m_wait;
  QHash<QString, QLabel*> m_pictureOf;  ///< by path, for those that come later
  QWidget* m_page = nullptr;
  struct Section {
    QGridLayout* grid;
    std::vector<QPushButton*> cards;
  };
  std::vector<Section> m_sections;
};

}  // namespace sinew::ui
