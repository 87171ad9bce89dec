// What the window's commands do that give a scene another start.
#include "core/scene/StartAt.h"
#include "core/simulation/Settle.h"
#include "ui/document/Members.h"
#include "ui/document/TextOf.h"
#include "ui/window/Jobs.h"
#include "ui/window/MainWindow.h"
#include "ui/window/StatusLine.h"

namespace sinew::ui {
std::vector<std::string> MainWindow::selectedParts() {
  return partsOf(m_document.scene(), m_document.selection().items());
}

void MainWindow::makeThisTheStart() {
  const auto snapshot = m_live.snapshot();
  if (!snapshot) return refuse(tr("The scene is not ready yet."));
  if (m_live.showsTake()) return refuse(tr("A take is shown; go back to the scene first."));
  m_live.pause();
  const std::vector<std::string> names = selectedParts();
  const QString told =
      names.empty()
          ? tr("The take starts from here now; speed is left behind")
          : counted(names.size(), tr("The part selected starts from here now, all else as before"),
                    tr("The %n parts selected start from here now, all else as before"));
  startFrom(snapshot->configuration, names, tr("Make this the start"), told);
}

void MainWindow::startFrom(const Reals& configuration, const std::vector<std::string>& names,
                           const QString& label, const QString& told) {
  const auto start = startAt(m_document.scene(), m_document.registry(), configuration, names);
  if (!start) return refuse(tr("Parts have come or gone since; go to the start and play anew."));
  QStringList kept;
  for (const std::string& name : start->kept) kept << textOf(name);
  if (start->edits.empty()) {
    return refuse(
        kept.isEmpty()
            ? tr("Nothing that moves is selected.")
            : tr("%1 cannot start elsewhere: its shape at rest is the one it is drawn in.")
                  .arg(kept.join(", ")));
  }
  const int before = m_document.undoStack().index();
  const auto done = m_document.apply(start->edits, label);
  if (!done) return refuse(textOf(done.error().message));
  if (m_document.undoStack().index() == before) return refuse(tr("All of it starts here already."));
  m_live.reset();
  note({NoticeBar::Tone::Information,
        (kept.isEmpty() ? told : tr("%1; as before: %2").arg(told, kept.join(", "))) + ".",
        {},
        {{tr("Undo"), [this] { m_document.undoStack().undo(); }}},
        NoticeBar::Stay::UntilSceneChanges});
}

void MainWindow::settleScene() {
  if (m_settling) return refuse(tr("The scene is settling already."));
  if (m_live.showsTake()) return refuse(tr("A take is shown; go back to the scene first."));
  m_settling = true;
  m_live.pause();
  auto settled = std::make_shared<Settled>();
  const auto work = [settled, scene = m_document.scene(), &registry = m_document.registry()](
                        const Jobs::Progress&, const std::stop_token& stop) -> Result<void> {
    // How long it takes shows only when it is done: no progress to tell.
    auto result = settle(scene, registry, [&stop] { return !stop.stop_requested(); });
    if (!result) return Unexpected{result.error()};
    *settled = std::move(*result);
    return {};
  };
  const auto done = [this, settled, revision = m_document.revision(),
                     names = selectedParts()](const Result<void>& result) {
    m_settling = false;
    if (!result && result.error().code == ErrorCode::Stopped) return;
    if (!result) {
      return note({NoticeBar::Tone::Error,
                   tr("The scene cannot settle."),
                   textOf(result.error().message),
                   {}});
    }
    if (revision != m_document.revision()) {
      return refuse(tr("The scene was changed while it settled; settle it again."));
    }
    const QString told =
        settled->restless.empty()
            ? tr("Settled: the take starts at rest now")
            : tr("Still on the way after 30 s, most of all %1: the take starts from there")
                  .arg(textOf(settled->restless));
    startFrom(settled->configuration, names, tr("Settle"), told);
  };
  m_status->jobs().start(tr("Settle"), work, done);
}

}  // namespace sinew::ui
