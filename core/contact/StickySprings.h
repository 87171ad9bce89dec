#pragma once
#include "core/contact/ContactMemory.h"
#include "core/contact/ContactStiffness.h"
#include "core/contact/EdgeNormals.h"
#include "core/contact/PassThrough.h"
#include "core/contact/PathProducts.h"
#include "core/contact/SurfaceContacts.h"
#include "core/contact/SurfaceSet.h"

namespace sinew {

/// Contact as in [LS97] §7.2: where two surfaces meet, a spring ties the two places together until
/// it would pull. Surfaces pass a little into each other; how deep is reported.
///
///   E = K L²,  F = 2 K L,  L the distance of the two places;
/// DEPARTURE: what has a thickness r meets before its places do, and does not stick: E = K (L − r)²
/// while L < r, with L the distance of the nearest places. The paper's bodies have none.
/// K follows from what the surfaces put against a push and the step: 2 K = (ω h)² m/h².
class StickySprings {
 public:
  using Scratches = SurfaceSet::Scratches;

  StickySprings(std::span<const Part* const> parts, Scratches scratch, PassThrough passing,
                double step);

  StickySprings(const StickySprings&) = delete;  // the search asks this very object
  StickySprings& operator=(const StickySprings&) = delete;

  /// Adds the springs' forces at the instant of `scratch` to Q (all parts, part i starting at
  /// velocityStart[i]).
  void apply(Scratches scratch, std::span<const StuckSpring> springs,
             std::span<const int> velocityStart, double* Q);
  const SurfaceContacts& result() const { return m_result; }
  /// As ContactSearch::heed().
  void heed(Interruption* interruption) { m_search.heed(interruption); }

  /// [s] that an explicit step may take, at most `step`. Its way starts at the instant last
  /// applied.
  double longestStep(double step);

  /// The way to `scratch`, h seconds later: straight, or the cubic that has the velocities of its
  /// ends. Returns the share of it up to the first event, a spring that is born or lets go; 1 if
  /// there is none. [LS97] §6.1–6.2
  double lookAhead(Scratches scratch, std::span<const StuckSpring> springs, Way way, double h);
  /// What happened on all of that way. Returns the energy [J] that its end has more for it.
  double settle(std::vector<StuckSpring>& springs);
  /// Whether anything did.
  bool news() const { return !m_met.empty() || !m_lost.empty(); }

  /// Parts that overlap at the start: they pass through each other.
  std::span<const Overlap> overlaps() const { return m_overlaps; }

 private:
  using Quad = std::array<int, 4>;  // vertices of all surfaces
  /// Where a pair meets on its way.
  struct Meeting {
    double share = 1;
    StuckSpring spring;
  };
  struct Length {
    std::array<double, 4> weights{};  // of the places
    Vec3 direction = Vec3::Zero();    // from B's place to A's
    double stretch = 0;               // [m] L − r
  };
  void leaveOutOverlaps(Scratches scratch);
  bool mayMeet(int a, int b) const;
  bool isKnown(const ContactPair& pair) const;
  ContactPair pairOf(const StuckSpring& spring) const;
  StuckSpring springAt(const ContactPair& pair, const std::array<double, 4>& weights) const;
  double stiffness(const ContactPair& pair) const;
  double thickness(const ContactPair& pair) const { return m_search.thickness(pair); }
  Length lengthOf(const ContactPair& pair, const StuckSpring& spring,
                  const SurfaceSet::Vertices& at) const;
  double energyOf(const StuckSpring& spring, const SurfaceSet::Vertices& at) const;
  void addForce(const StuckSpring& spring);
  std::array<PointPath, 4> pathsOf(const ContactPair& pair) const;
  Meeting meetingOf(const ContactPair& pair) const;
  Meeting thickMeeting(const ContactPair& pair) const;
  double gapAt(const ContactPair& pair, double share) const;
  Meeting thinMeeting(const ContactPair& pair) const;
  Meeting meetingAt(const ContactPair& pair, double share, bool wasAbove) const;
  bool turned(const ContactPair& pair, const Vec3& normal) const;
  double letsGoAt(const StuckSpring& spring) const;
  double partsAt(const ContactPair& pair) const;

  SurfaceSet m_surfaces;
  PassThrough m_passing;
  double m_step;  // [s] that the springs are made for
  ContactSearch m_search;
  EdgeNormals m_normals;
  SurfaceSet::Vertices m_now, m_start, m_end;
  std::vector<PointPath> m_paths;
  std::vector<MovingBox> m_boxes;
  std::vector<Vec3> m_force;  // [N] per vertex
  ContactStiffness m_stiff;
  std::vector<ContactPair> m_known;  // of the springs there are, ascending
  std::vector<Overlap> m_overlaps;
  std::vector<Meeting> m_met;
  std::vector<int> m_lost;  // springs there are, ascending
  SurfaceContacts m_result;
};

}  // namespace sinew
