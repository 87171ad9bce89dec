#pragma once
#include <functional>
#include <tuple>

#include "core/base/Interruption.h"
#include "core/contact/Closest.h"
#include "core/contact/ContactMesh.h"
#include "core/contact/SweepAndPrune.h"

namespace sinew {

class TieZones;

/// A pair that may come near: points of two surfaces, A's first, numbered over all surfaces.
struct ContactPair {
  Pairing pairing = Pairing::VertexVertex;
  int surfaceA = -1, surfaceB = -1;
  std::array<int, 4> vertex{};
  double thinner = 0;  ///< [m] than their surfaces are, for what ties these: TieZones
  bool operator==(const ContactPair&) const = default;
  bool operator<(const ContactPair& other) const {
    return std::tie(surfaceA, surfaceB, pairing, vertex) <
           std::tie(other.surfaceA, other.surfaceB, other.pairing, other.vertex);
  }
};

/// Finds what may touch within a step: surfaces whose boxes overlap by sweep and prune, then inside
/// them by trees of boxes. [LS97] §6.3
/// What is found is found with some room to spare, and searched anew only when something leaves it.
/// DEPARTURE: the paper keeps the boxes of all vertices, edges and faces in the three sorted lists.
/// In a heap of n of them a list has n^(2/3) per metre, and moving all a little takes n^(5/3)
/// exchanges. Lists of surfaces and trees of pieces keep it linear.
class ContactSearch {
 public:
  struct Surface {
    ContactSurface shape;
    std::vector<Vec3> rest;  ///< [m] its vertices in any natural pose
  };
  /// Whether surfaces a ≤ b are to be kept apart. Of one surface with itself, elements that are
  /// near each other at rest are left out.
  using Filter = std::function<bool(int a, int b)>;

  /// `zones`, if any, say what tied surfaces do not feel of each other.
  ContactSearch(const std::vector<Surface>& surfaces, Filter mayTouch,
                const TieZones* zones = nullptr);
  /// Which must outlive it; null: nothing interrupts it. Interrupted, it has found nothing.
  void heed(Interruption* interruption) { m_interruption = interruption; }

  int vertexCount() const { return m_vertexCount; }
  int firstVertex(int surface) const { return m_firstVertex[surface]; }
  /// Of both elements of a pair together [m].
  double thickness(const ContactPair& pair) const {
    return m_meshes[pair.surfaceA].thickness() + m_meshes[pair.surfaceB].thickness() - pair.thinner;
  }

  /// Finds every pair that comes nearer than its thickness and `reach` [m] anywhere in the moving
  /// boxes round its points, in an order that depends on nothing else.
  void update(std::span<const MovingBox> vertices, double reach);
  const std::vector<ContactPair>& pairs() const { return m_pairs; }

  /// To be called when other surfaces may touch than did before.
  void forget() { m_vertices.clear(); }

  /// Pairs of surfaces, of those that may touch, that pass through each other at x [m]: an edge of
  /// a piece through a face. Valid until the next time.
  const std::vector<std::array<int, 2>>& crossings(std::span<const Vec3> x);

  /// Comparisons that the last update took.
  std::size_t work() const { return m_work; }

 private:
  struct Between;
  bool isInterrupted();
  bool stillHold(std::span<const MovingBox> vertices, double reach) const;
  void searchWidely();
  bool near(const ContactPair& pair, std::span<const MovingBox> vertices, double reach) const;
  void enclose();
  void refit(int surface);
  bool meetsPlanes(int wall, int other) const;
  std::span<const MovingBox> verticesOf(int surface) const;
  bool cross(std::span<const Vec3> x, int a, int b) const;
  void searchPieces(int a, int b);
  void searchItself(int surface);
  bool nearAtRest(const ContactPair& pair) const;
  bool apartByTies(ContactPair& pair) const;
  void searchPlanes(int plane, int other);
  void pairUp(const Between& between, int pieceA, int pieceB);
  bool near(const Between& between, const MovingBox& a, const MovingBox& b) const;
  MovingBox boxOf(int first, const std::array<int, 2>& edge) const;
  void add(const Between& between, Pairing pairing, std::array<int, 4> vertex, int ofA);

  std::vector<ContactMesh> m_meshes;
  std::vector<int> m_firstVertex;
  std::vector<Vec3> m_rest;       // [m] of all vertices
  std::vector<double> m_spacing;  // [m] per surface: of its vertices, about, at rest
  int m_vertexCount = 0;
  Filter m_mayTouch;
  const TieZones* m_zones;
  SweepAndPrune m_sweep;
  std::vector<Box> m_boxes;           // per surface, round all ways
  std::vector<char> m_fresh;          // per surface: whether its tree is up to date
  std::vector<MovingBox> m_vertices;  // with the room they have
  double m_reach = 0;                 // [m] that was searched with
  std::vector<ContactPair> m_candidates, m_pairs;
  std::vector<std::array<int, 2>> m_crossings;
  std::size_t m_work = 0;
  Interruption* m_interruption = nullptr;
  std::size_t m_compared = 0;  // pairs of pieces, since it was last asked
  bool m_interrupted = false;
};

}  // namespace sinew
