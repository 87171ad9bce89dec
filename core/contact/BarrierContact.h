#pragma once
#include <map>
#include <memory>
#include <set>

#include "core/base/Interruption.h"
#include "core/contact/Barrier.h"
#include "core/contact/ContactStiffness.h"
#include "core/contact/Parting.h"
#include "core/contact/PassThrough.h"
#include "core/contact/PointPath.h"
#include "core/contact/SurfaceSprings.h"
#include "core/contact/TouchLaw.h"
#include "core/contact/TouchPlaces.h"
#include "core/model/Part.h"

namespace sinew {

/// What a part's own surface does to what touches it; < 0: no more than others'.
struct OwnTouch {
  double friction = -1;     ///< Coulomb's μ
  double restitution = -1;  ///< share of the speed that a blow gives back
};

/// How parts answer each other where they meet.
struct BarrierSettings {
  double range = 0;                      ///< [m] gap below which they push
  bool silent = false;                   ///< they only find what touches; others solve for it
  double friction = 0;                   ///< μ between parts of which neither has its own
  double restitution = 0;                ///< likewise, 0 to 1
  std::vector<OwnTouch> own;             ///< by part; none: nobody has his own
  const PairRules* rules = nullptr;      ///< that count for more than those; null: none
  bool inert = false;                    ///< nobody has a speed: forces are those of standing still
  double step = 1e-3;                    ///< [s] that the stiffness is made for
  Vec3 gravity = Vec3(0, -9.81, 0);      ///< [m/s²] with which parts press on each other, or about
  Interruption* interruption = nullptr;  ///< of the long loops; must outlive the contact
  Ties ties;                             ///< who overlaps near what ties them together
};

/// What stands in the way of a step.
struct ContactBlock {
  double until = 1;  ///< share of the step that is certainly free of crossing; 1: all of it
  int partA = -1, partB = -1;
  bool late = false;   ///< forces were taken later than at its start: see BarrierContact::blows()
  bool again = false;  ///< more is known now of what touches: the same step may do if tried again
};

/// How long a step may be, and the parts that ask for it; −1 if none do.
struct ContactLimit {
  double step = 0;  ///< [s]
  int partA = -1, partB = -1;
};

/// Contact between any two parts, by springs that stiffen without bound as the gap after thickness
/// closes. [LS97] §7.2, but for:
/// DEPARTURE: the paper's springs have no length and let parts interpenetrate; these act over a
/// small distance and never do, which clearUntil() certifies of every step.
///
/// Each pair of elements within the range answers by its TouchLaw. Stiffness k = m/h² from the
/// masses m that the surfaces put against a push and the step h: a touch is over within few steps,
/// a blow in shorter ones.
///
/// Parts that start nearer than they could rest on each other would be thrown apart: between them
/// the gap is counted as larger at first, by less and less for kSettling seconds. Those that
/// overlap are moved apart first (Parting).
class BarrierContact {
 public:
  using Scratches = SurfaceSet::Scratches;
  static constexpr double kSettling = 1;         // [s]
  static constexpr double kMostPressed = 0.5;    // of a thickness that may begin in another part
  static constexpr double kSqueezeStep = 1e-10;  // [s] contact that asks for less is a squeeze

  /// `scratch` is where parts are at the start.
  BarrierContact(std::span<const Part* const> parts, Scratches scratch, PassThrough passing,
                 const BarrierSettings& settings);

  BarrierContact(const BarrierContact&) = delete;  // the search asks this very object
  BarrierContact& operator=(const BarrierContact&) = delete;

  /// Finds contacts at the instant of `scratch` and adds their forces to Q (all parts, part i
  /// starting at velocityStart[i]).
  /// Those that overlap, since the start or an edit, only part.
  void apply(double time, Scratches scratch, std::span<const Overlap> overlaps,
             std::span<const int> velocityStart, double* Q);
  /// Whether anything that overlaps is being moved apart at the instant last applied.
  bool separates() const { return !m_parting->none(); }
  /// Adds the generalised forces of that alone to Q. Returns their power [W] at that instant.
  double addSeparation(Scratches scratch, std::span<const int> velocityStart, double* Q);
  const SurfaceContacts& result() const { return m_result; }
  double range() const { return m_settings.range; }  ///< [m]

  /// Parts that overlap at the start, and those of them that do so by more than the range, or
  /// overlap themselves; the latter without those that are tied.
  const std::vector<Overlap>& overlaps() const { return m_overlaps; }
  const std::vector<Overlap>& deepOverlaps() const { return m_deepOverlaps; }
  /// Adds parts that overlap at an instant of a scene that was changed on its way, and those that
  /// are nearer than they could lie to one that is `fresh` there. Before forces are applied.
  void addPressed(double time, Scratches scratch, std::span<const char> fresh,
                  std::vector<Overlap>& overlaps);
  /// Takes those out that have come apart at the instant of `scratch`. Of tied ones only those that
  /// are asked for: others are still being brought together.
  void lookForParted(Scratches scratch, const Parting::Asked& asked,
                     std::vector<Overlap>& overlaps);
  const Ties& ties() const { return m_settings.ties; }
  /// Whether they are pushed until they have.
  bool pushes(const Overlap& overlap) const { return m_parting->pushes(overlap); }

