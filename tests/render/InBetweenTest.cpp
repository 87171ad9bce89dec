// Pictures between the frames that were simulated.
#include "render/InBetween.h"

#include <gtest/gtest.h>

#include "tests/render/TestBodies.h"

namespace sinew::test {
namespace {

/// A ball that is a metre further to the right with every frame; others from `changes` on.
class Ball {
 public:
  explicit Ball(int changes = 100) : m_changes(changes) {}
  Result<std::shared_ptr<const Snapshot>> operator()(int frame) {
    asked.push_back(frame);
    auto snapshot =
        std::make_shared<Snapshot>(snapshotOf({{.name = frame < m_changes ? "ball" : "other",
                                                .centre = Vec3(frame, 1, 0),
                                                .across = frame < m_changes ? 24 : 30}}));
    snapshot->time = 0.5 * frame;
    snapshot->glyphs = {{.from = Vec3(0, frame, 0), .to = Vec3(0, 0, frame)}};
    return std::shared_ptr<const Snapshot>(snapshot);
  }
  std::vector<int> asked;

 private:
  int m_changes;
};

TEST(InBetween, PointsGoStraightFromFrameToFrame) {
  Ball ball;
  InBetween frames(std::ref(ball));
  const auto first = *frames.at(3);
  const auto between = *frames.at(3.25);
  ASSERT_EQ(between->positions.size(), first->positions.size());
  for (std::size_t i = 0; i < first->positions.size(); i += 3)
    EXPECT_NEAR(between->positions[i], first->positions[i] + 0.25, 1e-5);
  EXPECT_NEAR(between->time, 1.625, 1e-12);
  EXPECT_NEAR(between->glyphs[0].from.y(), 3.25, 1e-12);
  EXPECT_NEAR(between->glyphs[0].to.z(), 3.25, 1e-12);
}

TEST(InBetween, WholeFramesAreThemselvesAndEachIsAskedForOnce) {
  Ball ball;
  InBetween frames(std::ref(ball));
  for (const double frame : {0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 2.0}) ASSERT_TRUE(frames.at(frame));
  EXPECT_EQ(ball.asked, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(*frames.at(2), *frames.at(2)) << "the frame itself, no copy";
}

TEST(InBetween, BetweenDifferentThingsTheEarlierIsHeld) {
  Ball ball(4);
  InBetween frames(std::ref(ball));
  const auto before = *frames.at(3);
  EXPECT_EQ((*frames.at(3.5))->positions, before->positions);
  EXPECT_NE((*frames.at(4))->positions, before->positions);
}

TEST(InBetween, WhatTheSourceCannotGiveIsSaid) {
  InBetween frames([](int frame) -> Result<std::shared_ptr<const Snapshot>> {
    if (frame > 1) return fail(ErrorCode::Usage, "no more");
    return std::make_shared<const Snapshot>();
  });
  EXPECT_TRUE(frames.at(1));
  EXPECT_FALSE(frames.at(1.5));
}

}  // namespace
}  // namespace sinew::test
