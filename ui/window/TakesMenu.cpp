#include "ui/window/TakesMenu.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QLocale>

#include "ui/theme/Icons.h"
#include "ui/window/Recorder.h"

namespace sinew::ui {

TakesMenu::TakesMenu(const TakeShelf& shelf, Recorder& recorder, QWidget* parent)
    : QMenu(tr("&Takes"), parent), m_shelf(shelf), m_recorder(recorder) {
  connect(this, &QMenu::aboutToShow, this, &TakesMenu::fill);
}

void TakesMenu::fill() {
  clear();
  if (m_recorder.showsTake()) {
    connect(addAction(tr("&Back to the scene")), &QAction::triggered, &m_recorder,
            &Recorder::leaveTake);
    addSeparator();
  }
  qDeleteAll(findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
  bool any = false;
  for (const TakeShelf::Take& take : m_shelf.takes()) {
    if (take.clip == m_recorder.recording()) continue;
    addTake(take);
    any = true;
  }
  if (!any) addAction(tr("No takes of this scene yet"))->setEnabled(false);
}

void TakesMenu::addTake(const TakeShelf::Take& take) {
  const QString when = QLocale().toString(take.recorded, QLocale::ShortFormat);
  QMenu* menu = addMenu(QString(take.name).replace('&', "&&"));
  menu->setToolTip(when);
  menu->addAction(tr("Recorded %1").arg(when))->setEnabled(false);
  menu->addSeparator();
  connect(menu->addAction(ui::icon("play"), tr("&Play")), &QAction::triggered, this,
          [this, take] { m_recorder.showTake(take.clip); });
  connect(menu->addAction(tr("&Compare with re-simulation")), &QAction::triggered, this,
          [this, take] { m_recorder.compareTake(take.clip); });
  menu->addSeparator();
  // Once the menu is gone: a dialog wants the keyboard.
  connect(
      menu->addAction(tr("Re&name…")), &QAction::triggered, this, [this, take] { rename(take); },
      Qt::QueuedConnection);
  connect(menu->addAction(tr("&Show folder")), &QAction::triggered, this,
          [take] { Recorder::showFolderOf(take.clip); });
  menu->addSeparator();
  connect(menu->addAction(tr("&Delete")), &QAction::triggered, this,
          [this, take] { discard(take); });
}

void TakesMenu::rename(const TakeShelf::Take& take) {
  QInputDialog dialog(parentWidget());
  dialog.setWindowTitle(tr("Rename take"));
  dialog.setLabelText(tr("New name of %1").arg(take.name));
  dialog.setTextValue(take.name);
  for (auto* edit : dialog.findChildren<QLineEdit*>()) {
    edit->setAccessibleName(tr("Name of the take"));
    edit->selectAll();
  }
  if (dialog.exec() != QDialog::Accepted) return;
  const auto renamed = m_shelf.rename(take.clip, dialog.textValue());
  if (!renamed) return refuse(tr("%1 keeps its name.").arg(take.name), renamed.error());
  m_recorder.takeMoved(take.clip, *renamed);
  emit told({NoticeBar::Tone::Good,
             tr("The take %1 is called %2 now.").arg(take.name, dialog.textValue().trimmed()),
             {},
             {}});
}

void TakesMenu::discard(const TakeShelf::Take& take) {
  const auto discarded = TakeShelf::discard(take.clip);
  if (!discarded) return offerToErase(take, discarded.error());
  m_recorder.takeMoved(take.clip, {});
  const auto bringBack = [this, take, from = *discarded] {
    const auto back = TakeShelf::restore(from, take.clip);
    if (!back) refuse(tr("%1 could not be brought back.").arg(take.name), back.error());
  };
  emit told({NoticeBar::Tone::Information,
             tr("The take %1 is in the trash.").arg(take.name),
             {},
             {{tr("Bring it back"), bringBack}}});
}

void TakesMenu::offerToErase(const TakeShelf::Take& take, const Error& why) {
  const auto erase = [this, take] {
    std::error_code error;
    std::filesystem::remove(take.clip, error);
    m_recorder.takeMoved(take.clip, {});
  };
  emit told({NoticeBar::Tone::Warning,
             tr("The take %1 cannot go to the trash.").arg(take.name),
             QString::fromStdString(why.message),
             {{tr("Delete it for good"), erase}}});
}

void TakesMenu::refuse(const QString& what, const Error& error) {
  emit told({NoticeBar::Tone::Warning, what, QString::fromStdString(error.message), {}});
}

}  // namespace sinew::ui
