#pragma once
#include "core/params/ParamValues.h"

namespace sinew::ui {

/// The parameter that says where in space a constraint holds: of the places among them the one
/// that is nearest to `shown` [m] at `time` [s], the end as it is drawn. Null: it has none.
const ParamSpec* placeBehind(const ParamTable& table, const ParamValues& values, const Vec3& shown,
                             double time);
/// What holds of a place at `time` [m].
Vec3 placeAt(const ParamSpec& spec, const ParamValues& values, double time);

}  // namespace sinew::ui
