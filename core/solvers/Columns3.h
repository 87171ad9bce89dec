#pragma once
// Products of 3 × 3 blocks, column-major: what ball joints are made of.
#include "core/math/Lanes.h"

namespace sinew {

/// J x for J of 3 × columns.
inline Lanes columnsTimes3(const double* J, const double* x, int columns) {
  Lanes sum = {};
  for (int c = 0; c < columns; ++c) sum += load3(J + 3 * c) * x[c];
  return sum;
}

/// A block just written by store3: loads of the same width.
inline Columns3 loadColumns3(const double* p) {
  return {load3(p), load3(p + 3), load3(p + 6)};
}
inline void store3(double* p, const Columns3& a) {
  store3(p, a.c0);
  store3(p + 3, a.c1);
  store3(p + 6, a.c2);
}

/// a b.
inline Columns3 product3(const Columns3& a, const double* b) {
  return {a.times(b[0], b[1], b[2]), a.times(b[3], b[4], b[5]), a.times(b[6], b[7], b[8])};
}

/// out(3×3) −= a bᵀ.
inline void subtractTransposed3(const Columns3& a, const Columns3& b, double* out) {
  for (int j = 0; j < 3; ++j, out += 3) {
    store3(out, load3(out) - a.times(b.c0[j], b.c1[j], b.c2[j]));
  }
}

/// out(6×3) = Jᵀ for J of 3 × 6.
inline void transpose36(const double* J, double* out) {
  using Pair = double __attribute__((vector_size(16)));
  for (int i = 0; i < 3; ++i, ++J, out += 6) {
    const Lanes first = {J[0], J[3], J[6], J[9]};
    const Pair rest = {J[12], J[15]};
    store4(out, first);
    __builtin_memcpy(out + 4, &rest, sizeof rest);
  }
}

/// out(3×3) += J W for J of 3 × 6 and W of 6 × 3.
inline void addProduct363(const double* J, const double* W, double* out) {
  const Columns3 left(J), right(J + 9);
  for (int j = 0; j < 3; ++j, W += 6, out += 3) {
    store3(out, load3(out) + left.times(W[0], W[1], W[2]) + right.times(W[3], W[4], W[5]));
  }
}

/// d ← d⁻¹ for a symmetric 3 × 3 block by cofactors: one division, so that chains of pivots, each
/// waiting for the one before, run fast. Only when every pivot is above `safe` times its original
/// diagonal; returns false with d untouched otherwise.
inline bool invertByCofactors3(double* d, const double* original, double safe) {
  const double a = d[0], b = d[1], c = d[2], e = d[4], f = d[5], i = d[8];
  const double c00 = e * i - f * f, c10 = c * f - b * i, c20 = b * f - c * e;
  const double minor = a * e - b * b, determinant = a * c00 + b * c10 + c * c20;
  if (!(a > safe * original[0] && minor > safe * original[1] * a &&
        determinant > safe * original[2] * minor)) {
    return false;
  }
  const double scale = 1 / determinant;
  d[0] = c00 * scale;
  d[1] = d[3] = c10 * scale;
  d[2] = d[6] = c20 * scale;
  d[4] = (a * i - c * c) * scale;
  d[5] = d[7] = (b * c - a * f) * scale;
  d[8] = minor * scale;
  return true;
}

/// d ← (d + lift)⁻¹ for a symmetric 3 × 3 block by LDLᵀ, lift on its diagonal. A pivot at or below
/// 0.01 · lift, or singular · original where there is no lift, is replaced by its original (1 where
/// that is not positive); returns whether none was.
inline bool invertPivot3(double* d, const double* original, double lift, double singular) {
  bool regular = true;
  const auto checked = [&](double pivot, double scale) {
    if (pivot > (lift > 0 ? 0.01 * lift : singular * scale)) return pivot;
    regular = false;
    return scale > 0 ? scale : 1.0;
  };
  const double d0 = checked(d[0] + lift, original[0]);
  const double i0 = 1 / d0, l10 = d[1] * i0, l20 = d[2] * i0;
  const double d1 = checked(d[4] + lift - l10 * d[1], original[1]);
  const double i1 = 1 / d1, l21 = (d[5] - l20 * d[1]) * i1;
  const double d2 = checked(d[8] + lift - l20 * d[2] - l21 * l21 * d1, original[2]);
  const double i2 = 1 / d2;
  // L⁻¹ = [1 0 0; −l10 1 0; m20 −l21 1]; the inverse is L⁻ᵀ D⁻¹ L⁻¹.
  const double m20 = l10 * l21 - l20;
  const double a22 = i2, a21 = -l21 * i2, a20 = m20 * i2;
  const double a11 = i1 - l21 * a21, a10 = -l10 * i1 - l21 * a20;
  const double a00 = i0 + l10 * l10 * i1 + m20 * a20;
  d[0] = a00;
  d[1] = d[3] = a10;
  d[2] = d[6] = a20;
  d[4] = a11;
  d[5] = d[7] = a21;
  d[8] = a22;
  return regular;
}

}  // namespace sinew
