#include "tests/arch/SourceTree.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace sinew::arch {
namespace {

namespace fs = std::filesystem;

void readFolder(const fs::path& root, const std::string& folder, SourceTree& tree) {
  if (!fs::is_directory(root / folder)) return;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    const auto extension = entry.path().extension();
    if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    tree.push_back({fs::relative(entry.path(), root).generic_string(), splitLines(text)});
  }
}

}  // namespace

SourceTree readSourceTree(const fs::path& root) {
  SourceTree tree;
  for (const char* folder : {"app", "ui", "render", "core", "tests"})
    readFolder(root, folder, tree);
  std::sort(tree.begin(), tree.end(), [](auto& a, auto& b) { return a.path < b.path; });
  return tree;
}

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool isBelow(const std::string& path, const std::string& folder) {
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

std::string folderOf(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

}  // namespace sinew::arch
