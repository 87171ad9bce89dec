// What `sinew render --burn-in` writes into a corner of each picture, without a display.
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>

#include "tests/support/ClipScenes.h"
#include "tests/support/Program.h"

namespace sinew::ui {
namespace {

class BurnIn : public ::testing::Test {
 protected:
  /// The picture of a frame, drawn by the program with those options.
  QImage render(const std::string& name, const std::vector<std::string>& options) const {
    const std::string file = m_folder / name;
    std::vector<std::string> words = {
        "render", "two_constraints", "-o",      file,        "--frames",
        "3",      "--size",          "640x360", "--quality", "draft"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramRun run = runProgram(words);
    EXPECT_EQ(run.exitCode, 0) << run.log;
    return QImage(QString::fromStdString(file)).convertToFormat(QImage::Format_RGB32);
  }

 private:
  test::TemporaryFolder m_folder;
};

/// The pixels in which two pictures differ.
QRect difference(const QImage& a, const QImage& b) {
  QRect differs;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      if (a.pixel(x, y) != b.pixel(x, y)) differs |= QRect(x, y, 1, 1);
  return differs;
}

TEST_F(BurnIn, TextStandsInALowerCornerAndNothingElseChanges) {
  const QImage plain = render("plain.png", {}), burnt = render("burnt.png", {"--burn-in"});
  ASSERT_EQ(plain.size(), QSize(640, 360));
  ASSERT_EQ(burnt.size(), plain.size());
  const QRect box = difference(plain, burnt);
  EXPECT_GT(box.width(), 100) << "there is a text";
  EXPECT_LT(box.width(), 400);
  EXPECT_GT(box.height(), 8);
  EXPECT_LT(box.height(), 24) << "a small one";
  EXPECT_LT(box.left(), 20);
  EXPECT_GT(box.bottom(), 335);
  int lightest = 0, darkest = 255;
  for (int x = box.left(); x <= box.right(); ++x) {
    const int grey = qGray(burnt.pixel(x, box.center().y()));
    lightest = std::max(lightest, grey);
    darkest = std::min(darkest, grey);
  }
  EXPECT_GT(lightest, 150) << "light on";
  EXPECT_LT(darkest, 90) << "dark, whatever the picture";
}

}  // namespace
}  // namespace sinew::ui
