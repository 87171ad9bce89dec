// The rules themselves, tried on small made-up trees: each must find what it is there for.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/arch/IncludeRules.h"
#include "tests/arch/NameRules.h"
#include "tests/arch/PlainCode.h"
#include "tests/arch/SizeRules.h"

namespace sinew::arch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

SourceFile file(const std::string& path, const std::string& text) {
  return {path, splitLines(text)};
}

/// A file that includes one of ours.
SourceFile including(const std::string& path, const std::string& target) {
  return file(path, "#pragma once\n#include \"" + target + "\"\n");
}

bool layersAllow(const std::string& path, const std::string& target) {
  return findLayerViolations({including(path, target)}).empty();
}

TEST(LayerRule, NamesFileAndLine) {
  EXPECT_THAT(findLayerViolations({including("core/base/Bad.h", "render/Gl.h")}),
              ElementsAre("core/base/Bad.h:2: may not include render/Gl.h"));
}

TEST(LayerRule, LetsUpperLayersIncludeLowerOnes) {
  EXPECT_TRUE(layersAllow("app/A.cpp", "ui/Window.h"));
  EXPECT_TRUE(layersAllow("ui/A.cpp", "render/Frame.h"));
  EXPECT_TRUE(layersAllow("render/A.cpp", "core/simulation/Snapshot.h"));
  EXPECT_FALSE(layersAllow("core/simulation/A.cpp", "render/Frame.h"));
  EXPECT_FALSE(layersAllow("render/A.cpp", "ui/Window.h"));
  EXPECT_FALSE(layersAllow("ui/A.cpp", "app/Main.h"));
  EXPECT_FALSE(layersAllow("core/base/A.cpp", "tests/Fake.h"));
}

TEST(LayerRule, KeepsTheOrderInsideCore) {
  EXPECT_TRUE(layersAllow("core/params/A.h", "core/math/Types.h"));
  EXPECT_FALSE(layersAllow("core/math/A.h", "core/params/Value.h"));
  EXPECT_FALSE(layersAllow("core/model/A.h", "core/scene/Scene.h"));
  EXPECT_FALSE(layersAllow("core/solvers/A.h", "core/simulation/World.h"));
  EXPECT_TRUE(layersAllow("core/simulation/A.h", "core/solvers/Ldlt.h"));
  EXPECT_FALSE(layersAllow("core/simulation/A.h", "core/io/Mesh.h"));
}

TEST(LayerRule, KeepsPartsAndConstraintsApart) {
  EXPECT_TRUE(layersAllow("core/parts/rope/Rope.h", "core/model/Part.h"));
  EXPECT_FALSE(layersAllow("core/parts/rope/Rope.h", "core/constraints/Distance.h"));
  EXPECT_FALSE(layersAllow("core/constraints/Distance.h", "core/parts/rope/Rope.h"));
  EXPECT_FALSE(layersAllow("core/forces/Wind.h", "core/parts/rope/Rope.h"));
}

TEST(LayerRule, KeepsKindsOfPartsApartFromEachOther) {
  EXPECT_TRUE(layersAllow("core/parts/rope/Rope.h", "core/parts/rope/Spline.h"));
  EXPECT_TRUE(layersAllow("core/parts/rope/Rope.h", "core/parts/Pose.h"));
  EXPECT_FALSE(layersAllow("core/parts/rope/Rope.h", "core/parts/particle/Particle.h"));
}

TEST(LayerRule, LetsOnlyTheBuiltinsNameConcreteKinds) {
  EXPECT_TRUE(layersAllow("core/registry/Builtins.cpp", "core/parts/rope/Rope.h"));
  EXPECT_FALSE(layersAllow("core/registry/Registry.h", "core/parts/rope/Rope.h"));
  EXPECT_FALSE(layersAllow("core/simulation/World.cpp", "core/parts/rope/Rope.h"));
  EXPECT_FALSE(layersAllow("core/simulation/World.cpp", "core/integrators/Euler.h"));
  EXPECT_FALSE(layersAllow("core/scene/Json.cpp", "core/constraints/Distance.h"));
}

