// A world whose making is stopped at any moment: none comes out, or a whole one.
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

SceneBuilder manyBodies() {
  SceneBuilder builder;
  for (int i = 0; i < 12; ++i) {
    builder.part("superquadric", "body" + std::to_string(i),
                 {{"motion", "local"}, {"position", Vec3(i, 0, 0)}});
  }
  return builder;
}

TEST(CompileStop, LeavesNoHalfMadeWorld) {
  const SceneBuilder builder = manyBodies();
  constexpr int kMoments = 60;
  int stopped = 0;
  for (int moment = 0; moment < kMoments; ++moment) {
    std::stop_source stop;
    Result<std::shared_ptr<const World>> world = fail(ErrorCode::Stopped, "not begun");
    {
      const std::jthread making([&] {
        world =
            World::compile(builder.scene(), builtins(), {.topology = {}, .stop = stop.get_token()});
      });
      for (int k = 0; k < 400 * moment; ++k) std::this_thread::yield();
      stop.request_stop();
    }
    if (!world) {
      EXPECT_EQ(world.error().code, ErrorCode::Stopped);
      ++stopped;
      continue;
    }
    Simulator simulator(*world);
    simulator.step(0.01);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok);
  }
  EXPECT_GT(stopped, 0);
}

TEST(CompileStop, IsHeededBeforeItBegins) {
  const SceneBuilder builder = manyBodies();
  std::stop_source stop;
  stop.request_stop();
  const auto world =
      World::compile(builder.scene(), builtins(), {.topology = {}, .stop = stop.get_token()});
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().code, ErrorCode::Stopped);
}

}  // namespace
}  // namespace sinew::test
