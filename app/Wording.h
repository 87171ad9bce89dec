#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sinew {

/// "1 part", "2 parts".
inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// The first few, and how many more: "a, b and 12 more".
inline std::string namesOf(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() <= kMost) return text;
  return text + " and " + std::to_string(names.size() - kMost) + " more";
}

}  // namespace sinew
