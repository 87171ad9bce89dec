// What runs in a process of its own comes back, and what goes wrong there stays there.
#include "core/io/mesh/RunApart.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace sinew {
namespace {

TEST(RunApart, GivesBackWhatWasReturned) {
  const std::string large(3'000'001, 'x');
  int kept = 1;
  const auto result = runApart([&] {
    kept = 2;
    return std::string(large);
  });
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(*result, large);
  EXPECT_EQ(kept, 1) << "it worked on a copy";
}

TEST(RunApart, SurvivesWhateverHappensThere) {
  const std::function<std::string()> bad[] = {
      []() -> std::string { std::abort(); },
      []() -> std::string { throw std::runtime_error("no"); },
      []() -> std::string { std::_Exit(0); },
      []() -> std::string {
        std::raise(SIGSEGV);
        return "x";
      },
      [] { return std::string(std::size_t{1} << 45U, 'x'); }};
  for (const auto& work : bad) {
    const auto result = runApart(work);
    if (result) {
      EXPECT_TRUE(result->empty());
    } else {
      EXPECT_FALSE(result.error().message.empty());
    }
  }
}

TEST(RunApart, EndsWhatDoesNotEnd) {
  ApartLimits limits;
  limits.seconds = 1;
  const auto result = runApart(
      []() -> std::string {
        for (volatile bool forever = true; forever;) {
        }
        return {};
      },
      limits);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::HasSubstr("1 s"));
}

}  // namespace
}  // namespace sinew
