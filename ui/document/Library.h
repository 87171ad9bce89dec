#pragma once
#include <QObject>
#include <filesystem>
#include <optional>

#include "ui/document/Addition.h"

namespace sinew::ui {

/// Something to add to scenes: a kind as it comes, or something ready made, which is a small scene
/// of its own.
struct LibraryItem {
  enum class Shelf { ReadyMade, Materials, Own, Parts, Constraints, Forces, Looks };
  Shelf shelf = Shelf::Parts;
  std::string key;               ///< by which a drag names it
  std::string label;             ///< as people read it
  std::string doc;               ///< a sentence
  std::optional<Addable> kind;   ///< none: ready made
  std::filesystem::path madeIn;  ///< the file of what is ready made
};

/// All there is to add: every kind that is registered, what ships ready made, and what the person
/// working has kept.
class Library : public QObject {
  Q_OBJECT
 public:
  /// `assets`: the folder with what ships, in `library`, and with files that scenes may name.
  /// `own`: a folder of scene files. They need not be there.
  Library(const Registry& registry, std::filesystem::path assets, std::filesystem::path own,
          QObject* parent = nullptr);

  const std::vector<LibraryItem>& items() const { return m_items; }
  const LibraryItem* find(const std::string& key) const;
  /// What is ready made, as a scene to be inserted.
  Result<Scene> sceneOf(const LibraryItem& item) const;

  /// Whether something was kept under that name.
  bool keeps(const std::string& name) const;
  /// Keeps a scene under a name, with its meshes, in place of what had it.
  Result<void> keep(const Scene& excerpt, const std::string& name);
  Result<void> forget(const LibraryItem& item);  ///< one that was kept

 signals:
  void changed();

 private:
  void collect();
  void collectKinds();
  void collectMade(LibraryItem::Shelf shelf, const std::filesystem::path& folder);

  const Registry& m_registry;
  std::filesystem::path m_assets, m_own;
  std::vector<LibraryItem> m_items;
};

}  // namespace sinew::ui
