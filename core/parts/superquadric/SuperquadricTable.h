#pragma once
#include "core/params/ParamValues.h"
#include "core/parts/superquadric/SuperquadricSpec.h"

namespace sinew {

/// Everything that may be set on a superquadric.
ParamTable superquadricTable();

/// The specification that validated values describe. A part that is not rigid gets its moving
/// global parameters.
SuperquadricSpec readSuperquadric(const ParamReader& values);

}  // namespace sinew
