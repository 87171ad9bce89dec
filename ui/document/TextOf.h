#pragma once
#include <QString>
#include <filesystem>
#include <string>

namespace sinew::ui {

// The core's texts and paths as Qt has them.
inline QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}
inline QString textOf(const std::filesystem::path& path) {
  return QString::fromStdString(path.string());
}

}  // namespace sinew::ui
