// What the window's commands do about keys, markers, assemblies, cameras, lights and groups.
#include <algorithm>
#include <cmath>

#include "core/scene/SceneTables.h"
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/document/Members.h"
#include "ui/document/Ties.h"
#include "ui/panels/TimelineMarkers.h"
#include "ui/window/Actions.h"
#include "ui/window/MainWindow.h"
#include "ui/window/Recorder.h"
#include "ui/window/StaggerDialog.h"
#include "ui/window/StatusLine.h"

namespace sinew::ui {
namespace {

/// A view that is not rolled is told by the vertical: its own up leans with it, and would roll the
/// camera where keys lead it elsewhere.
Vec3 upOf(const CameraLook& eye) {
  const Vec3 side = (eye.target - eye.eye).normalized().cross(Vec3::UnitY());
  const bool steep = side.norm() < 1e-2;
  const bool rolled = std::abs(side.dot(eye.up)) > 1e-4 * side.norm() || eye.up.y() < 0;
  return steep || rolled ? eye.up : Vec3(Vec3::UnitY());
}

/// What of a camera says where it stands and looks.
std::vector<std::pair<std::string, Value>> standing(const CameraLook& eye) {
  std::vector<std::pair<std::string, Value>> values = {
      {"position", eye.eye}, {"target", eye.target}, {"up", upOf(eye)}};
  if (eye.orthographicHeight <= 0) values.emplace_back("field_of_view", eye.fieldOfView);
  return values;
}

}  // namespace

void MainWindow::connectAnimation() {
  connect(m_actions->autoKey, &QAction::toggled, this, [this](bool on) {
    m_document.setAutoKey(on);
    m_status->hint(on ? tr("Every change of what can be keyed sets a key at the current time")
                      : tr("Only what has keys already gets more"));
  });
  connect(m_actions->addMarker, &QAction::triggered, this, [this] {
    const AddEntity marker = newMarker(m_document.scene(), m_live.status().time);
    if (const auto done = m_document.apply(marker, tr("Add a marker")); !done)
      return refuse(QString::fromStdString(done.error().message));
    m_document.selection().select({{Section::Markers, marker.entity.name}});
  });
  const auto goTo = [this](bool forward) {
    const LiveStatus& status = m_live.status();
    const auto time = nextMark(m_document, status.time, forward);
    if (!time) return m_status->hint(tr("There is no key or marker that way"));
    m_live.goTo(static_cast<std::uint64_t>(std::lround(*time * status.fps)));
  };
  connect(m_actions->previousMark, &QAction::triggered, this, [goTo] { goTo(false); });
  connect(m_actions->nextMark, &QAction::triggered, this, [goTo] { goTo(true); });
  connect(m_actions->cameraFromView, &QAction::triggered, this, &MainWindow::addCamera);
  connect(m_actions->cameraToView, &QAction::triggered, this, &MainWindow::moveCamera);
  connect(m_actions->lightFromView, &QAction::triggered, this, &MainWindow::shineFromView);
  connect(m_recorder, &Recorder::filmSizeChosen, m_viewport, &Viewport::setFilmSize);
  connect(m_actions->picture, &QAction::triggered, m_recorder, &Recorder::savePicture);
  connect(m_actions->group, &QAction::triggered, this, &MainWindow::groupSelected);
  connect(m_actions->ungroup, &QAction::triggered, this, &MainWindow::ungroupSelected);
  connect(m_actions->stagger, &QAction::triggered, this, &MainWindow::staggerAssembly);
  connect(m_actions->handOver, &QAction::triggered, this, &MainWindow::handOver);
}

void MainWindow::addCamera() {
  AddEntity camera = newEntity(m_document.scene(), {Section::Cameras, {}, "camera", {}});
  for (auto& [key, value] : standing(m_viewport->eye()))
    camera.entity.values.set(*findParam(cameraTable(), key), std::move(value));
  if (const auto done = m_document.apply(camera, tr("Add a camera")); !done)
    return refuse(QString::fromStdString(done.error().message));
  m_document.selection().select({{Section::Cameras, camera.entity.name}});
  m_viewport->lookThrough(camera.entity.name);
}

// The selected one, else the first: what a film is seen through.
void MainWindow::moveCamera() {
  const Entity* camera = chosenOrFirst(Section::Cameras);
  if (camera == nullptr)
    return refuse(tr("There is no camera yet: View ▸ New camera from this view."));
  const ObjectId id{Section::Cameras, camera->name};
  std::vector<SceneEdit> edits;
  for (const auto& [key, value] : standing(m_viewport->eye()))
    edits.push_back(changeNow(id, *findParam(cameraTable(), key), value));
  const QString label = tr("Move %1").arg(QString::fromStdString(id.name));
  if (const auto done = m_document.apply(edits, label); !done)
    return refuse(QString::fromStdString(done.error().message));
  m_viewport->lookThrough(id.name);
}

// The selected one or the first; one is added where there is none yet.
void MainWindow::shineFromView() {
  const CameraLook& eye = m_viewport->eye();
  const Vec3 rounded = (1000 * (eye.eye - eye.target).normalized()).array().round() / 1000;
  const ParamSpec& direction = *findParam(lightTable(), "direction");
  AddEntity added = newEntity(m_document.scene(), {Section::Lights, {}, "light", {}});
  added.entity.values.set(direction, Value(rounded));
  const Entity* light = chosenOrFirst(Section::Lights);
  const ObjectId id{Section::Lights, light == nullptr ? added.entity.name : light->name};
  const SceneEdit edit =
      light == nullptr ? SceneEdit(added) : changeNow(id, direction, Value(rounded));
  if (const auto done = m_document.apply(edit, tr("Light from this view")); !done)
    return refuse(QString::fromStdString(done.error().message));
  m_document.selection().select({id});
}

/// The one of a section that was selected last, else its first; null when it has none.
const Entity* MainWindow::chosenOrFirst(Section section) const {
  const ObjectId* active = m_document.selection().active();
  const auto& all = m_document.scene()[section];
  if (active != nullptr && active->section == section)
    return m_document.scene().find(section, active->name);
  return all.empty() ? nullptr : &all.front();
}

/// A parameter set at the current time: a key where it has keys.
SceneEdit MainWindow::changeNow(const ObjectId& id, const ParamSpec& spec,
                                const Value& value) const {
  const Value& given = givenOr(m_document.scene().find(id.section, id.name)->values, spec);
  return SetParam{id.path(), spec.key,
                  withEdit(given, value, spec, m_live.status().time, m_document.autoKey())};
}

void MainWindow::staggerAssembly() {
  std::vector<std::string> constraints;
  const auto take = [&](const ObjectId& id) {
    const bool known = std::ranges::find(constraints, id.name) != constraints.end();
    if (id.section == Section::Constraints && !known) constraints.push_back(id.name);
  };
  const Scene& scene = m_document.scene();
  const auto& selected = m_document.selection().items();
  for (const ObjectId& id : selected) take(id);
  for (const std::string& part :
       constraints.empty() ? partsOf(scene, selected) : std::vector<std::string>())
    for (const ObjectId& tie : tiesOf(scene, m_document.registry(), {Section::Parts, part}))
      take(tie);
  if (constraints.empty())
    for (const Entity& constraint : scene.constraints()) constraints.push_back(constraint.name);
  if (constraints.empty()) return refuse(tr("There are no constraints to be staggered yet."));
  StaggerDialog dialog(m_document, constraints, this);
  connect(&dialog, &StaggerDialog::refused, this, &MainWindow::refuse);
  dialog.apply();
  (void)dialog.exec();
}

void MainWindow::groupSelected() {
  ValueList members;
  for (const std::string& name : selectedParts()) members.emplace_back(name);
  if (members.empty()) return refuse(tr("Select the parts first that belong together."));
  AddEntity group = newEntity(m_document.scene(), {Section::Groups, {}, "group", {}});
  group.entity.values.set(*findParam(groupTable(), "members"), std::move(members));
  if (const auto done = m_document.apply(group, tr("Group parts")); !done)
    return refuse(QString::fromStdString(done.error().message));
  m_document.selection().select({{Section::Groups, group.entity.name}});
}

void MainWindow::ungroupSelected() {
  std::vector<ObjectId> groups, parts;
  for (const ObjectId& id : m_document.selection().items())
    if (id.section == Section::Groups) groups.push_back(id);
  if (groups.empty()) return refuse(tr("Select the groups first that are to be taken apart."));
  for (const std::string& name : partsOf(m_document.scene(), groups))
    parts.push_back({Section::Parts, name});
  std::vector<SceneEdit> edits;
  for (const ObjectId& id : groups) edits.emplace_back(RemoveEntity{id.section, id.name});
  if (const auto done = m_document.apply(edits, tr("Ungroup parts")); !done)
    return refuse(QString::fromStdString(done.error().message));
  m_document.selection().select(parts);
}

}  // namespace sinew::ui
