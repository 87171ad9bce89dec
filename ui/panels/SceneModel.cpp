#include "ui/panels/SceneModel.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <array>

#include "core/scene/Groups.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Keys.h"
#include "ui/document/Renaming.h"
#include "ui/document/TextOf.h"
#include "ui/panels/SectionWords.h"
#include "ui/theme/Icons.h"

namespace sinew::ui {
namespace {

constexpr const char* kVisible = "visible";
constexpr const char* kIgnored = "ignored";
constexpr const char* kLocked = "locked";

// What one works with most comes first.
constexpr std::array kOrder = {Section::Parts,        Section::Constraints, Section::Forces,
                               Section::ContactRules, Section::Groups,      Section::Cameras,
                               Section::Lights,       Section::Materials,   Section::Markers};

}  // namespace

SceneModel::SceneModel(Document& document, QObject* parent)
    : QAbstractItemModel(parent), m_document(document) {
  connect(&document, &Document::sceneReplaced, this, &SceneModel::rebuild);
  connect(&document, &Document::edited, this, &SceneModel::follow);
  rebuild();
}

void SceneModel::rebuild() {
  beginResetModel();
  m_sections.clear();
  for (const Section section : kOrder)
    if (!m_document.scene()[section].empty()) m_sections.push_back(section);
  m_leftOut.emplace(m_document.scene(), m_document.registry());
  endResetModel();
}

void SceneModel::follow(const SceneEdit& edit) {
  const auto* set = std::get_if<SetParam>(&edit);
  if (set == nullptr) return rebuild();
  const bool wasWhole = m_leftOut->none();
  if (!wasWhole || set->key == kIgnored)
    m_leftOut.emplace(m_document.scene(), m_document.registry());
  const bool isMark = set->key == kVisible || set->key == kLocked;
  if (!isMark && wasWhole && m_leftOut->none()) return;
  for (int row = 1; row <= static_cast<int>(m_sections.size()); ++row) {
    const QModelIndex section = index(row, Name);
    emit dataChanged(index(0, Name, section), index(rowCount(section) - 1, Locked, section));
  }
}

std::optional<ObjectId> SceneModel::objectAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return std::nullopt;
  const Section section = m_sections[index.internalId()];
  return ObjectId{section, m_document.scene()[section][static_cast<std::size_t>(index.row())].name};
}

QModelIndex SceneModel::indexOf(const ObjectId& id) const {
  const auto section = std::find(m_sections.begin(), m_sections.end(), id.section);
  if (section == m_sections.end()) return {};
  const auto& entities = m_document.scene()[id.section];
  const auto entity = std::find_if(entities.begin(), entities.end(),
                                   [&](const Entity& e) { return e.name == id.name; });
  if (entity == entities.end()) return {};
  return createIndex(static_cast<int>(entity - entities.begin()), Name,
                     static_cast<quintptr>(section - m_sections.begin()));
}

bool SceneModel::isScene(const QModelIndex& index) const {
  return index.isValid() && index.internalId() == kTop && index.row() == 0;
}

QModelIndex SceneModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= ColumnCount) return {};
  if (!parent.isValid()) return row < rowCount() ? createIndex(row, column, kTop) : QModelIndex();
  if (row >= rowCount(parent)) return {};
  return createIndex(row, column, static_cast<quintptr>(parent.row() - 1));
}

QModelIndex SceneModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return {};
  return createIndex(static_cast<int>(index.internalId()) + 1, Name, kTop);
}

int SceneModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_sections.size()) + 1;
  if (parent.internalId() != kTop || parent.row() == 0 || parent.column() != Name) return 0;
  return static_cast<int>(
      m_document.scene()[m_sections[static_cast<std::size_t>(parent.row() - 1)]].size());
}

int SceneModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant SceneModel::data(const QModelIndex& index, int role) const {
  if (const auto id = objectAt(index)) return entityData(*id, index.column(), role);
  return index.column() == Name ? topData(index.row(), role) : QVariant();
}

QVariant SceneModel::topData(int row, int role) const {
  if (row == 0) {
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) return tr("Scene");
    return role == Qt::DecorationRole ? icon("scene") : QVariant();
  }
  const Section section = m_sections[static_cast<std::size_t>(row - 1)];
  if (role == Qt::DecorationRole) return icon(sectionIcon(section));
  if (role == SectionName) return sectionLabel(section);
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  return tr("%1 (%2)").arg(sectionLabel(section)).arg(m_document.scene()[section].size());
}

QVariant SceneModel::entityData(const ObjectId& id, int column, int role) const {
  const QString name = textOf(id.name);
  if (column == Name) return nameData(id, role);
  const bool says = role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
  if (column == Locked) {
    const bool locked = m_document.isLocked(id);
    if (role == Qt::DecorationRole) return icon(locked ? "lock" : "lock_open");
    if (!says) return {};
    const QString withGroup = lockedWithGroup(id);
    return withGroup.isEmpty() ? (locked ? tr("Unlock %1") : tr("Lock %1")).arg(name) : withGroup;
  }
  const std::optional<bool> visible = shown(id);
  if (!visible) return {};
  const QString withGroup = hiddenWithGroup(id);
  if (role == Qt::DecorationRole) return icon(*visible && withGroup.isEmpty() ? "eye" : "eye_off");
  if (!says) return {};
  return withGroup.isEmpty() ? (*visible ? tr("Hide %1") : tr("Show %1")).arg(name) : withGroup;
}