TEST(LayerRule, KnowsNoNewFoldersUntilTheyAreInTheTable) {
  EXPECT_FALSE(layersAllow("core/novelty/A.h", "core/base/Result.h"));
  EXPECT_FALSE(layersAllow("novelty/A.h", "core/base/Result.h"));
  EXPECT_FALSE(layersAllow("core/parts/rope/Rope.h", "core/modelling/Part.h"));
}

TEST(LibraryRule, KeepsQtOutOfRenderAndCore) {
  for (const char* path : {"core/base/A.h", "render/A.h"}) {
    EXPECT_THAT(findLibraryViolations({file(path, "#include <QWidget>")}), SizeIs(1));
    EXPECT_THAT(findLibraryViolations({file(path, "# include <QtGui/QImage>")}), SizeIs(1));
  }
  EXPECT_THAT(findLibraryViolations({file("ui/A.h", "#include <QWidget>")}), IsEmpty());
}

TEST(LibraryRule, KeepsOpenGlOutOfCore) {
  EXPECT_THAT(findLibraryViolations({file("core/math/A.h", "#include <GL/gl.h>")}), SizeIs(1));
  EXPECT_THAT(findLibraryViolations({file("core/math/A.h", "#include <EGL/egl.h>")}), SizeIs(1));
  EXPECT_THAT(findLibraryViolations({file("render/A.h", "#include <GL/gl.h>")}), IsEmpty());
}

TEST(LibraryRule, LetsOnlyIoImportMeshes) {
  EXPECT_THAT(findLibraryViolations({file("core/io/A.h", "#include <assimp/scene.h>")}), IsEmpty());
  EXPECT_THAT(findLibraryViolations({file("core/parts/A.h", "#include <assimp/scene.h>")}),
              SizeIs(1));
}

TEST(FormRule, WantsPathsFromTheRoot) {
  EXPECT_THAT(findFormViolations({including("core/base/A.h", "B.h")}), SizeIs(1));
  EXPECT_THAT(findFormViolations({including("core/base/A.h", "../math/B.h")}), SizeIs(1));
  EXPECT_THAT(findFormViolations({including("core/base/A.h", "core/base/B.h")}), IsEmpty());
}

TEST(FormRule, WantsHeadersToGuardThemselves) {
  EXPECT_THAT(findFormViolations({file("core/base/A.h", "int a;")}), SizeIs(1));
  EXPECT_THAT(findFormViolations({file("core/base/A.cpp", "int a;")}), IsEmpty());
}

std::string linesOf(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "  step();\n";
  return text;
}

TEST(FileLength, AlarmsAboveFiveHundredLines) {
  EXPECT_THAT(findLongFiles({file("core/A.cpp", linesOf(500))}, {}), IsEmpty());
  EXPECT_THAT(findLongFiles({file("core/A.cpp", linesOf(501))}, {}),
              ElementsAre("core/A.cpp:1: 501 lines, at most 500"));
}

TEST(FileLength, ExceptionsMayOnlyShrink) {
  const SourceTree tree = {file("core/A.cpp", linesOf(600))};
  EXPECT_THAT(findLongFiles(tree, {{"core/A.cpp", 600}}), IsEmpty());
  EXPECT_THAT(findLongFiles(tree, {{"core/A.cpp", 700}}), ElementsAre(HasSubstr("lower it")));
  EXPECT_THAT(findLongFiles(tree, {{"core/A.cpp", 550}}), ElementsAre(HasSubstr("shorten")));
  EXPECT_THAT(findLongFiles({}, {{"core/A.cpp", 600}}), ElementsAre(HasSubstr("no longer")));
}

