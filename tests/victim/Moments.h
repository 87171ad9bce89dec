#pragma once
#include <cstdint>
#include <string_view>

#include "tests/support/VictimWord.h"

namespace sinew::test {

void say(const VictimWord& word);

/// From now on counts moments, and stops for ever at the n-th of that sort. The program itself
/// knows nothing of this: its calls to the system are caught on their way.
void stopAtMoment(std::string_view sort, std::uint64_t n);
std::uint64_t momentsSeen();

/// How often a file of that name has been put in its place.
std::uint64_t timesPlaced();
void countPlacesOf(std::string_view fileName);

}  // namespace sinew::test
