#pragma once
#include <numbers>

namespace sinew::test {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kG = 9.81;  ///< [m/s²] gravity, where a scene says nothing else

}  // namespace sinew::test
