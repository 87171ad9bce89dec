#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/scene/SceneJson.h"
#include "tests/core/scene/TestKinds.h"

namespace sinew {
namespace {

constexpr const char* kValid = R"({"sinew": 1, "notes": "n", "settings": {"fps": 30},
  "materials": [{"name": "wax", "colour": [1, 0.5, 0.25]}],
  "parts": [{"name": "a", "kind": "block", "mass": 2.5, "orientation": [1, 2, 3, 4],
             "strength": {"keys": [[0, 1], [1, 2, "linear"]], "interpolation": "step"},
             "sizes": [1, 2], "mesh": "m/x.obj", "material": "wax"},
            {"name": "b", "kind": "block", "target": {"keys": [[0, [1, 2, 3]], [1e-3, [0, 0, 0]]]}}],
  "constraints": [{"name": "c", "kind": "link", "a": {"part": "a", "at": [1, 2]},
                   "activation": {"keys": [[0, false], [1, true]]}}]})";

/// Replaces, inserts, deletes or repeats a stretch of the text.
void mutate(std::string& text, std::mt19937& random) {
  static const char* const kPieces[] = {
      "1e999", "null",    "[",    "]",   "{",      "}", "\"",   ",",   "-",
      "1e308", "\\u0000", "\xff", "NaN", "\"a\":", "0", "[[[[", "../", "99999999999999999999"};
  const auto below = [&random](std::size_t n) { return random() % n; };
  const std::size_t at = text.empty() ? 0 : below(text.size());
  const std::size_t length = 1 + below(12);
  switch (below(4)) {
    case 0:
      text.replace(at, length, kPieces[below(std::size(kPieces))]);
      break;
    case 1:
      text.insert(at, kPieces[below(std::size(kPieces))]);
      break;
    case 2:
      text.erase(at, length);
      break;
    default:
      text.insert(at, text.substr(below(text.size() + 1), length * 8));
      break;
  }
}

TEST(SceneFuzz, mutatedTextIsReadOrRefusedButNeverCrashes) {
  const Registry registry = testRegistry();
  ASSERT_TRUE(readScene(kValid, registry).has_value());
  std::mt19937 random(20'26);
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = kValid;
    for (unsigned k = 0; k < 1 + random() % 4; ++k) mutate(text, random);
    const auto scene = readScene(text, registry);
    if (!scene) {
      ++refused;
      EXPECT_FALSE(scene.error().empty());
    } else {
      const auto again = readScene(writeScene(*scene, registry), registry);
      ASSERT_TRUE(again.has_value());
      EXPECT_EQ(*again, *scene);
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 4000);
}

}  // namespace
}  // namespace sinew
