#include "app/FilmText.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/scene/Fault.h"

namespace sinew {
namespace {

std::optional<int> parseWhole(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Result<std::pair<int, int>> parseSize(std::string_view text) {
  constexpr int kSmallest = 16;
  constexpr int kLargest = 16384;
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto width = parseWhole(text.substr(0, cross));
  const auto height = parseWhole(text.substr(std::min(cross + 1, text.size())));
  const auto fits = [](int pixels) { return pixels >= kSmallest && pixels <= kLargest; };
  if (width && height && fits(*width) && fits(*height)) return std::pair(*width, *height);
  return fail(
      ErrorCode::Usage,
      "found " + quotedText(text) + ", legal: WxH such as 1280x720, 16 to 16384 pixels each",
      "--size");
}

Result<std::pair<int, int>> parseFrames(std::string_view text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = parseWhole(text.substr(0, dash));
  const auto last = dash < text.size() ? parseWhole(text.substr(dash + 1)) : first;
  if (first && last && *first >= 0 && *last >= *first) return std::pair(*first, *last);
  return fail(ErrorCode::Usage,
              "found " + quotedText(text) + ", legal: A-B with 0 ≤ A ≤ B, such as 0-99",
              "--frames");
}

}  // namespace sinew
