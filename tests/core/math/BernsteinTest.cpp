#include "core/math/Bernstein.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/Seeded.h"

namespace sinew {
namespace {

using test::Seeded;

template <int Degree>
Bernstein<Degree> randomPolynomial(Seeded& random) {
  Bernstein<Degree> g;
  for (double& c : g.c) c = random.uniform(-1, 1);
  return g;
}

TEST(Bernstein, HermiteMeetsValuesAndRatesAtBothEnds) {
  const double h = 0.2, step = 1e-6;
  const Bernstein<3> g = hermite(1, -4, 2, 7, h);
  EXPECT_DOUBLE_EQ(g.at(0), 1);
  EXPECT_DOUBLE_EQ(g.at(1), 2);
  EXPECT_NEAR((g.at(step) - g.at(0)) / (h * step), -4, 1e-3);
  EXPECT_NEAR((g.at(1) - g.at(1 - step)) / (h * step), 7, 1e-3);
}

TEST(Bernstein, CoefficientsBoundAllValues) {
  Seeded random(1);
  for (int n = 0; n < 200; ++n) {
    const auto g = randomPolynomial<3>(random);
    for (int k = 0; k <= 20; ++k) {
      EXPECT_GE(g.at(k / 20.0), g.lowest() - 1e-15);
      EXPECT_LE(g.at(k / 20.0), g.highest() + 1e-15);
    }
  }
}

TEST(Bernstein, SplittingKeepsThePolynomial) {
  Seeded random(2);
  for (int n = 0; n < 100; ++n) {
    const auto g = randomPolynomial<3>(random);
    const double at = random.uniform(0, 1);
    Bernstein<3> before, after;
    g.split(at, before, after);
    for (const double u : {0.0, 0.3, 0.7, 1.0}) {
      EXPECT_NEAR(before.at(u), g.at(at * u), 1e-14);
      EXPECT_NEAR(after.at(u), g.at(at + (1 - at) * u), 1e-14);
    }
  }
}

TEST(Bernstein, ProductsMultiplyValues) {
  Seeded random(3);
  const auto a = randomPolynomial<3>(random);
  const auto b = randomPolynomial<6>(random);
  const Bernstein<9> product = a * b;
  for (const double u : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    EXPECT_NEAR(product.at(u), a.at(u) * b.at(u), 1e-14);
  }
}

TEST(Bernstein, FirstCrossingIsTheEarliestRoot) {
  // (u − 0.25)(u − 0.5)(u − 0.75), turned so that it starts above nothing
  const auto value = [](double u) { return -(u - 0.25) * (u - 0.5) * (u - 0.75); };
  const auto rate = [](double u) {
    return -((u - 0.5) * (u - 0.75) + (u - 0.25) * (u - 0.75) + (u - 0.25) * (u - 0.5));
  };
  const auto crossing = firstCrossing(hermite(value(0), rate(0), value(1), rate(1), 1));
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->before, 0.25, 1e-12);
  EXPECT_GE(crossing->after, crossing->before);
  EXPECT_LE(crossing->after - crossing->before, 1e-12);
}

TEST(Bernstein, StraightLinesCrossWhereTheyAreNothing) {
  const auto crossing = firstCrossing(Bernstein<1>{{3, -1}});
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->before, 0.75, 1e-12);
}

TEST(Bernstein, WhatIsNothingAtTheStartHasCrossedThere) {
  EXPECT_EQ(firstCrossing(Bernstein<3>{{0, 1, 1, 1}})->before, 0);
  EXPECT_EQ(firstCrossing(Bernstein<3>{{-1, 1, 1, 1}})->before, 0);
  EXPECT_EQ(firstCrossing(Bernstein<3>{{std::nan(""), 1, 1, 1}})->before, 0);
}

TEST(Bernstein, CrossingAtTheVeryEndIsFound) {
  const auto crossing = firstCrossing(Bernstein<3>{{1, 1, 1, 0}});
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->before, 1, 1e-4);  // a triple root is wide in rounded numbers
}

TEST(Bernstein, TouchesCountAndNearTouchesDoNot) {
  // (u − 0.4)²: double root. As Bernstein coefficients: 0.16, −0.24, 0.36.
  const Bernstein<2> touch{{0.16, -0.24, 0.36}};
  const auto crossing = firstCrossing(touch);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->before, 0.4, 1e-6);
  EXPECT_FALSE(firstCrossing(touch.above(-1e-6)));
}

// Against dense sampling: no sample is lost before the crossing, and there is one behind it.
TEST(Bernstein, RandomCrossingsAreNeverLateAndNeverEarly) {
  Seeded random(4);
  constexpr int kSamples = 400;
  int crossed = 0;
  for (int n = 0; n < 4000; ++n) {
    auto g = randomPolynomial<3>(random);
    g.c[0] = std::abs(g.c[0]) + 1e-9;
    const auto crossing = firstCrossing(g);
    const double until = crossing ? crossing->before : 1;
    for (int k = 0; k <= kSamples; ++k) {
      const double u = static_cast<double>(k) / kSamples;
      if (u >= until) break;
      ASSERT_GT(g.at(u), -1e-15) << n;
    }
    if (!crossing) continue;
    ++crossed;
    ASSERT_LE(g.at(crossing->after), 1e-9) << n;
  }
  EXPECT_GT(crossed, 1000);
}

TEST(Bernstein, CrossingsOfHighDegreeAreFoundToo) {
  Seeded random(5);
  int crossed = 0;
  for (int n = 0; n < 1000; ++n) {
    auto g = randomPolynomial<9>(random);
    g.c[0] = std::abs(g.c[0]) + 1e-9;
    const auto crossing = firstCrossing(g);
    double first = 2;
    for (int k = 0; k <= 2000 && first > 1; ++k) {
      if (g.at(k / 2000.0) <= 0) first = k / 2000.0;
    }
    if (first <= 1) {
      ASSERT_TRUE(crossing) << n;
      EXPECT_LE(crossing->before, first);
      ++crossed;
    }
  }
  EXPECT_GT(crossed, 300);
}

}  // namespace
}  // namespace sinew
