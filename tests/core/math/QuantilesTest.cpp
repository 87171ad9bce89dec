#include "core/math/Quantiles.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

TEST(Quantiles, AreThoseOfASortedListToOnePercent) {
  Quantiles numbers;
  for (int i = 1; i <= 1000; ++i) numbers.add(1e-9 * std::pow(1.02, i * 7 % 1000), 1);
  EXPECT_DOUBLE_EQ(numbers.max(), 1e-9 * std::pow(1.02, 999));
  for (const double share : {0.5, 0.9, 0.99}) {
    const double exact = 1e-9 * std::pow(1.02, std::ceil(share * 1000) - 1);
    EXPECT_NEAR(numbers.at(share) / exact, 1.0, 0.03) << share;
    EXPECT_GE(numbers.at(share), exact * 0.999) << share;
  }
}

TEST(Quantiles, CountEachNumberByItsWeight) {
  Quantiles numbers;
  numbers.add(1, 98.5);
  numbers.add(1000, 1.5);
  EXPECT_EQ(numbers.at(0.99), 1000);
  numbers.add(0, 100);
  EXPECT_NEAR(numbers.at(0.99), 1, 0.01);
  EXPECT_EQ(numbers.at(0.2), 0);
  EXPECT_EQ(numbers.max(), 1000);
}

TEST(Quantiles, OfNothingAreNothing) {
  Quantiles numbers;
  numbers.add(std::nan(""), 1);
  EXPECT_EQ(numbers.max(), 0);
  EXPECT_EQ(numbers.at(0.99), 0);
}

}  // namespace
}  // namespace sinew
