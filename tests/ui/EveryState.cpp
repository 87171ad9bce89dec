#include "tests/ui/EveryState.h"

#include <QApplication>
#include <QPixmap>
#include <QScreen>

#include "tests/ui/LayoutCheck.h"

namespace sinew::test {

void inspect(const QString& name, QWidget* only) {
  QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  EXPECT_EQ(faultsInSight().join("\n").toStdString(), "") << name.toStdString();
  const QString folder = qEnvironmentVariable("SINEW_PICTURES");
  if (folder.isEmpty()) return;
  QScreen* const screen = QGuiApplication::primaryScreen();
  const ui::Scheme scheme =
      QSettings().value("theme").toString() == "dark" ? ui::Scheme::Dark : ui::Scheme::Light;
  // Menus may reach out of the window.
  const QSize seen = QSize(1480, 960).boundedTo(screen->size());
  const QPixmap picture =
      only == nullptr ? screen->grabWindow(0, 0, 0, seen.width(), seen.height()) : only->grab();
  EXPECT_TRUE(picture.save(QString("%1/%2_%3_%4.png")
                               .arg(folder, name, schemeName(scheme))
                               .arg(qRound(100 * screen->devicePixelRatio()))));
}

}  // namespace sinew::test
