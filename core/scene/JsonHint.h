#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace sinew {

/// Where a JSON parser stopped: the first byte of the token it could not use, and how many bytes it
/// had asked for by then; one more than there are when it ran out of text.
struct JsonStop {
  std::size_t token = 0, read = 0;
  bool afterEnd = false;  ///< the document was complete before the token
};

JsonStop jsonStop(std::string_view text, std::size_t read);

/// What to do about the mistake at which a parser stopped, in plain words: the mistakes people make
/// when they write JSON by hand. Empty when it is none of those.
std::string jsonHint(std::string_view text, const JsonStop& stop);

}  // namespace sinew
