#pragma once
#include <QString>
#include <filesystem>
#include <vector>

#include "ui/document/Document.h"

namespace sinew::ui {

/// Where the files lie that a document's scene may name.
class AssetFolders {
 public:
  /// `shared`: of those that come with Sinew.
  AssetFolders(const Document& document, std::filesystem::path shared)
      : m_document(document), m_shared(std::move(shared)) {}

  /// In the order in which they are searched.
  std::vector<std::filesystem::path> all() const;
  /// The scene's own; empty for one that was never saved, and for demos.
  std::filesystem::path own() const;

 private:
  const Document& m_document;
  std::filesystem::path m_shared;
};

/// A file as a scene may name it.
struct AssetFile {
  QString path;          ///< as scenes write it; empty: the scene may not name it
  QString folder;        ///< where to look for another
  bool unsaved = false;  ///< the scene has no folder yet, beside which the file could be copied
  QString why;           ///< what to do first, where it cannot even be copied beside the scene
};

/// How the scene names a file, which is absolute, or what the scene says now.
AssetFile assetFile(const QString& file, const AssetFolders& folders);

/// Copies a file beside the scene, under another name if there is another file of its name.
AssetFile copyBesideScene(const QString& file, const AssetFolders& folders);

}  // namespace sinew::ui
