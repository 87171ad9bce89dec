#pragma once
#include "core/contact/ContactMemory.h"
#include "core/contact/SurfaceContacts.h"
#include "core/contact/SurfaceSet.h"
#include "core/contact/TieZones.h"

namespace sinew {

/// Moves parts apart that overlap since the start, an edit or a key that jumped. Each pair goes the
/// shortest way that the two, as wholes, can leave each other, and not through a plane if there is
/// another; slowly, by equal and opposite forces along one line; out of a plane straight up from
/// it. Until they have come apart they do not feel each other otherwise. What is tied together is
/// not pushed: it overlaps as it was drawn, or as its ties bring it together, until it moves apart
/// by itself.
class Parting {
 public:
  struct Settings {
    double apart = 0;                  ///< [m] to be between two parts that are done
    Vec3 gravity = Vec3(0, -9.81, 0);  ///< [m/s²] what presses them together
    double step = 1e-3;                ///< [s] that forces must be fit for
  };
  Parting(const SurfaceSet& surfaces, const TieZones& zones, const Settings& settings)
      : m_surfaces(&surfaces), m_zones(&zones), m_settings(settings) {}

  Parting(const Parting&) = delete;  // the search asks this very object
  Parting& operator=(const Parting&) = delete;

  static constexpr int kWays = 206;  ///< that are tried
  /// The way back; about so where there is none.
  static int opposite(int way);
  /// Two parts that overlap where the vertices are.
  Overlap overlapOf(int partA, int partB, const SurfaceSet::Vertices& at) const;
  /// [m] How far the two are inside each other along the way on which they are to part.
  double depthOf(const Overlap& parts, const SurfaceSet::Vertices& at) const;

  /// Whether a surface that does not cross another is all inside it.
  bool inside(int surface, int other, const SurfaceSet::Vertices& at) const;

  /// Takes up which parts overlap. True if they are others than before.
  bool recall(std::span<const Overlap> overlaps);
  bool overlap(int partA, int partB) const;
  bool none() const { return m_pairs.empty(); }
  /// Whether two of those are pushed: not a part out of itself, nor what stands or is tied.
  bool pushes(const Overlap& parts) const {
    const Pair* pair = find(parts.partA, parts.partB);
    return pair != nullptr && pair->pushed;
  }

  /// Adds to the force [N] of each vertex, and to what is reported.
  void apply(const SurfaceSet::Vertices& at, std::span<Vec3> force, SurfaceContacts& result) const;
  /// Which of the overlapping are looked at.
  using Asked = std::function<bool(const Overlap&)>;
  /// Takes those out that have come apart.
  void look(const SurfaceSet::Vertices& at, const Asked& asked, std::vector<Overlap>& overlaps);

 private:
  struct Pair {
    Overlap parts;
    int surfaceA = -1, surfaceB = -1;
    double mass = 0;  // [kg] 1/(1/a + 1/b)
    int plane = 0;    // 1: A is one, −1: B is
    bool pushed = false, tied = false;
  };
  /// The vertices of a surface as one thing.
  struct Whole {
    Vec3 middle = Vec3::Zero(), velocity = Vec3::Zero();  // [m], [m/s]
    Mat3 spread = Mat3::Zero();                           // [m²] spreadOf() its vertices
  };
  Pair pairOf(const Overlap& parts) const;
  Whole wholeOf(int surface, const SurfaceSet::Vertices& at) const;
  void pushWhole(int surface, const Whole& whole, const Vec3& push, const Vec3& line,
                 const SurfaceSet::Vertices& at, std::span<Vec3> force) const;
  double reach(int surface, const Vec3& way, const SurfaceSet::Vertices& at) const;
  double depth(const Pair& pair, const Vec3& way, const SurfaceSet::Vertices& at) const;
  Vec3 normalOf(int surface, const SurfaceSet::Vertices& at) const;
  Vec3 wayOf(const Pair& pair, const Whole& a, const Whole& b,
             const SurfaceSet::Vertices& at) const;
  Vec3 lineOf(const Pair& pair, const Whole& a, const Whole& b, const Vec3& way) const;
  double inertia(int surface, const Whole& whole, const Vec3& axis) const;
  double slowest() const;
  double weightAlong(const Pair& pair, const Vec3& way) const;
  bool tooNear(const ContactPair& pair, const SurfaceSet::Vertices& at) const;
  const Pair* find(int partA, int partB) const;

  const SurfaceSet* m_surfaces;
  const TieZones* m_zones;
  Settings m_settings;
  std::vector<Overlap> m_overlaps;
  std::vector<Pair> m_pairs;                // in the same order
  std::unique_ptr<ContactSearch> m_search;  // of those that overlap
  std::vector<MovingBox> m_boxes;
  std::vector<std::array<int, 2>> m_together;  // surfaces that cross or are too near
};

}  // namespace sinew
