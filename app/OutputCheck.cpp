#include "app/OutputCheck.h"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Why not, in plain words; empty when it can be written.
std::string whyNot(const fs::path& path, Written written) {
  std::error_code error;
  const fs::path parent = path.parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  if (!fs::exists(folder, error))
    return fmt::format("there is no folder {0}; make it first: mkdir -p '{0}'", folder.string());
  if (!fs::is_directory(folder, error)) return folder.string() + " is no folder";
  const fs::file_status there = fs::status(path, error);
  if (fs::is_directory(there)) return "it is a folder; name a file in it";
  const bool present = fs::exists(there);
  if (present && !fs::is_regular_file(there) && written == Written::Anew)
    return "it is no ordinary file and is not replaced";
  if (present && ::access(path.c_str(), W_OK) != 0) return "the file is write-protected";
  const bool needsFolder = !present || written == Written::Anew;
  if (needsFolder && ::access(folder.c_str(), W_OK | X_OK) != 0)
    return "nothing can be written in the folder " + folder.string();
  return {};
}

}  // namespace

Result<void> checkOutput(const std::string& option, const fs::path& path, Written written) {
  if (path.empty()) return {};
  const std::string why = whyNot(path, written);
  if (why.empty()) return {};
  return fail(ErrorCode::Io, fmt::format("cannot write {}: {}", path.string(), why), option);
}

}  // namespace sinew
