#pragma once
// Three numbers, or matrices with three rows, a column in a vector register each. Packet code for
// general matrices leaves sizes of three to scalars; rigid motion and ball joints are made of them.
#include "core/math/Types.h"

namespace sinew {

/// Four doubles in a register; the fourth is never used.
using Lanes = double __attribute__((vector_size(32)));

/// The three numbers at p. Never reads past them.
inline Lanes load3(const double* p) {
  return Lanes{p[0], p[1], p[2], 0};
}
/// The three numbers at p, for p with a fourth readable one behind.
inline Lanes load3Padded(const double* p) {
  Lanes x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}
inline void store4(double* p, Lanes x) {
  __builtin_memcpy(p, &x, sizeof x);
}
inline void store3(double* p, Lanes x) {
  using Pair = double __attribute__((vector_size(16)));
  const Pair low = {x[0], x[1]};
  __builtin_memcpy(p, &low, sizeof low);
  p[2] = x[2];
}

/// A 3 × 3 block, column-major.
struct Columns3 {
  Lanes c0{}, c1{}, c2{};

  Columns3() = default;
  Columns3(Lanes a, Lanes b, Lanes c) : c0(a), c1(b), c2(c) {}
  explicit Columns3(const double* p)
      : c0(load3Padded(p)), c1(load3Padded(p + 3)), c2(load3(p + 6)) {}
  /// This times the vector (x, y, z).
  Lanes times(double x, double y, double z) const { return c0 * x + c1 * y + c2 * z; }
  Lanes times(Lanes v) const { return times(v[0], v[1], v[2]); }
};

inline Lanes lanesOf(const Vec3& v) {
  return load3(v.data());
}
inline Vec3 vectorOf(Lanes x) {
  return {x[0], x[1], x[2]};
}

inline double dot3(Lanes a, Lanes b) {
  const Lanes product = a * b;
  return product[0] + product[1] + product[2];
}

/// a × b.
inline Lanes cross(Lanes a, Lanes b) {
  const Lanes aTurned = __builtin_shufflevector(a, a, 1, 2, 0, 3);
  const Lanes bTurned = __builtin_shufflevector(b, b, 1, 2, 0, 3);
  const Lanes turned = a * bTurned - aTurned * b;
  return __builtin_shufflevector(turned, turned, 1, 2, 0, 3);
}

}  // namespace sinew
