#pragma once
#include <map>
#include <span>

#include "core/contact/SurfaceSet.h"
#include "core/contact/Tie.h"

namespace sinew {

/// Where surfaces that constraints tie together may overlap: near their ties, and no deeper than
/// those ask for. Everywhere else they feel each other.
///
/// Two elements of thick surfaces count as so much thinner that their middles keep only
///   √(D² + (κ s)²) − r  of their thickness T
/// apart, and as nothing to each other where that is not above 0. What leaves its tie in any
/// direction, straight or along the other surface, is then farther than r away everywhere: it may
/// also bend, κ = ½, to 29° from lying on the other. All follows from the shape at the start, and
/// from nothing that happens later.
///
/// Symbols
///   s [m]  from the tie to the farther one of the two, along its surface; along chains, along them
///   D [m]  how near a tie may bring the middles of the two surfaces: of a rope tied to the skin of
///          a pole, the pole's radius
///   r [m]  the contact range
/// Skins have no middle: their elements are nothing to each other up to √(D² + s²) = W + r, with W
/// [m] half the thickness of the thinner part. Nor are small elements of a skin to a ball that is
/// tied to it, where they are no farther than 3/2 (W + r) from the tie all over: what is tied by
/// its skin does not turn about its middle. Planes and large faces stay what the ball rolls on.
class TieZones {
 public:
  /// For surfaces where they start. Ties of parts without one do not count.
  TieZones(const SurfaceSet& surfaces, std::span<const Part* const> parts,
           std::span<const Tie> ties, double range);

  TieZones(const TieZones&) = delete;  // refers to the surfaces
  TieZones& operator=(const TieZones&) = delete;

  bool tied(int surfaceA, int surfaceB) const;

  /// A vertex, an edge or a face: vertices numbered over all surfaces.
  struct Element {
    int surface = -1;
    std::span<const int> vertices;
  };
  /// [m] By which two elements count as thinner, together; infinite where they are nothing to each
  /// other.
  double thinner(const Element& a, const Element& b) const;

  /// Of a surface, the vertex that is farthest from its ties to the other one; the first without.
  int farthestVertex(int surface, int other) const;

 private:
  /// One end of a tie on a surface.
  struct End {
    int surface = -1;
    Vec3 place = Vec3::Zero();
    double along = -1;  // [m] of a chain; < 0: of none
    double off = 0;     // [m] from the surface's middle
  };
  struct Zone {
    std::array<End, 2> ends;  // of the surface with the smaller number first; of one surface both
                              // ways round
    double apart = 0;         // [m] D
    double length = 0;        // [m] of the tie
    double width = 0;         // [m] W
  };
  /// Of two surfaces.
  struct Zones {
    std::vector<Zone> all;  // along the chain that one of the two is, if any
    int chain = -1;         // which: an index of ends; −1: neither
    double farthest = 0;    // [m] from a tie that any of them counts
  };
  /// How far along a chain each vertex is.
  struct Chain {
    std::vector<double> along;  // [m]
    double round = 0;           // [m] of a ring, all the way; else 0
  };

  void add(const Tie& tie, const std::array<End, 2>& ends, std::span<const Part* const> parts);
  void arrange(const std::array<int, 2>& surfaces, Zones& zones) const;
  void measureChain(int surface);
  End endOf(const Tie::End& end, std::span<const Part* const> parts);
  double offOf(const End& end) const;
  double alongOf(int surface, const Part& part, double track) const;
  double distanceTo(const End& end, std::span<const int> vertices) const;
  std::array<double, 2> reachOf(int surface, std::span<const int> vertices) const;
  double fromTie(const End& end, std::span<const int> vertices) const;
  template <class Look>
  void forNear(const Zones& zones, const std::array<Element, 2>& elements, Look look) const;
  double thinnerBy(const Zone& zone, double away, double thickness) const;
  bool turnOnEachOther(const Zone& zone, const std::array<Element, 2>& elements) const;

  const SurfaceSet* m_surfaces;
  double m_range;
  std::map<int, Chain> m_chains;                // by surface, of those that are tied
  std::map<std::array<int, 2>, Zones> m_zones;  // by surfaces, the smaller number first
};

}  // namespace sinew
