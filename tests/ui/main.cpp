#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QSurfaceFormat>
#include <QTemporaryDir>

// The window's tests need Qt's application, and folders that are not this person's.
int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const QTemporaryDir home;
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME"})
    qputenv(variable, home.path().toUtf8());
  QSurfaceFormat format;
  format.setVersion(4, 1);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication application(argc, argv);
  QApplication::setApplicationName("sinew-test");
  QApplication::setOrganizationName("sinew-test");
  // Most of what these tests take is drawing, which few of them look at.
  const bool seen = qEnvironmentVariableIsSet("SINEW_PICTURES");
  const QString effort = qEnvironmentVariable("SINEW_TEST_EFFORT", seen ? "best" : "sparing");
  QSettings().setValue("view/effort", effort);
  return RUN_ALL_TESTS();
}
