// Numbers typed while something is dragged.
#include "ui/fields/TypedAmount.h"

#include <gtest/gtest.h>

#include <numbers>

namespace sinew::ui {
namespace {

TypedAmount typed(const QString& keys) {
  TypedAmount amount;
  for (const QChar key : keys) EXPECT_TRUE(amount.take(QString(key))) << keys.toStdString();
  return amount;
}

TEST(TypedAmount, IsReadAsInAField) {
  EXPECT_EQ(*typed("0.5").in("m"), 0.5);
  EXPECT_EQ(*typed("-.5").in("m"), -0.5);
  EXPECT_DOUBLE_EQ(*typed("12 cm").in("m"), 0.12);
  EXPECT_DOUBLE_EQ(*typed("45").in("rad"), std::numbers::pi / 4);
  EXPECT_DOUBLE_EQ(*typed("1rad").in("rad"), 1);
  EXPECT_DOUBLE_EQ(*typed("150%").in(""), 1.5);
  EXPECT_FALSE(typed("-").in("m"));
  EXPECT_FALSE(typed("3 kg").in("m"));
}

TEST(TypedAmount, BeginsWithANumberOnly) {
  TypedAmount amount;
  for (const char* key : {"m", "p", " ", "", "\b", "\x1b"}) EXPECT_FALSE(amount.take(key)) << key;
  EXPECT_TRUE(amount.empty());
  EXPECT_TRUE(amount.take("2"));
  EXPECT_TRUE(amount.take("p"));
  EXPECT_FALSE(amount.take("\r"));
  EXPECT_EQ(amount.text(), "2p");
}

TEST(TypedAmount, IsTakenBackSignBySign) {
  TypedAmount amount = typed("-1");
  EXPECT_TRUE(amount.takeBack());
  EXPECT_EQ(amount.text(), "-");
  EXPECT_TRUE(amount.takeBack());
  EXPECT_TRUE(amount.empty());
  EXPECT_FALSE(amount.takeBack());
}

}  // namespace
}  // namespace sinew::ui
