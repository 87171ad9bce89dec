#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A rope slides through an eyelet: a place in space, or a material point of a part, such as a
/// pearl threaded on it.
///
///   g_i = e_iᵀ w,  i = 1, 2,  w = a − x(s),  e_i across the tangent x′(s)
/// at the place s nearest to the eyelet a (Sliding.h); [MICADO08] §6.1 "keyhole", §6.2 "pearl":
/// the pearl is the part that carries the eyelet, with its own mass, and both feel each other in
/// full. Where the rope ends it stops: g₃ = how far beyond an end the eyelet is [m], ≤ 0; or it
/// slips out and the constraint is broken for good.
///
/// With friction there is a row more, the slip |x′| ṡ [m/s], along which
///   |λ_t| ≤ μ |λ₁₂| while it sticks, λ_t = −μ |λ₁₂| sign(slip) while it slides
/// (Coulomb's law; round a post this is the capstan's T₂ = T₁ e^{μβ}). DEPARTURE: [MICADO08]
/// §6.1 has a viscous friction c u̇ instead, which holds nothing at rest. Under
/// rkf45 and the forward scheme nothing sticks: there friction fades below 2 mm/s.
ConstraintKind keyholeKind();

/// The same with the rope's tangent held along the eyelet's own direction.
ConstraintKind orientedKeyholeKind();

/// A keyhole on a part that is threaded on the rope, which stops at knots at its ends.
ConstraintKind pearlKind();

}  // namespace sinew
