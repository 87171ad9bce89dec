#pragma once
#include <string>
#include <vector>

namespace sinew::arch {

/// The lines with comments, preprocessor directives and the insides of string and character
/// literals blanked out, so that braces and words that are left are code.
std::vector<std::string> plainCode(const std::vector<std::string>& lines);

}  // namespace sinew::arch
