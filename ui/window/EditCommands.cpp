// What the window's commands do to what is selected.
#include <algorithm>

#include "core/scene/Groups.h"
#include "core/scene/LeftOut.h"
#include "ui/document/HandOver.h"
#include "ui/document/Mirroring.h"
#include "ui/document/Removal.h"
#include "ui/document/Switching.h"
#include "ui/document/TextOf.h"
#include "ui/panels/LogPanel.h"
#include "ui/panels/SceneModel.h"
#include "ui/window/MainWindow.h"
#include "ui/window/StatusLine.h"

namespace sinew::ui {
namespace {

/// The only one by its name, several by their number.
template <class Things>
QString inWords(const Things& things, const std::string& first) {
  return things.size() == 1 ? textOf(first)
                            : MainWindow::tr("%n things", nullptr, static_cast<int>(things.size()));
}

/// The first few of these names, in a row.
QString inARow(const std::vector<std::string>& names) {
  constexpr int kMostNamed = 6;
  QStringList row;
  for (const std::string& name : names) {
    row << (row.size() == kMostNamed ? QString("…") : textOf(name));
    if (row.size() > kMostNamed) break;
  }
  return row.join(", ");
}

/// What a scene leaves out besides ignored parts themselves.
std::vector<std::string> leftOutWith(const Scene& scene, const Registry& registry) {
  const LeftOut leftOut(scene, registry);
  std::vector<std::string> names;
  for (const Section section : {Section::Constraints, Section::Forces})
    for (const Entity& entity : scene[section])
      if (leftOut.because(section, entity)) names.push_back(entity.name);
  return names;
}

}  // namespace

void MainWindow::removeSelected() {
  removeThings(m_document.selection().items());
}

/// What a copy would hold.
void MainWindow::cutSelected() {
  std::vector<ObjectId> items = m_document.selection().items();
  for (const std::string& name : selectedParts()) items.push_back({Section::Parts, name});
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  removeThings(items);
}

void MainWindow::removeThings(const std::vector<ObjectId>& items) {
  if (items.empty()) return;
  const Removal removal = removalOf(m_document.scene(), m_document.registry(), items);
  const QString what = inWords(items, items.front().name);
  const auto done = m_document.apply(removal.edits, tr("Delete %1").arg(what));
  if (!done) return refuse(textOf(done.error().message));
  QString told = tr("Deleted %1").arg(what);
  if (!removal.also.empty()) {
    std::vector<std::string> names;
    for (const ObjectId& id : removal.also) names.push_back(id.name);
    told += tr(", and what cannot be without: %1").arg(inARow(names));
  }
  m_log->add(told);
  note({NoticeBar::Tone::Information,
        told + ".",
        {},
        {{tr("Undo"), [this] { m_document.undoStack().undo(); }}},
        NoticeBar::Stay::UntilSceneChanges});
}

void MainWindow::hideSelected() {
  const SceneModel model(m_document);
  bool anyShown = false;
  for (const ObjectId& id : m_document.selection().items())
    anyShown = anyShown || model.isShown(id);
  std::vector<SceneEdit> edits;
  for (const ObjectId& id : m_document.selection().items())
    if (model.canHide(id)) edits.emplace_back(SetParam{id.path(), "visible", Value(!anyShown)});
  if (edits.empty()) return refuse(tr("Only parts, constraints, forces and groups can be hidden."));
  const auto done =
      m_document.apply(edits, anyShown ? tr("Hide what is selected") : tr("Show what is selected"));
  if (!done) refuse(textOf(done.error().message));
}

void MainWindow::lockSelected() {
  const std::vector<ObjectId> items = m_document.selection().items();
  if (items.empty()) return refuse(tr("Select what is to be protected from changes."));
  const Scene& scene = m_document.scene();
  const bool lock = std::ranges::any_of(
      items, [&](const ObjectId& id) { return !isLocked(*scene.find(id.section, id.name)); });
  std::vector<SceneEdit> edits;
  for (const ObjectId& id : items) edits.emplace_back(SetParam{id.path(), "locked", Value(lock)});
  const QString what = inWords(items, items.front().name);
  const auto done = m_document.apply(edits, (lock ? tr("Lock %1") : tr("Unlock %1")).arg(what));
  if (!done) return refuse(textOf(done.error().message));
  m_status->hint(
      (lock ? tr("%1 is locked: Ctrl+L opens it again") : tr("%1 can be changed again")).arg(what));
}

void MainWindow::ignoreSelected() {
  std::vector<ObjectId> chosen;
  for (const std::string& name : selectedParts()) chosen.push_back({Section::Parts, name});
  for (const ObjectId& id : m_document.selection().items())
    if (id.section == Section::ContactRules) chosen.push_back(id);
  if (chosen.empty()) {
    return refuse(
        tr("Select parts to leave out, with what holds on to them, or rules of contact."));
  }
  const bool anyTakesPart = std::ranges::any_of(chosen, [this](const ObjectId& id) {
    const Entity* entity = m_document.scene().find(id.section, id.name);
    return entity != nullptr && !isIgnored(*entity);
  });
  std::vector<SceneEdit> edits;
  for (const ObjectId& id : chosen)
    edits.emplace_back(SetParam{id.path(), "ignored", Value(anyTakesPart)});
  const QString what = inWords(chosen, chosen.front().name);
  const auto done =
      m_document.apply(edits, (anyTakesPart ? tr("Ignore %1") : tr("Take %1 in again")).arg(what));
  if (!done) return refuse(textOf(done.error().message));
  if (!anyTakesPart) return m_status->hint(tr("%1 takes part in the simulation again").arg(what));
  const auto with = leftOutWith(m_document.scene(), m_document.registry());
  m_status->hint(with.empty() ? tr("The simulation ignores %1").arg(what)
                              : tr("The simulation ignores %1; left out with what is ignored: %2")
                                    .arg(what, inARow(with)));
}

// Of several rules that speak of a pair the last counts.
void MainWindow::moveRule(int by) {
  const ObjectId* active = m_document.selection().active();
  if (active == nullptr || active->section != Section::ContactRules)
    return refuse(tr("Select a rule of contact to move."));
  const ObjectId id = *active;
  const auto& rules = m_document.scene()[Section::ContactRules];
  const auto rule = std::ranges::find(rules, id.name, &Entity::name);
  const auto to = rule - rules.begin() + by;
  if (to < 0 || to >= std::ssize(rules)) return;  // as offerWhatFits() knows
  const std::vector<SceneEdit> edits = {RemoveEntity{id.section, id.name},
                                        AddEntity{id.section, static_cast<std::size_t>(to), *rule}};
  const QString label = (by < 0 ? tr("Move %1 up") : tr("Move %1 down")).arg(textOf(id.name));
  const auto done = m_document.apply(edits, label);
  if (!done) return refuse(textOf(done.error().message));
  m_document.selection().select({id});
}

void MainWindow::switchSelected() {
  const Switching switching = switchingAt(m_document, m_live.status().time);
  if (switching.names.empty()) return refuse(tr("Select constraints to turn off or on."));
  const QString what = inWords(switching.names, switching.names.front());
  const QString label = (switching.on ? tr("Turn %1 on") : tr("Turn %1 off")).arg(what);
  const auto done = m_document.apply(switching.edits, label);
  if (!done) return refuse(textOf(done.error().message));
  m_status->hint(switching.on ? tr("On again: %1").arg(what) : tr("Off: %1").arg(what));
}

void MainWindow::handOver() {
  const auto snapshot = m_live.snapshot();
  if (!snapshot) return refuse(tr("The scene is not ready yet."));
  if (m_live.showsTake()) return refuse(tr("A take is shown; go back to the scene first."));
  const LiveStatus& status = m_live.status();
  if (status.mode == LiveMode::Playing)
    return refuse(tr("Pause first: parts are handed over at the frame that is shown."));
  if (status.staleFrom && *status.staleFrom < status.frame)
    return refuse(tr("This frame is of the scene as it was. Play up to it first."));
  const HandOver over = handOverAt(m_document, snapshot->configuration, snapshot->time);
  if (over.names.empty())
    return refuse(
        tr("Select constraints, or a part that is held in space or led by something keyed."));
  const QString what = inWords(over.names, over.names.front());
  const QString label = (over.led ? tr("Lead by %1") : tr("Let go by %1")).arg(what);
  if (const auto done = m_document.apply(over.edits, label); !done)
    return refuse(textOf(done.error().message));
  m_status->hint(over.led ? tr("From here on led again by %1").arg(what)
                          : tr("From here on simulated, let go by %1").arg(what));
}

void MainWindow::mirrorSelected(int axis) {
  const std::vector<ObjectId> items = m_document.selection().items();
  if (items.empty()) return;
  const MirrorAddition image =
      mirrorAddition(m_document.scene(), m_document.registry(), items, axis);
  if (!image.no.empty()) {
    return refuse(
        tr("There is no mirror image of %1: this kind of part does not say what becomes of "
           "it in a mirror.")
            .arg(inARow(image.no)));
  }
  if (image.insertion.edits.empty())
    return refuse(
        tr("Parts, cameras and lights are mirrored, with what holds them: select those."));
  const QString label = tr("Mirror %1").arg(inWords(items, items.front().name));
  const auto done = m_document.apply(image.insertion.edits, label);
  if (!done) return refuse(textOf(done.error().message));
  m_document.selection().select(image.insertion.items);
  m_status->hint(
      image.untied.empty()
          ? label
          : tr("%1; left out, because what they hold on to has no such place on the other "
               "side: %2")
                .arg(label, inARow(image.untied)));
}

}  // namespace sinew::ui
