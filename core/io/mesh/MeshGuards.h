#pragma once
#include <string>
#include <string_view>

namespace sinew {

/// Why a file's bytes are not what its ending says, or what would keep its reader busy without end
/// (Assimp 5.2); the rest of a sentence, "" for nothing. Looks at the beginning, and of glTF at
/// which node stands below which.
std::string whyNotRead(const std::string& bytes, std::string_view ending);

}  // namespace sinew
