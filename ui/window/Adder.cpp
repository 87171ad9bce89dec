#include "ui/window/Adder.h"

#include "core/scene/SceneJson.h"
#include "ui/document/Copying.h"
#include "ui/document/Members.h"
#include "ui/panels/SectionWords.h"

namespace sinew::ui {
namespace {

/// Nothing but one material.
bool isMaterial(const Scene& scene) {
  return scene.parts().empty() && scene[Section::Materials].size() == 1;
}

}  // namespace

Adder::Adder(Document& document, Viewport& viewport, const Library& library, QObject* parent)
    : QObject(parent), m_document(document), m_viewport(viewport), m_library(library) {}

QString Adder::labelOf(const Addable& addable) const {
  return kindLabel(m_document.registry(), addable.section, {{}, addable.kind, {}});
}

// — from a menu or the library —

/// Whether there is what it needs; says so where there is not.
bool Adder::standsReady(const Addable& addable) {
  const bool ready =
      partsNeeded(m_document.registry(), addable) == 0 || !m_document.scene().parts().empty();
  if (!ready) {
    refuse(tr("%1 needs something to hold.").arg(labelOf(addable)), tr("Add a part first."));
  }
  return ready;
}

void Adder::add(const Addable& addable) {
  if (addable.section == Section::Cameras) return emit cameraWanted();
  if (!standsReady(addable)) return;
  const QString label = labelOf(addable);
  const auto parts = partsOf(m_document.scene(), m_document.selection().items());
  if (addable.section == Section::Materials && !parts.empty()) {
    Scene excerpt;
    excerpt[addable.section].push_back(newEntity(m_document.scene(), addable).entity);
    give(excerpt, label, parts);
    return m_document.selection().select(
        {{Section::Materials, excerpt[Section::Materials].front().name}});
  }
  auto addition = additionTo(m_document.scene(), m_document.registry(), addable,
                             m_document.selection().items());
  // Two parts that are selected have sides that face each other; on one, only a click can tell.
  if (!addition || asksWhere(m_document.registry(), addable))
    return m_viewport.pickPointsFor(addable, label);
  std::vector<SceneEdit> edits;
  if (const auto material = materialFor(*addition)) edits.emplace_back(*material);
  edits.emplace_back(*addition);
  if (const auto done = m_document.apply(edits, tr("Add %1").arg(label)); !done) {
    return refuse(tr("%1 could not be added.").arg(label),
                  QString::fromStdString(done.error().message));
  }
  m_document.selection().select({{addition->section, addition->entity.name}});
  if (addable.section == Section::Parts) offerFloor();
  if (addable.section == Section::ContactRules)
    emit hinted(tr("Choose in the inspector what they do where they touch"));
}

/// What a part that is added has to be made of, unless the scene has that.
std::optional<AddEntity> Adder::materialFor(AddEntity& addition) const {
  if (addition.section != Section::Parts) return std::nullopt;
  return giveMaterial(m_document.scene(), m_document.registry(), addition.entity);
}

std::optional<Scene> Adder::read(const LibraryItem& item) {
  auto scene = m_library.sceneOf(item);
  if (scene) return std::move(*scene);
  refuse(tr("%1 could not be read.").arg(QString::fromStdString(item.label)),
         QString::fromStdString(scene.error().message));
  return std::nullopt;
}

void Adder::add(const LibraryItem& item) {
  if (item.kind) return add(*item.kind);
  const auto scene = read(item);
  const QString label = QString::fromStdString(item.label);
  if (!scene) return;
  if (isMaterial(*scene))
    return give(*scene, label, partsOf(m_document.scene(), m_document.selection().items()));
  insert(*scene, label, std::nullopt);
}

// — let go in the picture —

void Adder::drop(const LibraryItem& item, const QPointF& place) {
  if (item.kind) return dropKind(*item.kind, place);
  const auto scene = read(item);
  const QString label = QString::fromStdString(item.label);
  if (!scene) return;
  if (!isMaterial(*scene)) return insert(*scene, label, m_viewport.placeUnder(place));
  const std::string part = m_viewport.partUnder(place);
  give(*scene, label, part.empty() ? std::vector<std::string>() : std::vector{part});
}

void Adder::dropKind(const Addable& addable, const QPointF& place) {
  if (partsNeeded(m_document.registry(), addable) > 0) {
    if (standsReady(addable)) m_viewport.pickPointsFor(addable, labelOf(addable), place);
    return;
  }
  Scene excerpt;
  AddEntity addition = newEntity(m_document.scene(), addable);
  if (const auto material = materialFor(addition))
    excerpt[Section::Materials].push_back(material->entity);
  excerpt[addable.section].push_back(addition.entity);
  const std::string part = m_viewport.partUnder(place);
  if (addable.section == Section::Materials && !part.empty())
    return give(excerpt, labelOf(addable), {part});
  if (addable.section != Section::Parts) return add(addable);
  insert(excerpt, labelOf(addable), m_viewport.placeUnder(place));
}

// — into the scene —

/// A material, which some parts are made of from now on.
void Adder::give(const Scene& material, const QString& label,
                 const std::vector<std::string>& parts) {
  std::vector<SceneEdit> edits;
  std::string name = material[Section::Materials].front().name;
  const Entity* there = m_document.scene().find(Section::Materials, name);
  // One that is there already is not added again.
  if (there == nullptr || *there != material[Section::Materials].front()) {
    edits = insertionOf(material, m_document.scene(), m_document.registry()).edits;
    name = std::get<AddEntity>(edits.front()).entity.name;
  }
  for (const std::string& part : parts) {
    edits.emplace_back(SetParam{"parts/" + part, "material", Value(name)});
    edits.emplace_back(SetParam{"parts/" + part, "colour", std::nullopt});  // it would hide it
  }
  const QString step = parts.empty() ? tr("Add %1").arg(label) : tr("Material %1").arg(label);
  if (const auto done = m_document.apply(edits, step); !done) {
    return refuse(tr("%1 could not be added.").arg(label),
                  QString::fromStdString(done.error().message));
  }
  if (parts.empty()) m_document.selection().select({{Section::Materials, name}});
}

void Adder::insert(const Scene& excerpt, const QString& label, const std::optional<Vec3>& at) {
  const Registry& registry = m_document.registry();
  const Insertion insertion = at ? insertionAt(excerpt, m_document.scene(), registry, *at)
                                 : insertionOf(excerpt, m_document.scene(), registry);
  if (const auto done = m_document.apply(insertion.edits, tr("Add %1").arg(label)); !done) {
    return refuse(tr("%1 could not be added.").arg(label),
                  QString::fromStdString(done.error().message));
  }
  m_document.selection().select(insertion.items);
  offerFloor();
}

// — what is said —

void Adder::offerFloor() {
  const auto floor = missingFloor(m_document.scene(), m_document.registry());
  if (!floor) return;
  const auto addFloor = [this, floor] { (void)m_document.apply(*floor, tr("Add floor")); };
  emit told(
      {NoticeBar::Tone::Information,
       tr("Nothing holds the parts yet: unless they are hung up they fall through the ground, "
          "which is only drawn."),
       {},
       {{tr("Add a floor"), addFloor}},
       NoticeBar::Stay::UntilSceneChanges});
}

void Adder::refuse(const QString& what, const QString& why) {
  emit told({NoticeBar::Tone::Warning, what, why, {}, NoticeBar::Stay::UntilSceneChanges});
}

}  // namespace sinew::ui
