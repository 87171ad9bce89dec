// What is added from the library, dragged into the picture, and kept in the library.
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QMimeData>

#include "core/scene/SceneJson.h"
#include "ui/document/Copying.h"
#include "ui/document/TextOf.h"
#include "ui/window/Actions.h"
#include "ui/window/Adder.h"
#include "ui/window/LibraryPanel.h"
#include "ui/window/MainWindow.h"
#include "ui/window/Question.h"
#include "ui/window/StatusLine.h"

namespace sinew::ui {
namespace {

bool carriesItem(const QDropEvent& event) {
  return event.mimeData()->hasFormat(LibraryPanel::kFormat);
}

bool carriesFile(const QDropEvent& event) {
  const QList<QUrl> urls = event.mimeData()->urls();
  return urls.size() == 1 && urls.front().isLocalFile();
}

/// The files that a scene names.
QStringList filesOf(const Scene& scene, const Registry& registry) {
  QStringList files;
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (const Entity& entity : scene[section]) {
      const ParamTable* table = entityTable(registry, section, entity.kind);
      if (table == nullptr) continue;
      for (const ParamSpec& spec : *table) {
        const Value* value = spec.type == ParamType::Asset ? entity.values.find(spec.key) : nullptr;
        if (value != nullptr) files << textOf(std::get<std::string>(value->content));
      }
    }
  }
  files.removeDuplicates();
  return files;
}

}  // namespace

void MainWindow::connectLibrary(LibraryPanel& panel) {
  connect(&panel, &LibraryPanel::addWanted, m_adder, qOverload<const LibraryItem&>(&Adder::add));
  connect(&panel, &LibraryPanel::refused, this, &MainWindow::refuse);
  connect(m_adder, &Adder::told, this, &MainWindow::note);
  connect(m_adder, &Adder::hinted, m_status, &StatusLine::hint);
  connect(m_adder, &Adder::cameraWanted, this, &MainWindow::addCamera);
  connect(m_actions->keepInLibrary, &QAction::triggered, this, &MainWindow::keepInLibrary);
}

void MainWindow::keepInLibrary() {
  const auto& selected = m_document.selection().items();
  const Scene excerpt = excerptOf(m_document.scene(), m_document.registry(), selected);
  if (excerpt.parts().empty() && excerpt[Section::Materials].empty())
    return refuse(tr("Select the parts first that are to be kept in the library."));
  bool wanted = false;
  const QString name = QInputDialog::getText(this, tr("Keep in the library"),
                                             tr("What is it called?"), QLineEdit::Normal,
                                             QString::fromStdString(selected.front().name), &wanted)
                           .trimmed();
  if (!wanted || !mayReplace(name)) return;
  if (const auto kept = m_library->keep(excerpt, name.toStdString()); !kept)
    return refuse(QString::fromStdString(kept.error().message));
  const QStringList files = filesOf(excerpt, m_document.registry());
  m_status->hint(files.isEmpty()
                     ? tr("%1 is in the library, under Kept by you").arg(name)
                     : tr("%1 is in the library; what it shows of %2 stays beside this scene")
                           .arg(name, files.join(", ")));
}

bool MainWindow::mayReplace(const QString& name) {
  if (!m_library->keeps(name.toStdString())) return true;
  Question question;
  question.title = tr("Keep in the library");
  question.what = tr("The library keeps something called %1 already.").arg(name);
  question.why = tr("Replacing it cannot be undone.");
  question.answers = {{tr("Replace"), QMessageBox::AcceptRole},
                      {tr("Cancel"), QMessageBox::RejectRole}};
  question.suggested = question.stays = 1;
  return ask(this, question) == 0;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (carriesItem(*event) || carriesFile(*event)) event->acceptProposedAction();
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
  if (!carriesItem(*event)) return event->setAccepted(carriesFile(*event));
  const QPointF place = m_viewport->mapFrom(this, event->position().toPoint());
  const bool inside = m_viewport->isVisible() && m_viewport->rect().contains(place.toPoint());
  m_viewport->showPlaceUnder(inside ? std::optional(place) : std::nullopt);
  event->setAccepted(inside);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
  m_viewport->showPlaceUnder(std::nullopt);
}

void MainWindow::dropEvent(QDropEvent* event) {
  m_viewport->showPlaceUnder(std::nullopt);
  if (!carriesItem(*event))
    return openFile(event->mimeData()->urls().front().toLocalFile().toStdString());
  const QByteArray key = event->mimeData()->data(LibraryPanel::kFormat);
  const LibraryItem* item = m_library->find(key.toStdString());
  if (item == nullptr) return;
  event->acceptProposedAction();
  m_adder->drop(*item, m_viewport->mapFrom(this, event->position().toPoint()));
  m_viewport->setFocus();
}

}  // namespace sinew::ui
