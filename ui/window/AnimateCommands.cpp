// What the window's commands do about keys, markers, cameras and groups.
#include <cmath>

#include "core/scene/SceneTables.h"
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/panels/TimelineMarkers.h"
#include "ui/window/Actions.h"
#include "ui/window/MainWindow.h"
#include "ui/window/Recorder.h"
#include "ui/window/StatusLine.h"

namespace sinew::ui {
namespace {

/// What of a camera says where it stands and looks.
std::vector<std::pair<std::string, Value>> standing(const CameraLook& eye) {
  std::vector<std::pair<std::string, Value>> values = {
      {"position", eye.eye}, {"target", eye.target}, {"up", eye.up}};
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
  connect(m_actions->picture, &QAction::triggered, m_recorder, &Recorder::savePicture);
  connect(m_actions->group, &QAction::triggered, this, &MainWindow::groupSelected);
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
  const ObjectId* active = m_document.selection().active();
  const auto& cameras = m_document.scene()[Section::Cameras];
  if (cameras.empty())
    return refuse(tr("There is no camera yet: View ▸ New camera from this view."));
  const bool chosen = active != nullptr && active->section == Section::Cameras;
  const std::string name = chosen ? active->name : cameras.front().name;
  const Entity& camera = *m_document.scene().find(Section::Cameras, name);
  std::vector<SceneEdit> edits;
  for (const auto& [key, value] : standing(m_viewport->eye())) {
    const ParamSpec& spec = *findParam(cameraTable(), key);
    const Value* given = camera.values.find(key);
    edits.emplace_back(SetParam{"cameras/" + name, key,
                                withEdit(given == nullptr ? spec.fallback : *given, value, spec,
                                         m_live.status().time, m_document.autoKey())});
  }
  const QString label = tr("Move %1").arg(QString::fromStdString(name));
  if (const auto done = m_document.apply(edits, label); !done)
    return refuse(QString::fromStdString(done.error().message));
  m_viewport->lookThrough(name);
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

}  // namespace sinew::ui
