#include "core/scene/JsonText.h"

#include <gmock/gmock.h>

#include <limits>
#include <string>

#include "core/base/PlainText.h"
#include "core/scene/Fault.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

Fault onlySyntaxFault(std::string_view text, const JsonLimits& limits = {}) {
  const auto json = parseJson(text, limits);
  if (json || json.error().size() != 1) {
    ADD_FAILURE() << "expected one fault in " << text;
    return {};
  }
  return json.error().front();
}

TEST(JsonText, syntaxFaultsCarryPointerLineAndColumn) {
  const Fault fault = onlySyntaxFault("{\"parts\": [\n  {\"name\": \"a\", \"mass\": 1,,}]}");
  EXPECT_EQ(fault.pointer, "/parts/0");
  EXPECT_THAT(fault.found, HasSubstr("line 2"));
}

TEST(JsonText, commonMistakesAreToldInPlainWordsAndWithTheirPlace) {
  const struct {
    const char* text;
    const char* place;
    const char* hint;
  } mistakes[] = {
      {"{\n  \"a\": 1,\n}", "line 3, column 1", "take away the comma before the }"},
      {"[1, 2,\n ]", "line 2, column 2", "take away the comma before the ]"},
      {"{\n  a: 1}", "line 2, column 3", "a \" is missing"},
      {"{\"a\": wax}", "line 1, column 7", "a \" is missing"},
      {"{\"a: 1,\n \"b\": 2}", "line 1, column 2", "lacks its closing \""},
      {"{\"a\": \"b", "line 1, column 7", "lacks its closing \""},
      {"{\"a\": \"b\tc\"}", "line 1, column 7", "control characters"},
      {"{\"a\": \"b\\c\"}", "line 1, column 7", "a \\ in a text"},
      {"{\"a\": 1\n \"b\": 2}", "line 2, column 2", "a comma"},
      {"{} {}", "line 1, column 4", "nothing may follow"},
      {"{\"a\" 1}", "line 1, column 6", "a colon"},
      {"[{} {}]", "line 1, column 5", "a comma is missing"},
      {"{'a': 1}", "line 1, column 2", "not in single ones"},
      {"{\n // the body\n}", "line 2, column 2", "no comments"},
      {"{\"a\": 1} # end", "line 1, column 10", "no comments"},
      {"{\"a\": True}", "line 1, column 7", "small letters"},
      {"{\"a\": NaN}", "line 1, column 7", "finite"},
      {"{\"a\": -Infinity}", "line 1, column 7", "finite"},
      {"{\"a\": +1}", "line 1, column 7", "numbers are written as"},
      {"{\"a\": .5}", "line 1, column 7", "numbers are written as"},
      {"{\"a\": }", "line 1, column 7", "a value is missing"},
      {"[1,, 2]", "line 1, column 4", "a value is missing"},
      {"{\"a\": [1, 2}", "line 1, column 12", "every [ by a ]"},
      {"{\"a\": [1, 2]", "line 1, column 13", "a closing } or ] is missing"},
      {" \n", "line 2, column 1", "empty"},
  };
  for (const auto& mistake : mistakes) {
    const Fault fault = onlySyntaxFault(mistake.text);
    EXPECT_THAT(fault.found, HasSubstr(mistake.place)) << mistake.text;
    EXPECT_THAT(fault.legal, HasSubstr("well-formed JSON: ")) << mistake.text;
    EXPECT_THAT(fault.legal, HasSubstr(mistake.hint)) << mistake.text;
  }
}

TEST(JsonText, aByteOrderMarkIsReadOver) {
  EXPECT_TRUE(parseJson("\xEF\xBB\xBF{\"a\": 1}").has_value());
}

TEST(JsonText, utf16IsNamed) {
  EXPECT_THAT(onlySyntaxFault(std::string_view("\xFF\xFE{\0}\0", 6)).legal, HasSubstr("UTF-16"));
}

TEST(JsonText, aKeyGivenTwiceIsAFault) {
  const Fault fault = onlySyntaxFault(R"({"a": {"b": 1, "b": 2}})");
  EXPECT_EQ(fault.pointer, "/a/b");
  EXPECT_THAT(fault.found, HasSubstr("second time"));
}

TEST(JsonText, numbersBeyondDoubleAreAFault) {
  EXPECT_EQ(onlySyntaxFault(R"({"a": [1, 1e999]})").pointer, "/a/1");
  EXPECT_EQ(onlySyntaxFault(R"({"a": -1e400})").pointer, "/a");
  EXPECT_EQ(onlySyntaxFault(R"([0, {"a": [[1, 2], [3, 1e999]]}])").pointer, "/1/a/1/1");
}

TEST(JsonText, nanAndInfinityAreNoJson) {
  EXPECT_EQ(onlySyntaxFault(R"({"a": NaN})").pointer, "/a");
  EXPECT_EQ(onlySyntaxFault(R"({"a": Infinity})").pointer, "/a");
}

