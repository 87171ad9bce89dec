#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include "core/base/FileSort.h"
#include "core/base/PlainText.h"
#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Closes its file when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : m_number(number) {}
  ~Descriptor() {
    if (m_number >= 0) ::close(m_number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return m_number; }

 private:
  int m_number;
};

Unexpected<Error> ioFailure(const char* what, const fs::path& path) {
  const std::error_code code(errno, std::generic_category());
  return fail(ErrorCode::Io, fmt::format("cannot {} {}: {}", what, shownPath(path), code.message()),
              shownPath(path));
}

bool writeAll(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

/// Permissions that the new file should have: those of the old one, else the usual ones.
mode_t modeFor(const fs::path& path) {
  struct stat old {};
  if (::stat(path.c_str(), &old) == 0) return old.st_mode & 07777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

/// Fills a fresh temporary file and makes sure that it has reached the disk.
Result<void> writeTemporary(std::string& temporary, const std::string& text, mode_t mode) {
  const Descriptor file(::mkstemp(temporary.data()));
  if (file.number() < 0) return ioFailure("create", temporary);
  if (!writeAll(file.number(), text) || ::fchmod(file.number(), mode) != 0 ||
      ::fsync(file.number()) != 0) {
    const auto failure = ioFailure("write", temporary);
    ::unlink(temporary.c_str());
    return failure;
  }
  return {};
}

/// A program that was killed between writing and renaming left its temporary file behind. One that
/// is young may belong to someone who is saving now.
void removeLeftovers(const fs::path& folder, const std::string& prefix) {
  constexpr auto kOld = std::chrono::minutes(1);
  constexpr std::size_t kRandomLetters = 6;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(prefix, 0) != 0 || name.size() != prefix.size() + kRandomLetters) continue;
    const auto age = fs::file_time_type::clock::now() - entry.last_write_time(error);
    if (!error && age > kOld) fs::remove(entry.path(), error);
  }
}

Unexpected<Error> noBackup(const fs::path& path, const std::string& why) {
  return fail(ErrorCode::Io,
              fmt::format("what is there cannot be kept as {}: {}", shownPath(backupOf(path)), why),
              shownPath(path));
}

}  // namespace

fs::path backupOf(const fs::path& path) {
  return path.string() + "~";
}

std::string whyNoBackup(const fs::path& path) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(backupOf(path), error);
  const std::string sort = fs::is_symlink(there) ? std::string() : sortOfFile(there);
  return sort.empty() ? sort : "that is " + sort;
}

Result<void> keepBackup(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return {};
  if (const std::string why = whyNoBackup(path); !why.empty()) return noBackup(path, why);
  const fs::path backup = backupOf(path);
  fs::remove(backup, error);
  fs::create_hard_link(path, backup, error);
  if (error) fs::copy_file(path, backup, fs::copy_options::overwrite_existing, error);
  if (error) return noBackup(path, error.message());
  return {};
}

Result<void> moveToBackup(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return {};
  if (const std::string why = whyNoBackup(path); !why.empty()) return noBackup(path, why);
  fs::rename(path, backupOf(path), error);
  if (error) return noBackup(path, error.message());
  return {};
}

Result<void> saveText(const std::string& text, const fs::path& path, Backup backup) {
  std::error_code error;
  // Through a symbolic link the file it points to is replaced, not the link.
  const fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  if (error && target.empty())
    return fail(ErrorCode::Io, "cannot follow the link: " + error.message(), path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string prefix = "." + target.filename().string() + ".";
  removeLeftovers(folder, prefix);
  std::string temporary = (folder / (prefix + "XXXXXX")).string();
  auto written = writeTemporary(temporary, text, modeFor(target));
  if (!written) return written;
  if (backup == Backup::Keep) {
    if (auto kept = keepBackup(target); !kept) {
      ::unlink(temporary.c_str());
      return kept;
    }
  }
  if (::rename(temporary.c_str(), target.c_str()) != 0) {
    const auto failure = ioFailure("replace", target);
    ::unlink(temporary.c_str());
    return failure;
  }
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.number() < 0 || ::fsync(directory.number()) != 0)
    return ioFailure("flush the folder of", target);
  return {};
}

Result<void> saveScene(const Scene& scene, const fs::path& path, const Registry& registry) {
  return saveText(writeScene(scene, registry), path);
}

}  // namespace sinew
