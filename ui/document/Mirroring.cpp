#include "ui/document/Mirroring.h"

#include <array>
#include <cctype>
#include <utility>

#include "ui/document/Members.h"

namespace sinew::ui {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 5> kSides = {
    {{"l", "r"}, {"L", "R"}, {"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}}};

/// The other side, if a word names one.
std::string otherSide(const std::string& word) {
  for (const auto& [left, right] : kSides) {
    if (word == left) return right;
    if (word == right) return left;
  }
  return word;
}

/// Whether a word ends between two letters: at what is no letter, or before a capital.
bool endsBetween(char before, char after) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto capital = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  return letter(before) != letter(after) || (!capital(before) && capital(after));
}

}  // namespace

std::string nameInMirror(const std::string& name) {
  std::string image, word;
  for (const char c : name) {
    if (!word.empty() && endsBetween(word.back(), c)) {
      image += otherSide(word);
      word.clear();
    }
    word += c;
  }
  return image + otherSide(word);
}

Mirror mirrorFor(const Scene& scene, const std::vector<ObjectId>& selected, int axis) {
  return {axis, centreFor(scene, selected)[axis]};
}

MirrorAddition mirrorAddition(const Scene& scene, const Registry& registry,
                              const std::vector<ObjectId>& selected, int axis) {
  const Scene things = excerptOf(scene, registry, selected, Others::MayBeTied);
  if (things.parts().empty() && things[Section::Cameras].empty() && things[Section::Lights].empty())
    return {};
  MirroredScene image = mirrored(things, scene, registry, mirrorFor(scene, selected, axis));
  MirrorAddition addition;
  addition.no = std::move(image.no);
  for (const auto& [section, name] : image.untied) addition.untied.push_back(name);
  addition.insertion = insertionInPlace(image.scene, scene, registry, nameInMirror);
  return addition;
}

}  // namespace sinew::ui
