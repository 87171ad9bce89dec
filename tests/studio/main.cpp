#include <gtest/gtest.h>

#include <QCoreApplication>

// What of the window works without a screen: the document, the live run, autosave.
int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  QCoreApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
