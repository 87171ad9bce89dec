#pragma once
#include <string>

#include "core/params/ParamValues.h"

namespace sinew {

/// How much of its amplitude an elastic swing of one second loses in each period, in words, under a
/// method whose steps multiply amplitudes by `factor(phase)`: a step of h seconds moves a swing of
/// angular frequency ω on by the phase ω h [rad]. Constraints between rigid parts are not elastic:
/// a pendulum on a rod loses far less.
std::string swingRemark(const ParamReader& settings, double (*factor)(double phase));

}  // namespace sinew
