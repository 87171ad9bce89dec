#pragma once
#include <QString>

#include "core/base/Result.h"

namespace sinew::ui {

// Opening angles as photographers say them: by the focal length [m] of a lens before a film that is
// 24 mm high, as in the cameras whose lenses everyone counts in.
double focalLength(double openingAngle);
double openingAngle(double focalLength);  ///< [rad] from the lower to the upper edge

/// The opening angle [rad] that was typed, as an angle or, in a unit of length, as a focal length.
Result<double> readLens(const QString& text);
QString lensText(double openingAngle);  ///< its focal length: "50 mm"

}  // namespace sinew::ui
