#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Runge–Kutta–Fehlberg 4(5) with steps chosen by the estimated error.
///
/// Paper: [LS97] §6; coefficients: E. Fehlberg, NASA TR R-315 (1969), Table III.
/// The fifth-order solution is advanced; its difference to the fourth-order one estimates the
/// error, which is held below tolerance · h: errors add up to `tolerance` per second of film.
/// Positions and velocities both count; controlling positions alone loses a digit on swings.
IntegratorKind fehlbergKind();

}  // namespace sinew
