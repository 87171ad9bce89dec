#include "ui/fields/Quantity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew::ui {
namespace {

using std::numbers::pi;

double read(const char* text, const char* unit) {
  const auto value = readNumber(QString::fromUtf8(text), unit);
  EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().message);
  return value ? *value : std::nan("");
}

bool refuses(const char* text, const char* unit) {
  return !readNumber(QString::fromUtf8(text), unit).has_value();
}

TEST(Quantity, BareNumbersAreInTheShownUnit) {
  EXPECT_DOUBLE_EQ(read("1.5", "m"), 1.5);
  EXPECT_DOUBLE_EQ(read("-2e-3", "kg"), -2e-3);
  EXPECT_DOUBLE_EQ(read("90", "rad"), pi / 2);
  EXPECT_DOUBLE_EQ(read("180", "rad/s"), pi);
}

TEST(Quantity, UnitsAreConverted) {
  EXPECT_DOUBLE_EQ(read("5cm", "m"), 0.05);
  EXPECT_DOUBLE_EQ(read("5 mm", "m"), 0.005);
  EXPECT_DOUBLE_EQ(read("30deg", "rad"), pi / 6);
  EXPECT_DOUBLE_EQ(read("30°", "rad"), pi / 6);
  EXPECT_DOUBLE_EQ(read("250 g", "kg"), 0.25);
  EXPECT_DOUBLE_EQ(read("36 km/h", "m/s"), 10);
  EXPECT_DOUBLE_EQ(read("1 g/cm^3", "kg/m³"), 1000);
  EXPECT_DOUBLE_EQ(read("2 kN/m", "N/m"), 2000);
  EXPECT_DOUBLE_EQ(read("3 N s/m", "N s/m"), 3);
  EXPECT_DOUBLE_EQ(read("9.81 m/s²", "m/s^2"), 9.81);
  EXPECT_DOUBLE_EQ(read("50 %", ""), 0.5);
}

TEST(Quantity, ExpressionsAreWorkedOut) {
  EXPECT_DOUBLE_EQ(read("2*pi/3", ""), 2 * pi / 3);
  EXPECT_DOUBLE_EQ(read("(1+2)/4", "m"), 0.75);
  EXPECT_DOUBLE_EQ(read("1 m + 20 cm", "m"), 1.2);
  EXPECT_DOUBLE_EQ(read("-2^2", ""), -4);
  EXPECT_DOUBLE_EQ(read("2 - 3*4", ""), -10);
  EXPECT_DOUBLE_EQ(read("sqrt(2)^2", ""), std::pow(std::sqrt(2.0), 2));
}

TEST(Quantity, PiWithoutAUnitMeansRadians) {
  EXPECT_DOUBLE_EQ(read("2*pi/3", "rad"), 2 * pi / 3);
  EXPECT_DOUBLE_EQ(read("π", "rad"), pi);
}

TEST(Quantity, DecimalCommaAndPointAreTheSame) {
  EXPECT_DOUBLE_EQ(read("0,25", "m"), 0.25);
}

TEST(Quantity, NonsenseIsRefused) {
  for (const char* text : {"", "abc", "1 +", "(1", "1)", "1..2", "1/0", "2 parsecs", "1 m + 1 s"})
    EXPECT_TRUE(refuses(text, "m")) << text;
}

TEST(Quantity, AnotherDimensionIsRefused) {
  EXPECT_TRUE(refuses("5 s", "m"));
  EXPECT_TRUE(refuses("5 m", ""));
  EXPECT_TRUE(refuses("5 N", "N/m"));
}

TEST(Quantity, DeepBracketsAreRefusedInsteadOfOverflowingTheStack) {
  EXPECT_TRUE(refuses((std::string(100'000, '(') + "1").c_str(), "m"));
}

TEST(Quantity, WhatIsShownInFullReadsBackTheSame) {
  for (const double value : {0.1, 1.0 / 3, 1e-9, 12345.678, -7.0})
    EXPECT_EQ(read(numberText(value, Digits::All).toStdString().c_str(), "m"), value);
}

TEST(Quantity, ANumberIsShortenedToTheRoomThereIs) {
  const auto within = [](int room) {
    return [room](const QString& text) { return text.size() <= room; };
  };
  EXPECT_EQ(quantityText(0.123456, "m", within(7)), "0.123 m");
  EXPECT_EQ(quantityText(-0.00022349, "m", within(11)), "-0.000223 m");
  EXPECT_EQ(quantityText(-0.00022349, "m", within(9)), "-0.0002 m");
  EXPECT_EQ(quantityText(-0.00022349, "m", within(7)), "-0.0002") << "rather than cut";
}

}  // namespace
}  // namespace sinew::ui
