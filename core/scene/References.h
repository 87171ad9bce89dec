#pragma once
#include <functional>
#include <string>

#include "core/params/ParamValues.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Shows the names of all that values refer to, each with its section; what `visit` makes of a name
/// takes its place.
void changeReferences(ParamValues& values, const ParamTable& table,
                      const std::function<void(Section section, std::string& name)>& visit);

}  // namespace sinew
