#pragma once
#include <QString>
#include <filesystem>
#include <string>

#include "core/base/PlainText.h"

namespace sinew::ui {

// The core's texts and paths as Qt has them.
inline QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}
inline QString textOf(const std::filesystem::path& path) {
  return QString::fromStdString(path.string());
}

/// A path, or a part of one, as people read it: never with what a window could not show in a line.
inline QString shownText(const std::filesystem::path& path) {
  return QString::fromStdString(shownPath(path));
}

/// How many there are: `one` for one, else `many` with their number for %n. Qt itself tells one
/// from many only where a file of translations is loaded.
inline QString counted(std::size_t count, const QString& one, QString many) {
  return count == 1 ? one : many.replace("%n", QString::number(count));
}

}  // namespace sinew::ui
