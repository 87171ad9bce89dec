#pragma once
#include <vector>

#include "core/simulation/World.h"

namespace sinew {

/// How parts would fall if nothing held them: the scene's gravity and the share of it that each
/// part feels, both of which may be keyed.
class FreeFall {
 public:
  explicit FreeFall(const World& world);

  /// What the rest is about: an instant [s].
  void at(double time);
  const Vec3& ofScene() const { return m_gravity; }                      ///< [m/s²]
  Vec3 of(std::size_t part) const { return m_share[part] * m_gravity; }  ///< [m/s²]
  bool keyed() const { return m_keyedForAll || !m_keyed.empty(); }
  /// Whether it stays as it is now, up to the next key.
  bool steady() const { return m_steady; }
  /// [m/s³] at which it changes for a part.
  Vec3 rateOf(std::size_t part) const {
    return m_share[part] * m_gravityRate + m_shareRate[part] * m_gravity;
  }

 private:
  const World* m_world;
  std::vector<std::size_t> m_keyed;  // parts whose share is keyed
  Vec3 m_gravity = Vec3::Zero(), m_gravityRate = Vec3::Zero();
  std::vector<double> m_share, m_shareRate;  // [–], [1/s] per part
  bool m_keyedForAll = false, m_steady = true;
};

}  // namespace sinew
