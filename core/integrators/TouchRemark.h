#pragma once
#include <string>

#include "core/params/ParamValues.h"

namespace sinew {

/// What people should know of an integrator that names another one to solve for contact in its
/// place, under these settings: a sentence; "" where contact is not solved for.
std::string touchRemark(const ParamReader& settings);

}  // namespace sinew
