#include "ui/fields/ChoiceBox.h"

#include <gtest/gtest.h>

namespace sinew::ui {
namespace {

QImage pictureOf(const QString& name, int width) {
  ChoiceBox box;
  box.addItem(name);
  box.resize(width, box.sizeHint().height());
  return box.grab().toImage();
}

TEST(ChoiceBox, NamesThatEndDifferentlyLookDifferentWhereTheyDoNotFit) {
  EXPECT_EQ(pictureOf("superquadric_1", 90), pictureOf("superquadric_1", 90));
  EXPECT_NE(pictureOf("superquadric_1", 90), pictureOf("superquadric_2", 90));
}

TEST(ChoiceBox, SaysWhatIsMissingAsLongAsNothingIsChosen) {
  ChoiceBox said, silent;
  for (ChoiceBox* box : {&said, &silent}) {
    box->addItem("one");
    box->setCurrentIndex(-1);
    box->resize(120, box->sizeHint().height());
  }
  said.setPlaceholderText("mixed");
  EXPECT_NE(said.grab().toImage(), silent.grab().toImage());
}

}  // namespace
}  // namespace sinew::ui
