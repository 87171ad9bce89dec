#include "core/scene/AssetPath.h"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/scene/Fault.h"

namespace sinew {

bool staysInside(std::string_view path) {
  if (path.empty() || path.front() == '/') return false;
  const bool plain = std::all_of(path.begin(), path.end(), [](char c) {
    return c != '\\' && c != ':' && static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
  });
  if (!plain) return false;
  const std::filesystem::path asPath{std::string(path)};
  return std::none_of(asPath.begin(), asPath.end(),
                      [](const std::filesystem::path& step) { return step == ".."; });
}

Result<std::filesystem::path> resolveInside(const std::filesystem::path& folder,
                                            std::string_view path) {
  namespace fs = std::filesystem;
  if (!staysInside(path))
    return fail(ErrorCode::Invalid, quotedText(path) + " is not a path inside the scene's folder");
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return fail(ErrorCode::Io, "cannot open the folder: " + error.message(), folder);
  const fs::path file = fs::canonical(root / std::string(path), error);
  if (error)
    return fail(ErrorCode::Io, "cannot open: " + error.message(), root / std::string(path));
  const auto [rootEnd, fileStep] =
      std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (rootEnd != root.end())
    return fail(ErrorCode::Invalid, quotedText(path) + " leads out of the scene's folder", file);
  return file;
}

Result<std::filesystem::path> resolveAsset(std::span<const std::filesystem::path> folders,
                                           std::string_view path) {
  std::optional<Error> why;
  for (const std::filesystem::path& folder : folders) {
    if (folder.empty()) continue;
    auto file = resolveInside(folder, path);
    if (file) return file;
    // What leads out tells more than that another folder lacks it.
    if (!why || (why->code == ErrorCode::Io && file.error().code == ErrorCode::Invalid))
      why = std::move(file.error());
  }
  if (why) return Unexpected{*std::move(why)};
  return fail(ErrorCode::Io, "there is no folder to look in", std::string(path));
}

}  // namespace sinew
