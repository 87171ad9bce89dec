#pragma once
#include <QObject>
#include <QUndoStack>
#include <filesystem>
#include <memory>

#include "core/scene/SceneEdit.h"
#include "ui/document/Selection.h"

namespace sinew::ui {

/// The scene being worked on: the only place where it changes. Every change is a SceneEdit on the
/// undo stack; views and the live run learn of it by edited().
class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(const Registry& registry, QObject* parent = nullptr);
  ~Document() override;

  const Registry& registry() const { return m_registry; }
  const Scene& scene() const { return m_scene; }
  Selection& selection() { return m_selection; }
  QUndoStack& undoStack() { return m_undo; }
  /// Grows with every change, undo and redo included.
  std::uint64_t revision() const { return m_revision; }
  /// File it was read from or saved to; empty for a scene that never was.
  const std::filesystem::path& path() const { return m_path; }

  /// Another scene; history and selection start anew. `path` may be empty.
  void reset(Scene scene, std::filesystem::path path);

  /// The scene is now what the file says.
  void markSaved(std::filesystem::path path);

  /// Makes a change, one undo step named `label` ("Move wing_l"). Inside a gesture, part of its
  /// step. On failure nothing has changed.
  Result<void> apply(const SceneEdit& edit, const QString& label);
  /// Several changes as one step.
  Result<void> apply(const std::vector<SceneEdit>& edits, const QString& label);

  /// From press to release: everything applied between is one undo step, repeated changes of one
  /// value are merged, and cancelGesture() takes all back without a trace.
  void beginGesture(const QString& label);
  void endGesture();
  void cancelGesture();
  bool inGesture() const { return m_gesture != nullptr; }

 signals:
  void sceneReplaced();
  /// After each single change, undo and redo included; `revision` is the one it led to.
  void edited(const sinew::SceneEdit& edit, std::uint64_t revision);
  void pathChanged();

 private:
  class Step;
  friend class Step;
  Result<SceneEdit> change(const SceneEdit& edit);  ///< applies and tells; gives the inverse
  Result<void> applyTo(Step& step, const std::vector<SceneEdit>& edits);

  const Registry& m_registry;
  Scene m_scene;
  Selection m_selection;
  QUndoStack m_undo;
  std::uint64_t m_revision = 0;
  std::filesystem::path m_path;
  std::unique_ptr<Step> m_gesture;
};

}  // namespace sinew::ui
