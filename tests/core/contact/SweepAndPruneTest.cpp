#include "core/contact/SweepAndPrune.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/Seeded.h"

namespace sinew {
namespace {

using test::Seeded;

/// Boxes of about `size` that wander about inside a cube.
struct Swarm {
  Swarm(int count, double cube, double size, std::uint64_t seed) : random(seed) {
    for (int i = 0; i < count; ++i) {
      Box box;
      const Vec3 middle = random.vector(cube / 2);
      box.add(middle);
      box.add(middle + size * (0.6 * Vec3::Ones() + random.vector(0.4)));
      boxes.push_back(box);
    }
  }
  void move(double step) {
    for (Box& box : boxes) {
      const Vec3 by = random.vector(step);
      box.low += by;
      box.high += by;
    }
  }
  Seeded random;
  std::vector<Box> boxes;
};

std::vector<SweepAndPrune::Pair> bruteForce(const std::vector<Box>& boxes) {
  std::vector<SweepAndPrune::Pair> pairs;
  for (int a = 0; a < static_cast<int>(boxes.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(boxes.size()); ++b) {
      if (boxes[a].overlaps(boxes[b])) pairs.push_back({a, b});
    }
  }
  return pairs;
}

TEST(SweepAndPrune, KeepsExactlyThePairsThatOverlap) {
  for (const double step : {1e-3, 0.05, 0.6, 20.0}) {  // from a creep to a new place each time
    Swarm swarm(150, 5, 1, 11);
    SweepAndPrune sweep;
    std::size_t most = 0;
    for (int n = 0; n < 60; ++n) {
      sweep.update(swarm.boxes);
      ASSERT_EQ(sweep.pairs(), bruteForce(swarm.boxes)) << "step " << step << ", update " << n;
      most = std::max(most, sweep.pairs().size());
      swarm.move(step);
    }
    EXPECT_GT(most, 100u);
  }
}

TEST(SweepAndPrune, TellsTiesLikeTheBoxesDo) {
  // On a grid of whole numbers nearly all ends coincide.
  Seeded random(5);
  const auto corner = [&random](int size) {
    const int x = random.below(size), y = random.below(size);
    return Vec3(x, y, random.below(size));
  };
  std::vector<Box> boxes(60);
  SweepAndPrune sweep;
  for (int n = 0; n < 200; ++n) {
    for (Box& box : boxes) {
      const Vec3 low = corner(4);
      box = {};
      box.add(low);
      box.add(low + corner(2));
    }
    sweep.update(boxes);
    ASSERT_EQ(sweep.pairs(), bruteForce(boxes)) << n;
  }
}

TEST(SweepAndPrune, DoesNotDependOnTheWayThere) {
  Swarm swarm(80, 4, 1, 3);
  SweepAndPrune followed, fresh;
  for (int n = 0; n < 20; ++n) {
    followed.update(swarm.boxes);
    swarm.move(0.3);
  }
  followed.update(swarm.boxes);
  fresh.update(swarm.boxes);
  EXPECT_EQ(followed.pairs(), fresh.pairs());
}

TEST(SweepAndPrune, TakesBoxesWithoutEndAndOtherNumbersOfThem) {
  Swarm swarm(30, 4, 1, 8);
  swarm.boxes[3].low.setConstant(-std::numeric_limits<double>::infinity());
  swarm.boxes[3].high.setConstant(std::numeric_limits<double>::infinity());
  SweepAndPrune sweep;
  sweep.update(swarm.boxes);
  EXPECT_EQ(sweep.pairs(), bruteForce(swarm.boxes));
  swarm.move(0.2);
  sweep.update(swarm.boxes);
  EXPECT_EQ(sweep.pairs(), bruteForce(swarm.boxes));
  swarm.boxes.resize(12);
  sweep.update(swarm.boxes);
  EXPECT_EQ(sweep.pairs(), bruteForce(swarm.boxes));
  sweep.update({});
  EXPECT_TRUE(sweep.pairs().empty());
}

TEST(SweepAndPrune, BoxesOfNoNumbersMeetNothing) {
  Swarm swarm(30, 3, 1, 5);
  std::vector<Box> boxes = swarm.boxes;
  const auto before = bruteForce(boxes);
  boxes.insert(boxes.end(), 20, Box());  // what is left of vertices that are no numbers
  SweepAndPrune sweep;
  for (int i = 0; i < 2; ++i) {
    sweep.update(boxes);
    EXPECT_EQ(sweep.pairs(), before);
  }
}

// In a row whose spacing stays, ends that change places are neighbours: work is linear.
TEST(SweepAndPrune, WorkOfARowThatMovesALittleGrowsLinearly) {
  const auto workOf = [](int count) {
    Seeded random(17);
    std::vector<Box> boxes(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      boxes[i].add(Vec3(i, 7 * i, -3 * i));
      boxes[i].add(Vec3(i + 1.2, 7 * i + 1, 1 - 3 * i));
    }
    SweepAndPrune sweep;
    sweep.update(boxes);
    std::size_t work = 0;
    for (int n = 0; n < 10; ++n) {
      for (Box& box : boxes) {
        const Vec3 by = random.vector(0.3);
        box.low += by;
        box.high += by;
      }
      sweep.update(boxes);
      work += sweep.work();
    }
    return static_cast<double>(work);
  };
  const double few = workOf(300), many = workOf(30'000);
  EXPECT_GT(few, 0);
  EXPECT_LE(std::log(many / few) / std::log(100.0), 1.1);
}

// Nothing moves: nothing but one comparison per end.
TEST(SweepAndPrune, WorkOfWhatRestsIsNone) {
  Swarm swarm(200, 5, 1, 2);
  SweepAndPrune sweep;
  sweep.update(swarm.boxes);
  sweep.update(swarm.boxes);
  EXPECT_EQ(sweep.work(), 0u);
}

}  // namespace
}  // namespace sinew
