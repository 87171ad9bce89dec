#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

/// Length of the well-formed UTF-8 sequence at the start of a text; 0 when it is broken or none.
std::size_t utf8Length(std::string_view text);

/// Appends the next character of a text, fit for a terminal: control characters, those that turn
/// the direction of writing, and bytes that are no UTF-8 are escaped. Returns the bytes taken.
std::size_t appendPlain(std::string_view text, std::string& out);

/// A text fit for a terminal. Line ends stay; words that are longer than can be read, and a text
/// of more than `most` bytes, lose their middle.
std::string plainText(std::string_view text, std::size_t most = 16'384);

/// A path fit for the middle of a sentence: on one line, and not longer than can be read.
std::string shownPath(const std::filesystem::path& path);

}  // namespace sinew
