#pragma once
#include <functional>

namespace sinew::test {

/// Lets the program run until something holds; false when it does not within `seconds`. Waiting
/// ends with the event that brings it about, so tests take no longer than the program does.
bool patient(const std::function<bool()>& holds, double seconds = 20);

}  // namespace sinew::test
