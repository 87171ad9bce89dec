#pragma once
#include <algorithm>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// A place where two parts touch.
struct SurfaceContact {
  int part = -1, other = -1;
  Vec3 at = Vec3::Zero();     ///< [m]
  Vec3 force = Vec3::Zero();  ///< [N] on the part
};

/// What contact did at one instant.
struct SurfaceContacts {
  std::vector<SurfaceContact> contacts;
  double deepest = 0;      ///< [m] largest penetration
  double energy = 0;       ///< [J] stored
  double dissipation = 0;  ///< [W] taken by damping and friction, ≥ 0
  double power = 0;        ///< [W] put in by what moves as it is told
  double separation = 0;   ///< [W] put in to move apart what overlaps

  void clear() {
    contacts.clear();
    deepest = energy = dissipation = power = separation = 0;
  }
  void add(const SurfaceContacts& other) {
    contacts.insert(contacts.end(), other.contacts.begin(), other.contacts.end());
    deepest = std::max(deepest, other.deepest);
    energy += other.energy;
    dissipation += other.dissipation;
    power += other.power;
    separation += other.separation;
  }
};

}  // namespace sinew
