#pragma once
#include <functional>

namespace sinew::test {

// [s] The thread sanitizer makes all of it ten times as slow.
#ifdef __SANITIZE_THREAD__
inline constexpr double kPatience = 120;
#else
inline constexpr double kPatience = 20;
#endif

/// Lets the program run until something holds; false when it does not within `seconds`. Waiting
/// ends with the event that brings it about, so tests take no longer than the program does.
/// From the person's own thread (Journey::go) `holds` is asked on the program's.
bool patient(const std::function<bool()>& holds, double seconds = kPatience);

/// Runs something on the program's thread and waits for it.
void onProgram(const std::function<void()>& what);

}  // namespace sinew::test
