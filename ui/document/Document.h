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
  /// What an object (as SetParam::object) was given; null when there is no such object.
  const ParamValues* valuesOf(const std::string& object) const;
  /// What there is to be said of a part, constraint, … named likewise; null for what is none.
  const ParamTable* tableOf(const std::string& object) const;
  Selection& selection() { return m_selection; }
  const Selection& selection() const { return m_selection; }
  QUndoStack& undoStack() { return m_undo; }
  bool isModified() const { return !m_undo.isClean() || m_unsaved; }
  /// Grows with every change, undo and redo included.
  std::uint64_t revision() const { return m_revision; }
  /// File it was read from or saved to; empty for a scene that never was.
  const std::filesystem::path& path() const { return m_path; }

  /// Another scene; history and selection start anew. `path` may be empty.
  void reset(Scene scene, std::filesystem::path path);

  /// A scene that stands in no file as it is: recovered after a crash.
  void markUnsaved();
  /// The scene is now what the file says.
  void markSaved(std::filesystem::path path);

  /// Makes a change, one undo step named `label` ("Move wing_l"). Inside a gesture, part of its
  /// step. On failure nothing has changed.
  Result<void> apply(const SceneEdit& edit, const QString& label);
  /// Several changes as one step.
  Result<void> apply(const std::vector<SceneEdit>& edits, const QString& label);

  /// Locked things, and parts of locked groups, refuse every change until they are unlocked.
  bool isLocked(const ObjectId& id) const { return lockOf(id) != nullptr; }
  /// What has to be unlocked for that: the thing itself, or a group of its; null if nothing.
  const Entity* lockOf(const ObjectId& id) const;

  /// Whether what is edited by hand gets a key at the current time. Not part of the scene.
  bool autoKey() const { return m_autoKey; }
  void setAutoKey(bool on) { m_autoKey = on; }

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
  void modifiedChanged();

 private:
  class Step;
  friend class Step;
  Result<SceneEdit> change(const SceneEdit& edit);  ///< applies and tells; gives the inverse
  /// An edit that was just made, with a value that is stored in place of one equal to the default.
  SceneEdit asItStands(SceneEdit edit) const;
  Result<void> refuseLocked(const SceneEdit& edit) const;
  void followRename(const SceneEdit& edit);
  Result<void> applyTo(Step& step, const std::vector<SceneEdit>& edits);

  const Registry& m_registry;
  Scene m_scene;
  Selection m_selection;
  QUndoStack m_undo;
  std::uint64_t m_revision = 0;
  std::filesystem::path m_path;
  std::unique_ptr<Step> m_gesture;
  bool m_autoKey = false;
  bool m_unsaved = false;
};

}  // namespace sinew::ui