// Empty where it is not; so is what is locked itself.
QString SceneModel::lockedWithGroup(const ObjectId& id) const {
  const Entity* lock = m_document.lockOf(id);
  const bool group = lock != nullptr && lock != m_document.scene().find(id.section, id.name);
  return group ? tr("%1 is locked with its group %2").arg(textOf(id.name), textOf(lock->name))
               : QString();
}

QString SceneModel::hiddenWithGroup(const ObjectId& id) const {
  const Entity* group =
      id.section == Section::Parts ? hiddenGroupOf(m_document.scene(), id.name, 0) : nullptr;
  return group ? tr("%1 is hidden with its group %2").arg(textOf(id.name), textOf(group->name))
               : QString();
}

std::optional<std::string> SceneModel::leftOutBecause(const ObjectId& id) const {
  const Entity* entity = m_document.scene().find(id.section, id.name);
  return entity == nullptr ? std::nullopt : m_leftOut->because(id.section, *entity);
}

QVariant SceneModel::nameData(const ObjectId& id, int role) const {
  const QString name = textOf(id.name);
  if (role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::AccessibleTextRole)
    return name;
  if (role != Qt::ToolTipRole && role != Qt::ForegroundRole && role != Qt::DecorationRole &&
      role != Qt::AccessibleDescriptionRole)
    return {};
  const auto because = leftOutBecause(id);
  if (role == Qt::DecorationRole) return because ? icon("ignored") : QVariant();
  if (role == Qt::ForegroundRole) {
    return because ? QGuiApplication::palette().brush(QPalette::Disabled, QPalette::Text)
                   : QVariant();
  }
  const Entity* entity = m_document.scene().find(id.section, id.name);
  if (entity == nullptr) return {};
  const QString plain =
      tr("%1: %2").arg(name, kindLabel(m_document.registry(), id.section, *entity));
  if (!because) return plain;
  if (*because == id.name && isIgnored(*entity))
    return tr("%1. Ignored: the simulation leaves it out.").arg(plain);
  return tr("%1. Left out of the simulation with %2, which is ignored.")
      .arg(plain, textOf(*because));
}

std::optional<bool> SceneModel::shown(const ObjectId& id) const {
  const Entity* entity = m_document.scene().find(id.section, id.name);
  if (entity == nullptr) return std::nullopt;
  const ParamTable* table = entityTable(m_document.registry(), id.section, entity->kind);
  const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, kVisible);
  if (spec == nullptr || spec->type != ParamType::Bool) return std::nullopt;
  return std::get<bool>(valueAt(givenOr(entity->values, *spec), *spec, 0).content);
}

void SceneModel::toggleShown(const QModelIndex& index) {
  const auto id = objectAt(index);
  const auto now = id ? shown(*id) : std::nullopt;
  if (!now) return;
  if (const QString withGroup = hiddenWithGroup(*id); !withGroup.isEmpty())
    return emit refused(withGroup);
  const QString label = (*now ? tr("Hide %1") : tr("Show %1")).arg(textOf(id->name));
  const auto done = m_document.apply(SetParam{id->path(), kVisible, Value(!*now)}, label);
  if (!done) emit refused(textOf(done.error().message));
}

void SceneModel::toggleLocked(const QModelIndex& index) {
  const auto id = objectAt(index);
  if (!id) return;
  if (const QString withGroup = lockedWithGroup(*id); !withGroup.isEmpty())
    return emit refused(withGroup);
  const bool locked = m_document.isLocked(*id);
  const QString label = (locked ? tr("Unlock %1") : tr("Lock %1")).arg(textOf(id->name));
  const auto done = m_document.apply(SetParam{id->path(), kLocked, Value(!locked)}, label);
  if (!done) emit refused(textOf(done.error().message));
}

bool SceneModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const auto id = objectAt(index);
  const std::string name = value.toString().trimmed().toStdString();
  if (!id || role != Qt::EditRole || name == id->name) return false;
  // Once the field is closed: rows that are made anew would take it, and the keyboard, away.
  QMetaObject::invokeMethod(
      this, [this, id = *id, name] { rename(id, name); }, Qt::QueuedConnection);
  return true;
}

void SceneModel::rename(const ObjectId& id, const std::string& name) {
  if (name.empty()) return emit nameRefused(id, tr("%1 needs a name").arg(textOf(id.name)));
  const auto done =
      m_document.apply(renamingOf(m_document.scene(), m_document.registry(), id, name),
                       tr("Rename %1 to %2").arg(textOf(id.name), textOf(name)));
  if (done) return;
  const QString what = tr("It cannot be named “%1”: ").arg(textOf(name));
  emit nameRefused(id, what + textOf(done.error().message));
}

Qt::ItemFlags SceneModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (objectAt(index) && index.column() == Name) flags |= Qt::ItemIsEditable;
  return flags;
}

}  // namespace sinew::ui
