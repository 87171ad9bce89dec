#pragma once
#include <cstdint>
#include <string>

namespace sinew {

/// "1 part", "2 parts".
inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

}  // namespace sinew
