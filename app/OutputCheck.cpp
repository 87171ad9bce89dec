#include "app/OutputCheck.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <climits>
#include <system_error>

#include "core/base/FileSort.h"
#include "core/base/PlainText.h"
#include "core/scene/AssetPath.h"
#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

// What is beside it for a while has up to ten letters more.
constexpr std::size_t kLongestName = NAME_MAX - 10;

/// Why not, in plain words; empty when it can be written.
std::string whyNot(const fs::path& path, Written written) {
  std::error_code error;
  const fs::path parent = path.parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  if (!fs::exists(folder, error))
    return fmt::format("there is no folder {0}; make it first: mkdir -p '{0}'", shownPath(folder));
  if (!fs::is_directory(folder, error)) return shownPath(folder) + " is no folder";
  const fs::file_status there = fs::symlink_status(path, error);
  if (fs::is_directory(there)) return "it is a folder; name a file in it";
  const bool pipe = fs::is_fifo(there) && written == Written::InPlace;
  const std::string sort = pipe ? std::string() : sortOfFile(there);
  if (!sort.empty()) return fmt::format("it is {} and is not replaced; name another file", sort);
  const bool present = fs::exists(there);
  if (present && ::access(path.c_str(), W_OK) != 0) return "the file is write-protected";
  if (!pipe && ::access(folder.c_str(), W_OK | X_OK) != 0)
    return "nothing can be written in the folder " + shownPath(folder);
  if (path.filename().native().size() > kLongestName) return "its name is too long";
  const std::string noBackup = present && !pipe ? whyNoBackup(path) : std::string();
  if (!noBackup.empty()) {
    return fmt::format("what is there cannot be kept as {}: {}", shownPath(backupOf(path)),
                       noBackup);
  }
  return {};
}

/// Whether a path is, or is a name for numbered pictures (%d, %04d) one of which is, that file.
bool wouldReplace(const fs::path& output, const fs::path& file) {
  if (namesSameFile(output, file)) return true;
  const std::string name = output.filename().string();
  const std::size_t place = name.find('%');
  if (place == std::string::npos) return false;
  const std::size_t end = name.find_first_not_of("0123456789", place + 1);
  if (end == std::string::npos || name[end] != 'd') return false;
  const std::string head = name.substr(0, place), tail = name.substr(end + 1);
  const std::string other = file.filename().string();
  if (other.size() <= head.size() + tail.size()) return false;
  const auto isDigit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto number = other.begin() + static_cast<std::ptrdiff_t>(head.size());
  return other.starts_with(head) && other.ends_with(tail) &&
         std::all_of(number, other.end() - static_cast<std::ptrdiff_t>(tail.size()), isDigit) &&
         namesSameFile(output.parent_path() / other, file);
}

Result<void> checkOne(const Output& output, const std::vector<FileInUse>& inUse) {
  const std::string why = whyNot(output.path, output.written);
  if (!why.empty()) {
    return fail(ErrorCode::Io, fmt::format("cannot write {}: {}", shownPath(output.path), why),
                output.option);
  }
  std::error_code error;
  const bool keeps = fs::exists(fs::symlink_status(output.path, error));
  for (const FileInUse& file : inUse) {
    if (wouldReplace(output.path, file.path)) {
      return fail(ErrorCode::Usage,
                  fmt::format("{} is {} and would be replaced; name another file",
                              shownPath(output.path), file.what),
                  output.option);
    }
    if (!keeps || !namesSameFile(backupOf(output.path), file.path)) continue;
    return fail(ErrorCode::Usage,
                fmt::format("{} is {} and would be replaced by what {} is now; name another file",
                            shownPath(file.path), file.what, shownPath(output.path)),
                output.option);
  }
  return {};
}

void addNamed(const Value& value, const ParamSpec& spec, const std::vector<fs::path>& folders,
              std::vector<FileInUse>& files) {
  if (const auto* list = std::get_if<ValueList>(&value.content)) {
    for (const Value& item : *list) addNamed(item, spec.item.front(), folders, files);
    return;
  }
  const auto* mesh = std::get_if<MeshFile>(&value.content);
  const auto* asset =
      spec.type == ParamType::Asset ? std::get_if<std::string>(&value.content) : nullptr;
  const std::string path = mesh ? mesh->path : asset ? *asset : std::string();
  const auto file = resolveAsset(folders, path);
  if (!path.empty() && file)
    files.push_back({mesh ? "a mesh of the scene" : "a picture of the scene", *file});
}

}  // namespace

bool namesSameFile(const fs::path& a, const fs::path& b) {
  std::error_code none;
  if (fs::equivalent(a, b, none)) return true;
  const auto whole = [&](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(path, none), none);
  };
  return whole(a) == whole(b);
}

Result<void> checkOutputs(const std::vector<Output>& outputs, const std::vector<FileInUse>& inUse) {
  std::vector<FileInUse> taken = inUse;
  for (const Output& output : outputs) {
    if (output.path.empty()) continue;
    if (auto possible = checkOne(output, taken); !possible) return possible;
    taken.push_back({"what " + output.option + " writes", output.path});
    taken.push_back({"what " + output.option + " keeps", backupOf(output.path)});
  }
  return {};
}

std::vector<FileInUse> filesNamedBy(const Scene& scene, const Registry& registry,
                                    const std::vector<fs::path>& folders) {
  std::vector<FileInUse> files;
  for (int s = 0; s < kSectionCount; ++s) {
    const auto section = static_cast<Section>(s);
    for (const Entity& entity : scene[section]) {
      const ParamTable* table = entityTable(registry, section, entity.kind);
      for (const auto& [key, value] : entity.values.entries()) {
        if (const ParamSpec* spec = table ? findParam(*table, key) : nullptr)
          addNamed(value, *spec, folders, files);
      }
    }
  }
  return files;
}

}  // namespace sinew