  /// Two elements that felt each other when forces were last applied.
  struct Touch {
    TouchLaw law;
    TouchLaw::Answer answer;  ///< as it went into Q
    int partA = -1, partB = -1;
    int points = 0;
    bool tightens = false;           ///< its gap is counted as narrower and narrower
    Vec3 at = Vec3::Zero();          ///< [m] on A
    std::array<int, 4> vertex{};     ///< where it acts: of all surfaces, then of skins of balls
    std::array<double, 4> weight{};  ///< of their velocities, in the rate of A against B
    double energy() const { return law.barrier.energy(law.gap); }  ///< [J] stored
  };
  std::span<const Touch> touches() const { return m_touches; }
  /// Vertices of all surfaces, and after them the places on balls that the touches are at.
  int placeCount() const { return m_surfaces.vertexCount() + static_cast<int>(m_skins.size()); }
  SurfaceSet::VertexPlace placeOf(int vertex) const;
  const Vec3& velocityOf(int vertex) const;  ///< [m/s]
  Vec3 rateOf(const Touch& touch) const;     ///< [m/s] of A against B
  /// What forces taken at the end of a step lose and put in instead [W].
  void settle(double dissipation, double power) {
    m_result.dissipation = dissipation;
    m_result.power = power + m_turningPower;
  }

  /// [s] from the instant last applied that a step may take: what is in touch must not vibrate
  /// apart, and nothing may get deep into the range, or through it, unfelt. At most `step`. The way
  /// of that step starts here. Fine steps are those of integrators that do not look at their error.
  /// Those that can take the forces at a step's end need not fear vibration, but lose the energy
  /// that is in it. They do so where that allows for longer steps: for light vertices that swing
  /// between the springs, and for whole parts in steps up to `calm`. What thuds does all of a blow
  /// in one step of any length. Where nothing has inertia, nothing vibrates: forces are taken at
  /// the end, and only what moves by key is looked out for.
  enum class Care { Coarse, Fine, AtEnd, Inert };
  ContactLimit longestStep(double step, Care care, double calm);
  /// Where such a step takes them. Over the step: where it need not fear vibration, but must not
  /// lose what is in it either.
  enum class Taken { AtStart, AtEnd, OverStep };
  Taken taken() const { return m_taken; }
  /// [m/s] At which anything closes that touches, or will in h seconds, where one of its parts is
  /// marked.
  double fastestClosing(std::span<const char> marked, double h) const;
  /// Adds those parts that touch, or may in h seconds, where others solve for it. Pairs may come
  /// more than once.
  void addMeeting(double h, std::vector<std::array<int, 2>>& pairs) const;
  /// Adds those to the touches that such a step brings into the range, at the instant last applied.
  void addComing(Scratches scratch);
  /// Adds them for a step of h seconds; what slides then touches where it will be nearest, not
  /// where it is nearest now.
  void aimAhead(Scratches scratch, double h);

  /// How far the way from there to `scratch`, h seconds later, is free of crossings:
  /// half of each gap must be left, or half the range where a gap is larger.
  ContactBlock clearUntil(Scratches scratch, Way way, double h);
  /// Two elements that feel each other at the end of the way last looked at, of a step that takes
  /// forces later than at its start.
  struct Blow {
    int partA = -1, partB = -1;
    double stored = 0;  ///< [J] there
    double impact = 0;  ///< [J] with which they met, or had stored
  };
  std::span<const Blow> blows() const { return m_blows; }
  /// All pairs in the way of it.
  std::span<const ContactBlock> blocks() const { return m_blocks; }

