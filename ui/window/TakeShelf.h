#pragma once
#include <QDateTime>
#include <QString>
#include <filesystem>
#include <vector>

#include "core/base/Result.h"
#include "ui/document/Document.h"

namespace sinew::ui {

class SceneFiles;

/// The recorded takes of the open scene: the files SCENE_NAME.clip beside it; those of demos and of
/// scenes without a file lie where things are kept for this person.
class TakeShelf {
 public:
  struct Take {
    std::filesystem::path clip;
    QString name;  ///< without that of the scene
    QDateTime recorded;
  };

  TakeShelf(const Document& document, const SceneFiles& files)
      : m_document(document), m_files(files) {}

  std::filesystem::path folder() const;
  std::filesystem::path next() const;  ///< a file that is free, in a folder that is there
  std::vector<Take> takes() const;     ///< oldest first

  /// Gives the take's new file.
  Result<std::filesystem::path> rename(const std::filesystem::path& clip,
                                       const QString& name) const;
  /// Moves a take that lies elsewhere to the others of the scene; gives its new file.
  Result<std::filesystem::path> adopt(const std::filesystem::path& clip) const;
  /// Moves a file to the trash and tells where it is there.
  static Result<std::filesystem::path> discard(const std::filesystem::path& clip);
  /// Takes a file back out of the trash.
  static Result<void> restore(const std::filesystem::path& discarded,
                              const std::filesystem::path& clip);

 private:
  QString prefix() const;

  const Document& m_document;
  const SceneFiles& m_files;
};

}  // namespace sinew::ui
