#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

namespace sinew {

/// How frames that are there are shown once more: between which, and whether round and round.
struct ReplayWay {
  bool loop = false;
  std::optional<std::uint64_t> from, to;  ///< both are shown; none: all there are

  /// What of the frames `first` to `last` is shown.
  struct Span {
    std::uint64_t first = 0, last = 0;
    /// Where to begin when `frame` is shown: there, unless that is outside or at the end.
    std::uint64_t startAt(std::uint64_t frame) const {
      return frame < first || frame >= last ? first : frame;
    }
  };
  Span within(std::uint64_t first, std::uint64_t last) const {
    return {std::clamp(from.value_or(first), first, last),
            std::clamp(to.value_or(last), first, last)};
  }
  bool operator==(const ReplayWay&) const = default;
};

}  // namespace sinew
