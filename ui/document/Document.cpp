#include "ui/document/Document.h"

#include <QUndoCommand>

#include <algorithm>
#include <utility>

#include "core/scene/Groups.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"

namespace sinew::ui {
namespace {

/// Both set the same value of the same object, so that the later one makes the earlier one idle.
bool setSameValue(const SceneEdit& a, const SceneEdit& b) {
  const auto *first = std::get_if<SetParam>(&a), *second = std::get_if<SetParam>(&b);
  return first && second && first->object == second->object && first->key == second->key;
}

/// The part, constraint, … that is named as in SetParam; null for what is none.
std::pair<Section, const Entity*> entityAt(const Scene& scene, const std::string& object) {
  const std::size_t slash = std::min(object.find('/'), object.size() - 1);
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    if (object.substr(0, slash) == sectionKey(section))
      return {section, scene.find(section, object.substr(slash + 1))};
  }
  return {Section::Parts, nullptr};
}

/// What an edit changes that was there before; nothing if it only locks or unlocks.
std::optional<ObjectId> meantBy(const Scene& scene, const SceneEdit& edit) {
  if (const auto* remove = std::get_if<RemoveEntity>(&edit))
    return ObjectId{remove->section, remove->name};
  if (const auto* rename = std::get_if<RenameEntity>(&edit))
    return ObjectId{rename->section, rename->from};
  const auto* set = std::get_if<SetParam>(&edit);
  if (set == nullptr || set->key == "locked") return std::nullopt;
  const auto [section, entity] = entityAt(scene, set->object);
  return entity == nullptr ? std::nullopt : std::optional(ObjectId{section, entity->name});
}

}  // namespace

/// One undo step: the changes it made, and those that take them back.
class Document::Step : public QUndoCommand {
 public:
  Step(Document& document, const QString& label) : QUndoCommand(label), m_document(document) {}

  Result<void> change(const SceneEdit& edit) {
    auto inverse = m_document.change(edit);
    if (!inverse) return Unexpected{inverse.error()};
    remember(m_document.asItStands(edit), std::move(*inverse));
    return {};
  }

  /// Adds what another step did after this one.
  void take(Step&& later) {
    for (std::size_t i = 0; i < later.m_forward.size(); ++i) {
      remember(later.m_forward[i], std::move(later.m_back[i]));
    }
  }

  /// Whether it leaves the scene as it was: no changes, or values set to what they were.
  bool empty() const {
    return std::ranges::equal(m_forward, m_back, [](const SceneEdit& there, const SceneEdit& back) {
      const auto *set = std::get_if<SetParam>(&there), *was = std::get_if<SetParam>(&back);
      return set && was && *set == *was;
    });
  }

  // The stack runs redo() when a step is pushed; by then it has been made already.
  void redo() override {
    if (!std::exchange(m_made, true)) return;
    for (const SceneEdit& edit : m_forward) (void)m_document.change(edit);
  }
  void undo() override {
    std::for_each(m_back.rbegin(), m_back.rend(),
                  [this](const SceneEdit& edit) { (void)m_document.change(edit); });
  }

 private:
  // A value set twice is set once, to what it was last; its old value is the one before the first.
  void remember(const SceneEdit& edit, SceneEdit inverse) {
    const bool onlyValues = std::all_of(m_forward.begin(), m_forward.end(), [](const SceneEdit& e) {
      return std::holds_alternative<SetParam>(e);
    });
    const auto same = std::find_if(m_forward.begin(), m_forward.end(),
                                   [&](const SceneEdit& e) { return setSameValue(e, edit); });
    if (onlyValues && same != m_forward.end()) {
      *same = edit;
      return;
    }
    m_forward.push_back(edit);
    m_back.push_back(std::move(inverse));
  }

  Document& m_document;
  std::vector<SceneEdit> m_forward, m_back;
  bool m_made = false;
};

Document::Document(const Registry& registry, QObject* parent)
    : QObject(parent), m_registry(registry) {
  connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::modifiedChanged);
}

Document::~Document() {
  m_undo.blockSignals(true);  // nobody is left to hear that it is clean again
}

const ParamValues* Document::valuesOf(const std::string& object) const {
  if (object == "settings") return &m_scene.settings;
  if (object == "animation") return &m_scene.animation;
  if (object == "environment") return &m_scene.environment;
  const Entity* entity = entityAt(m_scene, object).second;
  return entity == nullptr ? nullptr : &entity->values;
}

