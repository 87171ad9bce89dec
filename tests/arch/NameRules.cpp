#include "tests/arch/NameRules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace sinew::arch {
namespace {

struct ForbiddenWord {
  std::string_view folder, word, why;
};

constexpr std::array kForbiddenWords = {
    ForbiddenWord{"core", "system_clock", "results must not depend on the clock"},
    ForbiddenWord{"core", "random_device", "randomness is seeded by the scene"},
    ForbiddenWord{"core", "std::rand", "randomness is seeded by the scene"},
};

std::string lowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Violations findVagueNames(const SourceTree& tree) {
  Violations found;
  for (const auto& file : tree) {
    const std::string path = lowerCase(file.path);
    for (const char* vague : {"util", "common", "manager", "helper"}) {
      if (path.find(vague) == std::string::npos) continue;
      found.push_back(file.path + ":1: say what it is instead of \"" + vague + "\"");
    }
  }
  return found;
}

Violations findForbiddenWords(const SourceTree& tree) {
  Violations found;
  for (const auto& file : tree) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const auto& rule : kForbiddenWords) {
        if (!isBelow(file.path, std::string(rule.folder))) continue;
        if (file.lines[i].find(rule.word) == std::string::npos) continue;
        found.push_back(file.path + ":" + std::to_string(i + 1) + ": " + std::string(rule.word) +
                        ": " + std::string(rule.why));
      }
    }
  }
  return found;
}

}  // namespace sinew::arch
