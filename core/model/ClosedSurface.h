#pragma once
#include <span>

#include "core/model/ContactSurface.h"

namespace sinew {

/// Whether the faces are a net without holes: every side of one is a side of exactly one other,
/// which runs along it the other way.
bool isClosed(const ContactSurface& shape);

/// [m³] inside a closed net of faces, by the divergence theorem.
double volumeInside(const ContactSurface& shape, std::span<const Vec3> position);

/// out[i] += scale · ∂V/∂xᵢ [m²]: a pressure's force on vertex i, per pascal. They add up to
/// nothing and turn nothing.
void addVolumeGradient(const ContactSurface& shape, std::span<const Vec3> position, double scale,
                       std::span<Vec3> out);

/// Share of the whole that each piece has: of the area for each face, of the length for each edge
/// where there are no faces, else each vertex alike. Adds up to 1.
std::vector<double> pieceShares(const ContactSurface& shape, std::span<const Vec3> position);

}  // namespace sinew
