// Runs the tests of one folder below this where --folder=NAME says which, without the long ones;
// else what GoogleTest's options say. ctest has an entry per folder.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

/// A filter that picks the tests in files of that folder.
std::string testsIn(const std::string& folder) {
  const std::string place = "/tests/core/" + folder + "/";
  std::string names;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      if (std::string_view(test.file()).find(place) == std::string_view::npos) continue;
      names += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view kOption = "--folder=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(kOption)) continue;
    const std::string names = testsIn(std::string(argument.substr(kOption.size())));
    if (names.empty()) {
      std::fprintf(stderr, "no tests in the folder of %s\n", argv[i]);
      return 1;
    }
    GTEST_FLAG_SET(filter, names + "-*Soak*");
  }
  return RUN_ALL_TESTS();
}
