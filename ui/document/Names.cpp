#include "ui/document/Names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sinew::ui {
namespace {

/// "rope" of "rope_2".
std::string stemOf(const std::string& name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  const bool numbered = end != std::string::npos && end > 0 && end + 1 < name.size() &&
                        name[end] == '_' && name[end + 1] != '0';
  return numbered ? name.substr(0, end) : name;
}

}  // namespace

std::string freeName(const Scene& scene, Section section, const std::string& base) {
  if (scene.find(section, base) == nullptr) return base;
  const std::string stem = stemOf(base);
  for (int n = 2;; ++n) {
    std::string name = fmt::format("{}_{}", stem, n);
    if (scene.find(section, name) == nullptr) return name;
  }
}

}  // namespace sinew::ui
