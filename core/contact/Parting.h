#pragma once
#include "core/contact/ContactMemory.h"
#include "core/contact/SurfaceContacts.h"
#include "core/contact/SurfaceSet.h"

namespace sinew {

/// Moves parts apart that overlap at the start. Each pair goes the shortest way that the two, as
/// wholes, can leave each other, slowly, with equal and opposite forces spread over both. Until
/// they have come apart they do not feel each other otherwise.
class Parting {
 public:
  /// `overlaps` are pairs of parts, ascending, the smaller number first. `apart` [m] is how far
  /// they must be from each other to be done, `gravity` [m/s²] what presses them together, `step`
  /// [s] what forces must be fit for.
  struct Settings {
    double apart = 0;
    Vec3 gravity = Vec3(0, -9.81, 0);
    double step = 1e-3;
  };
  Parting(const SurfaceSet& surfaces, std::vector<std::array<int, 2>> overlaps,
          const SurfaceSet::Vertices& start, const Settings& settings);

  Parting(const Parting&) = delete;  // the search asks this very object
  Parting& operator=(const Parting&) = delete;

  std::span<const std::array<int, 2>> overlaps() const { return m_overlaps; }
  /// Takes up which of them have parted. True if that is another set than before.
  bool recall(std::span<const Parted> parted);
  bool overlap(int partA, int partB) const;

  /// Adds to the force [N] of each vertex, and to what is reported.
  void apply(const SurfaceSet::Vertices& at, std::span<Vec3> force, SurfaceContacts& result) const;
  /// Adds those that have come apart.
  void look(const SurfaceSet::Vertices& at, std::vector<Parted>& parted);

 private:
  struct Pair {
    int surfaceA = -1, surfaceB = -1;
    Vec3 way = Vec3::Zero();  // of unit length, from B to A
    double mass = 0;          // [kg] 1/(1/a + 1/b)
    double weight = 0;        // [N] that one of them may put against the way
    bool pushed = false;      // obstacles have springs of their own, and nothing parts from itself
    bool overlap = true;
  };
  Pair pairOf(const std::array<int, 2>& parts, const SurfaceSet::Vertices& start) const;
  double reach(int surface, const Vec3& way, const SurfaceSet::Vertices& at) const;
  double depth(const Pair& pair, const Vec3& way, const SurfaceSet::Vertices& at) const;
  Vec3 meanVelocity(int surface, const SurfaceSet::Vertices& at) const;
  const Pair* find(int partA, int partB) const;

  const SurfaceSet* m_surfaces;
  Settings m_settings;
  std::vector<std::array<int, 2>> m_overlaps;
  std::vector<Pair> m_pairs;  // in the same order
  ContactSearch m_search;     // of those that overlap
  std::vector<Box> m_boxes;
};

}  // namespace sinew
