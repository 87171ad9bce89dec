#pragma once
#include <QObject>
#include <functional>

#include "core/scene/SceneFile.h"
#include "ui/document/AssetFile.h"

class QWidget;

namespace sinew::ui {

/// Opening and saving, with the questions that go with it.
class SceneFiles : public QObject {
  Q_OBJECT
 public:
  SceneFiles(Document& document, std::filesystem::path assetFolder, QWidget* window);

  /// The demos stand in the asset folder and are never written over.
  bool isDemo(const std::filesystem::path& path) const;
  const std::filesystem::path& assetFolder() const { return m_assetFolder; }
  AssetFolders assetFolders() const { return {m_document, m_assetFolder}; }

  bool newScene();                          ///< false when the person would rather stay
  bool newSceneThatLasts(double duration);  ///< [s]
  void askOpen();
  void open(const std::filesystem::path& path);  ///< a scene or a take
  bool save();
  bool saveAs();
  bool saveNumberedCopy();
  /// Asks about unsaved changes; false when the person would rather stay.
  bool mayLeave();
  /// "dragonfly", "Untitled".
  QString title() const;

 signals:
  void opened(const std::filesystem::path& path);
  void saved(const std::filesystem::path& path);
  void leaving(const std::filesystem::path& path);  ///< empty: of a scene that has no file
  void takeOpened(const std::filesystem::path& clip);
  void failed(const QString& what, const QString& why);

 private:
  bool begin(Scene scene);
  QString usualFolder() const;  ///< to look for scenes, and to put them
  bool askToLeave();
  bool saveTo(const std::filesystem::path& path);
  void openScene(const std::filesystem::path& path);
  void openTake(const std::filesystem::path& path);

  Document& m_document;
  std::filesystem::path m_assetFolder;
  QWidget* m_window;
};

}  // namespace sinew::ui
