#include "core/base/FileSort.h"

#include <system_error>

namespace sinew {

namespace fs = std::filesystem;

std::string sortOfFile(const fs::file_status& status) {
  switch (status.type()) {
    case fs::file_type::none:
    case fs::file_type::not_found:
    case fs::file_type::regular:
      return {};
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::symlink:
      return "a link to another file";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "something that is no file";
  }
}

std::string whyNoFile(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::regular) return {};
  const std::string sort = sortOfFile(status);
  if (fs::is_directory(status)) return "it is a folder; name a file in it";
  if (!sort.empty()) return "it is " + sort + ", not a file; save what it gives into a file first";
  std::error_code none;
  if (fs::is_symlink(fs::symlink_status(path, none)))
    return "it is a link to a file that is not there";
  if (status.type() == fs::file_type::none && error) return error.message();
  return "there is no such file";
}

}  // namespace sinew
