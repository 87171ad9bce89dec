#include "core/base/PlainText.h"

#include <array>
#include <cstdio>
#include <utility>

namespace sinew {
namespace {

constexpr std::size_t kMostOfPath = 240, kMostOfWord = 400;  // [bytes]

/// Code point of a well-formed sequence.
unsigned codePoint(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  if (sequence.size() == 1) return first;
  unsigned code = first & (0xFFU >> (sequence.size() + 1));
  for (const char byte : sequence.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return code;
}

/// Whether a terminal or a window would do something else than show it.
bool isControl(unsigned code) {
  const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
                         code == 0x200E || code == 0x200F || code == 0x061C;
  const bool lineEnd = code == 0x2028 || code == 0x2029, byteOrder = code == 0xFEFF;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || direction || lineEnd || byteOrder;
}

void appendEscaped(std::string_view bytes, std::string& out) {
  for (const char byte : bytes) {
    std::array<char, 5> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned char>(byte));
    out += text.data();
  }
}

/// Leaves out the middle, between whole characters.
std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  const auto within = [&text](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
  };
  std::size_t head = most / 3, tail = text.size() - (most - most / 3);
  while (head > 0 && within(head)) --head;
  while (tail < text.size() && within(tail)) ++tail;
  return text.substr(0, head) + "…" + text.substr(tail);
}

}  // namespace

std::size_t utf8Length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (text.empty()) return 0;
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) > 0x9F;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool beyond = first == 0xF4 && byte(1) > 0x8F;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

std::size_t appendPlain(std::string_view text, std::string& out) {
  const std::size_t length = utf8Length(text);
  const std::string_view taken = text.substr(0, length == 0 ? 1 : length);
  if (length == 0 || isControl(codePoint(taken))) {
    appendEscaped(taken, out);
  } else {
    out += taken;
  }
  return taken.size();
}

std::string plainText(std::string_view text, std::size_t most) {
  std::string out, word;
  const auto endWord = [&] { out += shortened(std::exchange(word, {}), kMostOfWord); };
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\n' || text[i] == ' ') {
      endWord();
      out += text[i++];
    } else {
      i += appendPlain(text.substr(i), word);
    }
  }
  endWord();
  return shortened(std::move(out), most);
}

std::string shownPath(const std::filesystem::path& path) {
  const std::string& text = path.native();
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    i += appendPlain(std::string_view(text).substr(i), out);
  }
  return shortened(std::move(out), kMostOfPath);
}

}  // namespace sinew