const ParamTable* Document::tableOf(const std::string& object) const {
  if (object == "settings") return &settingsTable();
  if (object == "animation") return &animationTable();
  if (object == "environment") return &environmentTable();
  const auto [section, entity] = entityAt(m_scene, object);
  return entity == nullptr ? nullptr : entityTable(m_registry, section, entity->kind);
}

void Document::reset(Scene scene, std::filesystem::path path) {
  m_gesture.reset();
  m_undo.clear();
  m_selection.clear();
  m_unsaved = false;
  m_scene = std::move(scene);
  m_path = std::move(path);
  ++m_revision;
  emit sceneReplaced();
  emit pathChanged();
  emit modifiedChanged();
}

void Document::markSaved(std::filesystem::path path) {
  m_path = std::move(path);
  m_unsaved = false;
  m_undo.setClean();
  emit pathChanged();
  emit modifiedChanged();
}

void Document::markUnsaved() {
  m_unsaved = true;
  emit modifiedChanged();
}

const Entity* Document::lockOf(const ObjectId& id) const {
  const Entity* entity = m_scene.find(id.section, id.name);
  if (entity != nullptr && sinew::isLocked(*entity)) return entity;
  return id.section == Section::Parts ? lockedGroupOf(m_scene, id.name) : nullptr;
}

Result<void> Document::refuseLocked(const SceneEdit& edit) const {
  const auto meant = meantBy(m_scene, edit);
  const Entity* lock = meant ? lockOf(*meant) : nullptr;
  if (lock == nullptr) return {};
  const QString name = QString::fromStdString(meant->name);
  const QString why = lock == m_scene.find(meant->section, meant->name)
                          ? tr("%1 is locked. Unlock it in the outliner to change it.").arg(name)
                          : tr("%1 is locked with its group %2. Unlock that to change it.")
                                .arg(name, QString::fromStdString(lock->name));
  return fail(ErrorCode::Usage, why.toStdString());
}

void Document::followRename(const SceneEdit& edit) {
  const auto* rename = std::get_if<RenameEntity>(&edit);
  const auto* remove = std::get_if<RemoveEntity>(&edit);
  if (remove) m_selection.select({{remove->section, remove->name}}, Selection::Change::Remove);
  if (rename) m_selection.rename(rename->section, rename->from, rename->to);
}

Result<void> Document::apply(const SceneEdit& edit, const QString& label) {
  return apply(std::vector{edit}, label);
}

Result<void> Document::apply(const std::vector<SceneEdit>& edits, const QString& label) {
  if (m_gesture) return applyTo(*m_gesture, edits);
  auto step = std::make_unique<Step>(*this, label);
  auto done = applyTo(*step, edits);
  if (done && !step->empty()) m_undo.push(step.release());
  return done;
}

Result<void> Document::applyTo(Step& step, const std::vector<SceneEdit>& edits) {
  Step attempt(*this, {});
  for (const SceneEdit& edit : edits) {
    auto done = refuseLocked(edit);
    if (done) done = attempt.change(edit);
    if (done) continue;
    attempt.undo();
    return done;
  }
  step.take(std::move(attempt));
  return {};
}

SceneEdit Document::asItStands(SceneEdit edit) const {
  auto* set = std::get_if<SetParam>(&edit);
  const ParamValues* values = set ? valuesOf(set->object) : nullptr;
  if (values == nullptr) return edit;
  const Value* now = values->find(set->key);
  set->value = now == nullptr ? std::nullopt : std::optional(*now);
  return edit;
}

void Document::beginGesture(const QString& label) {
  endGesture();
  m_gesture = std::make_unique<Step>(*this, label);
}

void Document::endGesture() {
  if (m_gesture && !m_gesture->empty()) {
    m_undo.push(m_gesture.release());
  }
  m_gesture.reset();
}

void Document::cancelGesture() {
  if (m_gesture) m_gesture->undo();
  m_gesture.reset();
}

Result<SceneEdit> Document::change(const SceneEdit& edit) {
  auto inverse = applyEdit(m_scene, edit, m_registry);
  if (inverse) {
    followRename(edit);
    emit edited(edit, ++m_revision);
  }
  return inverse;
}

}  // namespace sinew::ui
