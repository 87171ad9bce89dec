#pragma once
#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "ui/document/Document.h"

namespace sinew::ui {

/// Keeps a copy of unsaved work where a crash cannot take it: one folder per running window with
/// the scene as it was lately, written off the window's thread. Scenes that were never saved too.
class Autosave : public QObject {
  Q_OBJECT
 public:
  /// Of work that a crash may take at most.
  static constexpr std::chrono::seconds kInterval{10};

  Autosave(Document& document, std::filesystem::path root, QObject* parent,
           std::chrono::milliseconds interval = kInterval);
  ~Autosave() override;  ///< an orderly end: nothing is left to recover

  /// Work that a window left behind when it ended without closing.
  struct Left {
    std::filesystem::path folder;
    std::filesystem::path original;  ///< where the scene was saved; empty: never
    Scene scene;
  };
  /// The newest such work. What cannot be read is left alone.
  std::optional<Left> findLeft() const;
  static void discard(const Left& left);

 private:
  void write();
  void forget();  ///< everything is saved: the copy is not needed

  Document& m_document;
  const std::filesystem::path m_root, m_folder;
  std::unique_ptr<QLockFile> m_lock;
  QTimer m_timer;
  std::uint64_t m_written = 0;  ///< revision that stands in the folder
  std::jthread m_writer;
};

}  // namespace sinew::ui
