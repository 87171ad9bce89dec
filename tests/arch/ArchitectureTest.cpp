// The rules of docs/architecture.md, held against the sources themselves.
#include <gmock/gmock.h>

#include "tests/arch/IncludeRules.h"
#include "tests/arch/NameRules.h"
#include "tests/arch/SizeRules.h"

namespace sinew::arch {
namespace {

using testing::IsEmpty;

// Both lists may only shrink.
const AllowedLengths& longFiles() {
  static const AllowedLengths allowed = {};
  return allowed;
}
const AllowedLengths& longFunctions() {
  static const AllowedLengths allowed = {};
  return allowed;
}

const SourceTree& sources() {
  static const SourceTree tree = readSourceTree(SINEW_SOURCE_DIR);
  return tree;
}

TEST(Architecture, TheSourcesAreFound) {
  std::vector<std::string> paths;
  for (const auto& file : sources()) paths.push_back(file.path);
  EXPECT_THAT(paths, testing::IsSupersetOf(
                         {"app/main.cpp", "core/model/Part.h", "tests/arch/ArchitectureTest.cpp"}));
}

TEST(Architecture, IncludesGoDownTheLayersOnly) {
  EXPECT_THAT(findLayerViolations(sources()), IsEmpty());
}

TEST(Architecture, LibrariesStayInTheirLayer) {
  EXPECT_THAT(findLibraryViolations(sources()), IsEmpty());
}

TEST(Architecture, IncludesAreWrittenFromTheRoot) {
  EXPECT_THAT(findFormViolations(sources()), IsEmpty());
}

TEST(Architecture, FilesAreShort) {
  EXPECT_THAT(findLongFiles(sources(), longFiles()), IsEmpty());
}

TEST(Architecture, FunctionsAreShort) {
  EXPECT_THAT(findLongFunctions(sources(), longFunctions()), IsEmpty());
}

TEST(Architecture, NamesSayWhatThingsAre) {
  EXPECT_THAT(findVagueNames(sources()), IsEmpty());
}

TEST(Architecture, CoreDependsOnNeitherClockNorDice) {
  EXPECT_THAT(findForbiddenWords(sources()), IsEmpty());
}

}  // namespace
}  // namespace sinew::arch
