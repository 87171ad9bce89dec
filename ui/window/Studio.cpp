#include "ui/window/Studio.h"

#include <QApplication>
#include <QSurfaceFormat>

#include "ui/theme/Theme.h"
#include "ui/window/MainWindow.h"

namespace sinew::ui {

int runStudio(int& argc, char** argv, const Registry& registry, const StudioOptions& options) {
  QSurfaceFormat format;
  format.setVersion(4, 1);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  QApplication application(argc, argv);
  QApplication::setApplicationName("sinew");
  QApplication::setOrganizationName("sinew");
  QApplication::setApplicationDisplayName("Sinew");
  Theme theme;
  MainWindow window(registry, options, theme);
  window.show();
  return QApplication::exec();
}

}  // namespace sinew::ui