 private:
  using Surface = SurfaceSet::Surface;
  using Vertices = SurfaceSet::Vertices;
  /// Of a ball, where it touches something.
  struct Skin {
    int part = -1;
    ResolvedPoint point;
    Vec3 v = Vec3::Zero(), force = Vec3::Zero();  // [m/s], [N]
  };
  /// Parts that overlap, and how much nearer than they could lie others are, by surfaces [m].
  struct Pressed {
    std::set<std::array<int, 2>> parts;
    std::map<std::array<int, 2>, double> slacks;
  };
  Pressed findPressed();
  void leaveOutOverlaps();
  std::array<int, 2> partsOf(const std::array<int, 2>& surfaces) const;
  static double slackLeftAt(double time) { return std::max(0.0, 1 - time / kSettling); }
  void placeBoxes();
  void addSwallowed(std::vector<std::array<int, 2>>& found) const;
  double bearableOverlap(const ContactPair& pair) const;
  double deepest(const ContactPair& pair) const;
  bool sinks(const ContactPair& pair, double gap);
  double pressedGap() const;
  double slackOf(const ContactPair& pair) const;
  double thickness(const ContactPair& pair) const;
  bool mayTouch(int a, int b) const;
  /// Two surfaces that started nearer than they may lie, and by how much [m].
  struct Slack {
    std::array<int, 2> surfaces{};
    double length = 0;
    bool operator<(const Slack& other) const { return surfaces < other.surfaces; }
  };
  static Closest nearest(const ContactPair& pair, const Vertices& at);
  static Vec3 rateOf(const ContactPair& pair, const Closest& near, const Vertices& at);
  double gapOf(const ContactPair& pair, const Vertices& at) const;
  void weigh(const ContactPair& pair);
  static std::array<Vec3, 4> pointsAt(const ContactPair& pair, const Vertices& at);
  TouchPlaces placesOf(const ContactPair& pair, const Closest& near, const Vertices& at,
                       std::optional<double> crossing = std::nullopt) const;
  double storedBy(const ContactPair& pair, const TouchPlaces& places) const;
  void push(const ContactPair& pair, Scratches scratch);
  void turn(const ContactPair& pair, const TouchPlaces& places);
  void pushAt(const ContactPair& pair, const TouchPlace& place, Scratches scratch);
  Touch& touch(const ContactPair& pair, const TouchPlace& place, Scratches scratch);
  int addSkin(const Surface& ball, const Vec3& arm, Scratches scratch);
  Vec3& forceOn(int vertex);
  void addForces(Scratches scratch, std::span<const int> velocityStart, double* Q);
  OwnTouch ownOf(int surface) const;
  double frictionOf(const ContactPair& pair) const;
  double restitutionOf(const ContactPair& pair) const;
  bool thuds(const ContactPair& pair) const;  // gives back nothing of a blow
  ContactLimit lookAhead(double step);
  void meet(const ContactPair& pair, double until);
  struct Met;
  std::optional<Met> foresee(const ContactPair& pair, double h) const;
  Met placedAt(const ContactPair& pair, const std::array<PointPath, 4>& paths, double share) const;
  double inverseMassOf(const ContactPair& pair) const;  // [1/kg]
  Barrier barrierOf(const ContactPair& pair) const;
  ContactLimit limitBy(const ContactPair& pair, double step) const;
  ContactLimit limitBySwing(double step, ContactStiffness::Swing swing) const;
  void searchAhead(double step);
  double approach(const ContactPair& pair, double step) const;
  double approachOnPaths(const ContactPair& pair) const;
  bool meetsOthers();
  bool isInterrupted();

  std::span<const Part* const> m_parts;
  SurfaceSet m_surfaces;
  PassThrough m_passing;
  TieZones m_zones;
  std::unique_ptr<Parting> m_parting;
  std::vector<Overlap> m_overlaps, m_deepOverlaps;
  std::vector<Slack> m_slacks;  // ascending
  double m_slackLeft = 1;       // share of them at the instant last applied
  BarrierSettings m_settings;
  ContactSearch m_search;
  std::size_t m_pairsLookedAt = 0;
  Vertices m_now, m_start;
  std::vector<PointPath> m_paths;
  std::vector<MovingBox> m_boxes;
  std::vector<Touch> m_touches;
  std::vector<ContactPair> m_touching;  // per touch
  std::vector<Blow> m_blows;
  std::vector<ContactBlock> m_blocks;
  std::vector<std::array<int, 2>> m_inTheWay;  // parts, in the try before
  std::vector<Skin> m_skins;
  std::vector<Vec3> m_force;  // [N] per vertex
  ContactStiffness m_stiff;   // Σ E″, of vertices by their weights
  double m_turningPower = 0;  // [W] that obstacles put in by turn()
  double m_stiffest = 0;      // [N/m] E″ of
  ContactPair m_stiffestPair;
  Taken m_taken = Taken::AtStart;
  /// What nears the range, and when it is there [s].
  struct Ahead {
    ContactPair pair;
    double after = 0;
  };
  std::vector<Ahead> m_ahead;
  std::vector<ContactPair> m_coming;  // into the range, in the step last asked for
  /// Two elements where a step brings them nearest, or too near in spite of what was known.
  struct Met {
    ContactPair pair;
    Closest near;    // there
    double gap = 0;  // [m] from which the whole step may close it, along the normal there
  };
  std::vector<Met> m_met;
  double m_metIn = 0;  // [s] length of that step
  int m_tries = 0;
  bool m_comingFelt = false;  // since forces were last applied
  SurfaceContacts m_result;
};

}  // namespace sinew
