#pragma once
#include "core/params/Curve.h"

namespace sinew {

/// The instant [s] before which two curves are the same to the bit: their values and rates, and
/// the keys at which a step must end. At that instant itself they may still agree. −infinity where
/// they begin otherwise, infinity where nothing tells them apart.
double firstDifference(const Curve& a, const Curve& b);

}  // namespace sinew
