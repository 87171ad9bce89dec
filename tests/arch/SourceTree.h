#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace sinew::arch {

/// One of our own C++ files.
struct SourceFile {
  std::string path;                ///< relative to the root, with '/'
  std::vector<std::string> lines;  ///< without their ends
};

using SourceTree = std::vector<SourceFile>;

/// What a rule found fault with: "path:line: why".
using Violations = std::vector<std::string>;

/// Every .h and .cpp below the layers' folders and tests/, sorted by path.
SourceTree readSourceTree(const std::filesystem::path& root);

std::vector<std::string> splitLines(const std::string& text);

/// path is folder, or lies below it.
bool isBelow(const std::string& path, const std::string& folder);

/// Everything up to the last '/'.
std::string folderOf(const std::string& path);

}  // namespace sinew::arch
