#pragma once
#include <map>

#include "tests/arch/SourceTree.h"

namespace sinew::arch {

inline constexpr int kMostFileLines = 500;
inline constexpr int kMostFunctionLines = 60;

/// Exceptions with the length each may have. They may only shrink: an entry that is no longer
/// needed, or is larger than the code, is a violation itself.
using AllowedLengths = std::map<std::string, int>;

/// A function body as counted from the line of its opening brace to that of its closing one.
struct FunctionLength {
  std::string name;  ///< "path:name(", as far as a rough reader can tell
  int firstLine = 0;
  int lines = 0;
};

/// Rough: strips comments and literals, then matches braces. Lambdas count with what holds them.
std::vector<FunctionLength> measureFunctions(const SourceFile& file);

Violations findLongFiles(const SourceTree& tree, const AllowedLengths& allowed);
Violations findLongFunctions(const SourceTree& tree, const AllowedLengths& allowed);

}  // namespace sinew::arch
