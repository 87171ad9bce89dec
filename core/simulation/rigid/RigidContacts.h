#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/base/Interruption.h"
#include "core/contact/PassThrough.h"
#include "core/contact/SweepAndPrune.h"
#include "core/contact/convex/Manifold.h"
#include "core/simulation/SceneDynamics.h"
#include "core/simulation/rigid/RigidShapes.h"
#include "core/solvers/ConeSolver.h"

namespace sinew {

/// The parts of a rigid world as bodies, and the places where they touch or may touch within a
/// step: what analytic contact solves for.
class RigidContacts {
 public:
  explicit RigidContacts(const World& world);
  /// `interruption` ends the search early, and must outlive it.
  void heed(Interruption* interruption) { m_interruption = interruption; }

  /// How far two bodies have gone [m] to where they are looked at, and in which time [s].
  struct Moved {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
    double after = 0;
  };
  /// A contact besides what the solver knows of it.
  struct Place {
    int a = 0, b = 0;             ///< parts; A is a half-space if either is
    Vec3 at = Vec3::Zero();       ///< [m] on B, where the step starts
    Moved moved;                  ///< up to when they touch there
    Vec3 normal = Vec3::UnitY();  ///< as it was found
    double gap = 0;               ///< [m] between the surfaces, less the margin
    double restitution = 0;
    bool crossing = false;  ///< its gap is no distance: see Crossing
  };
  /// A part at the start of the step.
  struct Body {
    PlacedShape placed;
    bool exists = false, moves = false;
    Vec3 pull = Vec3::Zero(), twist = Vec3::Zero();  ///< [m/s²], [rad/s²] without contact
  };

  using Scratches = std::span<const std::unique_ptr<PartScratch>>;  ///< of all parts
  /// Where all parts are, and what pulls at them; y begins with q.
  void place(Scratches scratch, const double* y, std::span<const double> forces);
  std::size_t forces() const { return static_cast<std::size_t>(m_world->velocitySize()); }
  /// All places that may touch within h seconds; none if they are too many for memory.
  void find(double h);
  /// Then a pair that the search had come to.
  const std::optional<std::array<int, 2>>& overfull() const { return m_overfull; }

  /// Two parts that a step would leave in each other may touch at a place as well: normal from A to
  /// B, where halfway between them now [m], and the gap [m] that a solve is to close by at most.
  struct Crossing {
    int a = 0, b = 0;
    Vec3 normal = Vec3::UnitY();
    ManifoldPoint point;
  };
  void add(const Crossing& crossing) {
    add(crossing.a, crossing.b, crossing.normal, crossing.point, {});
    m_places.back().crossing = true;
  }

  std::span<const Body> bodies() const { return m_bodies; }
  std::span<ConeBody> cones() { return m_cones; }
  std::span<const ConeBody> cones() const { return m_cones; }
  std::span<ConeContact> contacts() { return m_contacts; }
  std::span<const ConeContact> contacts() const { return m_contacts; }
  std::span<const Place> places() const { return m_places; }
  /// [m/s] at which the place of a contact moves where its bodies move so.
  Vec3 paceOfPlace(int contact, std::span<const ConeBody> bodies) const;
  bool betweenBalls(int contact) const {
    return m_shapes[m_contacts[contact].a].shape.isBall() &&
           m_shapes[m_contacts[contact].b].shape.isBall();
  }
  /// [m] of a part's surface from its centre of mass, at most.
  double extent(int part) const { return m_extent[part]; }
  double margin(int a, int b) const { return std::max(m_margin[a], m_margin[b]); }

 private:
  static constexpr std::size_t kMostContacts = 300'000;  // of which each takes a kilobyte

  void placeMoving(const PartScratch& scratch, int part, const double* q,
                   std::span<const double> forces);
  Box boxOf(int part, double h) const;
  double reach(int a, int b, double h) const;
  void meet(int a, int b, double h);
  void foresee(int a, int b, double h, Manifold& found, Moved& moved);
  const Manifold& findAt(int a, int b, double h, double after, Moved& moved);
  void add(int a, int b, const Vec3& normal, const ManifoldPoint& point, const Moved& moved);

  const World* m_world;
  Interruption* m_interruption = nullptr;
  std::span<const RigidShape> m_shapes;
  PassThrough m_passing;
  std::vector<OwnTouch> m_touch;  // per part
  double m_friction = 0, m_restitution = 0;
  std::vector<double> m_margin, m_extent;  // [m] per part
  std::vector<int> m_planes, m_solids;     // parts; the latter in the order of the boxes
  std::vector<Body> m_bodies;
  std::vector<ConeBody> m_cones;
  std::vector<Box> m_boxes;
  SweepAndPrune m_sweep;
  ManifoldFinder m_finder;
  Manifold m_found;
  PlacedShape m_movedA, m_movedB;
  std::optional<std::array<int, 2>> m_overfull;
  std::vector<ConeContact> m_contacts;
  std::vector<Place> m_places;
};

}  // namespace sinew