TEST(FunctionLength, AlarmsAboveSixtyLines) {
  const std::string head = "int Part::grow(int a, std::vector<int> b) const {\n";
  EXPECT_THAT(findLongFunctions({file("core/A.cpp", head + linesOf(58) + "}\n")}, {}), IsEmpty());
  EXPECT_THAT(findLongFunctions({file("core/A.cpp", head + linesOf(59) + "}\n")}, {}),
              ElementsAre("core/A.cpp:1: Part::grow: 61 lines, at most 60"));
}

TEST(FunctionLength, SeesThroughNamespacesClassesAndInitialisers) {
  const std::string text =
      "namespace a {\n"
      "struct S : Base<int> {\n"
      "  explicit S(int x) : m_x(x), m_y{x, 2} {\n" +
      linesOf(70) +
      "  }\n"
      "  int table[2] = {1, 2};\n"
      "};\n"
      "}\n";
  EXPECT_THAT(findLongFunctions({file("core/A.cpp", text)}, {}), SizeIs(1));
}

TEST(FunctionLength, CountsLambdasWithTheirFunction) {
  const std::string text =
      "void f() {\n  run([&](int i) {\n" + linesOf(70) + "  });\n}\nvoid g() {}\n";
  const auto functions = measureFunctions(file("core/A.cpp", text));
  ASSERT_THAT(functions, SizeIs(2));
  EXPECT_EQ(functions[0].lines, 74);
  EXPECT_EQ(functions[1].lines, 1);
}

TEST(FunctionLength, DoesNotTakeALongClassForAFunction) {
  std::string text = "class A {\n";
  for (int i = 0; i < 80; ++i) text += "  int f(int x);\n";
  EXPECT_THAT(findLongFunctions({file("core/A.h", text + "};\n")}, {}), IsEmpty());
}

TEST(PlainCode, BlanksCommentsLiteralsAndDirectives) {
  const std::vector<std::string> code = {"int a; // {",
                                         "/* { */ b /* {",
                                         "{ */ c",
                                         R"(s = "{\"{"; t = '{';)",
                                         "#define X {\\",
                                         "  {",
                                         "d",
                                         R"x(r = R"({{)x",
                                         R"x(}" }})"; e)x",
                                         "1'000 {"};
  EXPECT_THAT(plainCode(code), ElementsAre("int a; ", " b ", " c", R"(s = ""; t = '';)", "", "",
                                           "d", R"(r = "")", "; e", "1'000 {"));
}

TEST(VagueNames, AreFoundInFilesAndFolders) {
  EXPECT_THAT(findVagueNames({file("core/utils/A.h", "")}), SizeIs(1));
  EXPECT_THAT(findVagueNames({file("core/base/StringHelpers.h", "")}), SizeIs(1));
  EXPECT_THAT(findVagueNames({file("ui/SceneManager.cpp", "")}), SizeIs(1));
  EXPECT_THAT(findVagueNames({file("core/base/Hash.h", "")}), IsEmpty());
}

TEST(ForbiddenWords, AreFoundInCoreOnly) {
  const std::string text = "auto t = std::chrono::system_clock::now();";
  EXPECT_THAT(findForbiddenWords({file("core/base/A.cpp", text)}), SizeIs(1));
  EXPECT_THAT(findForbiddenWords({file("app/A.cpp", text)}), IsEmpty());
}

TEST(SourceTree, IsReadFromDisk) {
  const auto root = std::filesystem::path(testing::TempDir()) / "sinew arch tree";
  std::filesystem::create_directories(root / "core" / "base");
  std::ofstream(root / "core" / "base" / "B.cpp") << "#include \"ui/Window.h\"\n";
  std::ofstream(root / "core" / "base" / "notes.txt") << "not a source\n";
  const SourceTree tree = readSourceTree(root);
  std::filesystem::remove_all(root);
  ASSERT_THAT(tree, SizeIs(1));
  EXPECT_THAT(findLayerViolations(tree),
              ElementsAre("core/base/B.cpp:1: may not include ui/Window.h"));
}

}  // namespace
}  // namespace sinew::arch