TEST(JsonText, brokenUtf8IsAFaultWithItsPlace) {
  EXPECT_THAT(onlySyntaxFault("{\"a\": \"\xC3\x28\"}").found, HasSubstr("column 8"));
  EXPECT_THAT(onlySyntaxFault("\"\xED\xA0\x80\"").legal, HasSubstr("UTF-8"));
}

TEST(JsonText, depthIsBoundedHoweverDeepTheTextGoes) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_THAT(onlySyntaxFault(deep).found, HasSubstr("nesting"));
  EXPECT_TRUE(parseJson(std::string(32, '[') + std::string(32, ']')).has_value());
}

TEST(JsonText, sizeAndNumberOfValuesAreBounded) {
  JsonLimits limits;
  limits.values = 3;
  EXPECT_THAT(onlySyntaxFault("[1, 2, 3]", limits).found, HasSubstr("values"));
  limits.bytes = 5;
  EXPECT_THAT(onlySyntaxFault("[1, 2, 3]", limits).found, HasSubstr("bytes"));
}

TEST(JsonText, emptyAndTrailingTextAreFaults) {
  onlySyntaxFault("");
  onlySyntaxFault("{} {}");
  onlySyntaxFault("{");
}

TEST(JsonText, numbersPrintShortestAndReadBackEqual) {
  EXPECT_EQ(numberText(0.1), "0.1");
  EXPECT_EQ(numberText(-0.0), "0");
  EXPECT_EQ(numberText(24), "24");
  for (const double number : {1.0 / 3, 1e-300, 5e-324, 1.7976931348623157e308, 123456789.123}) {
    const auto json = parseJson(numberText(number));
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ(json->get<double>(), number);
  }
}

TEST(JsonText, printsShortThingsOnOneLine) {
  EXPECT_EQ(printJson(OrderedJson{{"a", {1, 2}}, {"b", "x"}}), "{\"a\": [1, 2], \"b\": \"x\"}\n");
  OrderedJson wide;
  wide["first"] = std::string(60, 'x');
  wide["second"] = std::string(60, 'y');
  EXPECT_EQ(printJson(wide), "{\n  \"first\": \"" + std::string(60, 'x') + "\",\n  \"second\": \"" +
                                 std::string(60, 'y') + "\"\n}\n");
}

TEST(Fault, quotesWhatATerminalCannotShow) {
  EXPECT_EQ(quotedText("a\x1b[31m\n"), "\"a\\x1b[31m\\x0a\"");
  EXPECT_EQ(quotedText("\xff"), "\"\\xff\"");
  EXPECT_LT(quotedText(std::string(1000, 'x')).size(), 100U);
  EXPECT_EQ(quotedText("a\u202Eb\xc2\x85"), "\"a\\xe2\\x80\\xaeb\\xc2\\x85\"");
}

TEST(PlainText, escapesAndCutsWhatIsPrinted) {
  EXPECT_EQ(plainText("one\ntwo\x1b[2J\xff"), "one\ntwo\\x1b[2J\\xff");
  EXPECT_EQ(plainText("schön"), "schön");
  EXPECT_EQ(plainText(std::string(1000, 'x'), 90),
            std::string(30, 'x') + "…" + std::string(60, 'x'));
  EXPECT_LT(plainText("no " + std::string(50'000, 'x') + " here").size(), 500U);
  EXPECT_TRUE(plainText("no " + std::string(50'000, 'x') + " here").ends_with("x here"));
  EXPECT_EQ(plainText("\ufeffa"), "\\xef\\xbb\\xbfa");
  EXPECT_EQ(shownPath("a\nb.json"), "a\\x0ab.json");
  const std::string shown = shownPath("/" + std::string(5000, 'x') + "/ü.json");
  EXPECT_LT(shown.size(), 250U);
  EXPECT_TRUE(shown.ends_with("x/ü.json"));
  for (std::size_t most = 1; most < 12; ++most) EXPECT_TRUE(isUtf8(plainText("äöüäöüäöü", most)));
}

TEST(Fault, pointersEscapeTildeAndSlash) {
  EXPECT_EQ(pointerTo("/a", "b/c~d"), "/a/b~1c~0d");
  EXPECT_EQ(pointerTo("/a", std::size_t{3}), "/a/3");
}

TEST(Fault, theNearestNameIsOneThatCouldBeATypo) {
  EXPECT_EQ(nearestName("raduis", {"mass", "radius"}), "radius");
  EXPECT_EQ(nearestName("qqqqqq", {"mass", "radius"}), "");
}

TEST(Fault, theLogKeepsABoundedNumber) {
  FaultLog log;
  for (int i = 0; i < 10'000; ++i) log.add("/x", "y", "z");
  const auto faults = log.take();
  EXPECT_EQ(faults.size(), FaultLog::kMaxFaults + 1);
  EXPECT_THAT(faults.back().found, HasSubstr("9800 more"));
}

}  // namespace
}  // namespace sinew
