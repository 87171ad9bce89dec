#include "core/scene/JsonHint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sinew {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool isLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The word that begins at a position, in small letters.
std::string wordAt(std::string_view text, std::size_t position) {
  std::string word;
  for (; position < text.size() && isLetter(text[position]); ++position)
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[position])));
  return word;
}

/// The last character before a position that is no space; 0 at the beginning.
char before(std::string_view text, std::size_t position) {
  const std::size_t last =
      position == 0 ? std::string_view::npos : text.find_last_not_of(kSpace, position - 1);
  return last == std::string_view::npos ? '\0' : text[last];
}

bool endsValue(char c) {
  return c == '"' || c == '}' || c == ']' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

constexpr std::string_view kMarks = "{}[],:";

/// Where the token that begins at a position ends.
std::size_t endOfToken(std::string_view text, std::size_t position) {
  if (kMarks.find(text[position]) != std::string_view::npos) return position + 1;
  std::size_t end = position + 1;
  if (text[position] != '"') {
    while (end < text.size() && (kSpace.find(text[end]) == std::string_view::npos &&
                                 kMarks.find(text[end]) == std::string_view::npos))
      ++end;
    return end;
  }
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return end + 1;
}

std::string hintForText(std::string_view text, const JsonStop& stop) {
  const std::size_t last = std::min(stop.read, text.size()) - 1;
  const bool control = last > stop.token && static_cast<unsigned char>(text[last]) < 0x20;
  if (control && (text[last] == '\n' || text[last] == '\r'))
    return R"(the text that begins here lacks its closing "; a line break in a text is written \n)";
  if (control) return "control characters in a text are written \\t or \\u0007";
  const bool closed = last > stop.token && text[last] == '"';
  if (!closed) return R"(a \ in a text is written \\)";
  return endsValue(before(text, stop.token)) ? R"(a comma (or a ") is missing before it)" : "";
}

std::string hintForWord(std::string_view text, const JsonStop& stop) {
  const std::string word = wordAt(text, stop.token);
  if (word == "nan" || word == "inf" || word == "infinity") return "numbers must be finite";
  if (word == "true" || word == "false" || word == "null")
    return before(text, stop.token) == ':' || before(text, stop.token) == ','
               ? "true, false and null are written in small letters"
               : "a comma is missing before it";
  return R"(a " is missing: keys and texts stand in double quotes)";
}

std::string hintForClosing(std::string_view text, const JsonStop& stop) {
  switch (before(text, stop.token)) {
    case ',':
      return fmt::format("take away the comma before the {}", text[stop.token]);
    case ':':
      return "a value is missing after the colon";
    default:
      return "every { is closed by a }, every [ by a ]";
  }
}

std::string hintForEnd(std::string_view text, const JsonStop& stop) {
  if (text.find_first_not_of(kSpace) == std::string_view::npos) return "the file is empty";
  const bool inText = stop.token < text.size() && text[stop.token] == '"';
  return inText ? R"(the text that begins here lacks its closing ")"
                : "the file ends too early: a closing } or ] is missing";
}

}  // namespace

JsonStop jsonStop(std::string_view text, std::size_t read) {
  std::size_t token = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  token = std::min(text.find_first_not_of(kSpace, token), text.size());
  while (token < text.size()) {
    const std::size_t end = endOfToken(text, token);
    if (end >= std::min(read, text.size() + 1)) break;
    const std::size_t next = std::min(text.find_first_not_of(kSpace, end), text.size());
    if (next >= read) break;
    token = next;
  }
  return {token, read, false};
}

std::string jsonHint(std::string_view text, const JsonStop& stop) {
  if (stop.read > text.size() || stop.token >= text.size()) return hintForEnd(text, stop);
  const char first = text[stop.token];
  if (first == '}' || first == ']') return hintForClosing(text, stop);
  if (first == '\'') return "keys and texts stand in double quotes, not in single ones";
  if (first == '/' || first == '#') return "JSON has no comments; \"notes\" may hold a remark";
  if (stop.afterEnd) return "nothing may follow the } that closes the first {";
  if (first == '"') return hintForText(text, stop);
  if (first == ',') return "a value is missing before the comma";
  if (isLetter(first)) return hintForWord(text, stop);
  const bool digit = std::isdigit(static_cast<unsigned char>(first)) != 0;
  if (digit || first == '-' || first == '+' || first == '.') {
    if (wordAt(text, stop.token + 1).starts_with('i')) return "numbers must be finite";
    if (before(text, stop.token) == '"') return "a colon or a comma is missing before it";
    return "numbers are written as 1, -0.5 or 2e-3, with a comma between two of them";
  }
  return first == '{' || first == '[' ? "a comma is missing before it" : "";
}

}  // namespace sinew
