// Opening angles of cameras, as angles and as focal lengths.
#include <gtest/gtest.h>

#include <QApplication>
#include <QKeyEvent>
#include <numbers>

#include "core/scene/SceneTables.h"
#include "ui/fields/Lens.h"
#include "ui/fields/NumberField.h"

namespace sinew::ui {
namespace {

constexpr double kRightAngle = std::numbers::pi / 2;  // [rad]

TEST(Lens, AFilmSeenUnderARightAngleIsTwiceAsHighAsItsLensIsLong) {
  EXPECT_NEAR(focalLength(kRightAngle), 0.012, 1e-15);
  EXPECT_NEAR(openingAngle(0.012), kRightAngle, 1e-15);
  for (const double angle : {0.02, 0.6, 2.8})
    EXPECT_NEAR(openingAngle(focalLength(angle)), angle, 1e-14);
}

TEST(Lens, LengthsAndAnglesAreRead) {
  EXPECT_NEAR(readLens("12 mm").value(), kRightAngle, 1e-15);
  EXPECT_NEAR(readLens("1.2cm").value(), kRightAngle, 1e-15);
  EXPECT_NEAR(readLens("90").value(), kRightAngle, 1e-15);
  EXPECT_NEAR(readLens("pi/2").value(), kRightAngle, 1e-15);
  for (const char* text : {"-12 mm", "0 mm", "12 s", "mm²", "wide"})
    EXPECT_FALSE(readLens(text)) << text;
}

TEST(Lens, LongLensesAreSaidInFull) {
  EXPECT_EQ(lensText(openingAngle(1.2)), "1200 mm");
  EXPECT_EQ(lensText(openingAngle(0.035)), "35 mm");
}

TEST(Lens, TheFieldOfACameraTakesAndSaysBoth) {
  NumberField field(*findParam(cameraTable(), "field_of_view"));
  field.resize(200, 24);
  field.display(kRightAngle);
  EXPECT_EQ(field.text(), "90° · 12 mm");
  const auto press = [&field](int key, const QString& text = {}) {
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, text);
    QApplication::sendEvent(&field, &event);
  };
  press(Qt::Key_Return);
  for (const QChar sign : QString("50 mm")) press(sign.toUpper().unicode(), sign);
  press(Qt::Key_Return);
  EXPECT_NEAR(field.value(), openingAngle(0.05), 1e-12);
  EXPECT_TRUE(field.text().endsWith("50 mm")) << field.text().toStdString();
}

}  // namespace
}  // namespace sinew::ui
