#pragma once
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/contact/PairRules.h"
#include "core/model/Integrator.h"
#include "core/model/State.h"
#include "core/registry/Registry.h"
#include "core/scene/Accuracy.h"
#include "core/scene/Scene.h"
#include "core/simulation/AssemblyLaw.h"
#include "core/simulation/Snapshot.h"
#include "core/simulation/rigid/RigidShapes.h"
#include "core/solvers/ConstraintSystem.h"

namespace sinew {

/// A material point of a compiled part.
struct CompiledEnd {
  int part = -1;
  ResolvedPoint point;
};

/// The ends of one constraint or force. In place rather than on the heap: the step walks over the
/// ends of all constraints.
class EndList {
 public:
  void add(const CompiledEnd& end) { m_ends[m_count++] = end; }
  std::size_t size() const { return m_count; }
  const CompiledEnd& operator[](std::size_t i) const { return m_ends[i]; }
  const CompiledEnd* begin() const { return m_ends.data(); }
  const CompiledEnd* end() const { return m_ends.data() + m_count; }

 private:
  std::size_t m_count = 0;
  std::array<CompiledEnd, ConstraintRows::kMaxPoints> m_ends;
};

// In the next two, what every step reads stands first, close together.

struct CompiledPart {
  std::unique_ptr<Part> part;
  PartDims dims;
  int firstQ = 0, firstV = 0;  ///< in the q and the v of all parts
  int version = 1;             ///< of the kind's State layout
  double assemblyMass = 0;     ///< [kg] with what is tied to it (assemblyMasses)
  std::string name, kind;

  /// Whether nothing of it gives way.
  bool movesAsOne() const { return dims.v <= 6; }
};

struct CompiledConstraint {
  std::unique_ptr<Constraint> constraint;
  int rows = 0, firstRow = 0;
  bool directed = false;  ///< at any end
  std::array<bool, ConstraintRows::kMaxPoints> directedEnd{};
  int slidingEnd = -1;        ///< Constraint::slidingEnd
  std::uint32_t limited = 0;  ///< Constraint::limitedRows
  Constraint::Drag drag;
  double size = 1;  ///< [m] of the smaller part it touches: what its gaps are measured against
  double compliance = 0, dampingTime = 0;  ///< [m/N] 0: holds exactly; [s] damping over stiffness
  std::uint32_t angular = 0;               ///< Constraint::angularRows
  static constexpr double kThere = 1e-9;   ///< of it: with less room a limit is reached
  AssemblyLaw law;
  EndList ends;
  std::string name, kind;

  bool isCompliant() const { return compliance > 0; }
  /// [m/N], of angles [rad/(N m)]; friction does not give way.
  double complianceOf(int row) const {
    return row == drag.row ? 0 : compliance / (angular >> row & 1U ? size * size : 1);
  }
};

struct CompiledForce {
  std::string name, kind;
  std::unique_ptr<Force> force;
  EndList ends;
  std::vector<int> parts;  ///< on whose surfaces it acts
};

/// Where things are in a State of this world.
struct StateOffsets {
  std::size_t time = 0, nextStep = 0, initialEnergy = 0;
  std::size_t y = 0;  ///< q, v, energy flows
  /// Per constraint: start [s], g₀ and ġ₀ of each row; if it slides, its place on the track.
  std::vector<std::size_t> law;
  std::size_t multipliers = 0;                   ///< [N] all rows
  std::size_t grabs = 0;                         ///< kGrabs × kGrabReals
  std::size_t energyBook = 0, partEnergies = 0;  ///< [J]: EnergyCheck; of each part at the start
  std::size_t openGaps = 0;                      ///< per constraint: GapCheck
  std::size_t memory = 0, memorySize = 0;        ///< of the integrator
  std::size_t lags = 0, touched = 0;             ///< [s], 0 or 1 per part: MixedStep
  bool keepsLags = false;                        ///< whether there are those
  std::size_t accounts = 0, accountsSize = 0;    ///< IslandEnergies, where they are kept
  std::size_t steps = 0, rejected = 0, random = 0, flags = 0, grabWords = 0;  ///< in words
  std::size_t contact = 0;  ///< in words, from there to the end: ContactMemory

  static constexpr std::size_t kEnergyReals = 5;
  static constexpr std::size_t kOpenGapReals = 2;  ///< [s] open for, [s] that it may be; 0: as ever
  static constexpr int kGrabs = 16;
  static constexpr int kGrabReals = 8;  ///< at[3], target[3] [m], stiffness [N/m], damping [N s/m]
  /// A grab's word: its part's index + 1, from bit 32 on how many numbers `at` has; this bit where
  /// the hand is pinned. 0: nothing is held.
  static constexpr std::uint64_t kGrabPinned = std::uint64_t{1} << 40U;
};

/// How solid parts keep each other out, where any two are solid to each other: by barriers, or by
/// impulses that are solved for ([BW92] §3): of rigid parts and the shapes that they exactly are,
/// or as rows of an implicit step of any parts.
enum class SolidContact { None, Barrier, Analytic, Rows };

/// Bits of a constraint's word in State.
struct ConstraintFlags {
  static constexpr std::uint64_t kActive = 1, kBroken = 2, kClosed = 4;
  static constexpr std::uint64_t kStrayed = 8;  // from its law, and has not closed since
  /// Has met since it was switched on, or since a key that jumped or an edit last moved it away.
  static constexpr std::uint64_t kMet = 16;
};

/// How a scene is compiled.
struct CompileOptions {
  /// Of an earlier world; taken over when nothing about it changed, so that those who draw can
  /// tell by the pointer.
  std::shared_ptr<const RenderTopology> topology;
  std::stop_token stop;  ///< looked at between entities; then the error is Stopped
};

/// A compiled scene: parts with their masses and meshes, constraints with their points looked up,
/// sizes, orders and names. Immutable, shared between threads; what changes is in State.
class World {
 public:
  /// Compiles a validated scene. The error names everything that could not be compiled.
  static Result<std::shared_ptr<const World>> compile(const Scene& scene, const Registry& registry,
                                                      const CompileOptions& options = {});

  const Scene& scene() const { return m_scene; }
  /// Of it what is simulated: entities in the order of parts(), constraints() and forces().
  const Scene& simulated() const { return m_simulated ? *m_simulated : m_scene; }
  const Registry& registry() const { return *m_registry; }
  const std::vector<CompiledPart>& parts() const { return m_parts; }
  const std::vector<CompiledConstraint>& constraints() const { return m_constraints; }
  const std::vector<CompiledForce>& forces() const { return m_forces; }
  const ConstraintSystem::Structure& structure() const { return m_structure; }
  /// Those of the constraints that slide.
  const std::vector<int>& sliding() const { return m_sliding; }
  /// Length of a constraint's law in State.
  std::size_t lawSize(int constraint) const {
    const CompiledConstraint& source = m_constraints[constraint];
    return 1 + 2 * static_cast<std::size_t>(source.rows) + (source.slidingEnd >= 0 ? 1 : 0);
  }
  /// Offset in State of the place of one that slides, and the place to look for it from first.
  std::size_t placeOffset(int constraint) const {
    return m_offsets.law[constraint] + lawSize(constraint) - 1;
  }
  double firstPlace(int constraint) const {
    const CompiledConstraint& source = m_constraints[constraint];
    const CompiledEnd& end = source.ends[source.slidingEnd];
    return m_parts[end.part].part->placeOf(end.point);
  }

  int configurationSize() const { return m_qSize; }
  int velocitySize() const { return m_vSize; }
  int ySize() const { return m_qSize + m_vSize + static_cast<int>(kEnergyFlows); }
  int rows() const { return m_rows; }
  std::optional<int> findPart(std::string_view name) const;

  const StateOffsets& offsets() const { return m_offsets; }
  const StateLayout& layout() const { return m_layout; }
  /// Factors from y to metres and metres per second at the surface of parts; from ν likewise.
  const Reals& errorScale() const { return m_errorScale; }
  const Reals& speedScale() const { return m_speedScale; }

  const IntegratorKind& integratorKind() const;
  std::unique_ptr<Integrator> makeIntegrator() const;
  std::unique_ptr<Integrator> makeRescue() const;  ///< see IntegratorKind; null if there is none
  /// The same for inTouch; null as well where that is the scene's own integrator.
  std::unique_ptr<Integrator> makeInTouch() const;
  /// Whether that takes steps of its own, for which contact is solved for as rows.
  bool steppedInTouch() const;
  double fps() const { return m_fps; }
  double nominalStep() const { return m_nominalStep; }  ///< [s] of fixed-step integrators
  const Accuracy& accuracy() const { return m_accuracy; }
  /// What steps may be so that no part shakes itself apart, and the part that asks for it.
  struct StepLimit {
    double step = std::numeric_limits<double>::infinity();  ///< [s]
    int part = -1;
  };
  const StepLimit& stepLimit() const { return m_stepLimit; }
  double implicitStepLimit() const {
    return m_implicitStepLimit;
  }  ///< [s] of kinds without stiffness
  double stableStep(int part) const { return m_stableSteps[part]; }  ///< [s] in its initial shape
  /// What the springs of obstacles, always explicit, ask for while they push a part.
  struct TouchLimit {
    double step = std::numeric_limits<double>::infinity();  ///< [s] with one point in touch
    double pointsPerMass = 1;  ///< in touch at once that weigh as little as the one is light
  };
  const TouchLimit& touchLimit(int part) const { return m_touchLimits[part]; }
  SolidContact solidContact() const { return m_solidContact; }
  /// How any two parts answer each other.
  const PairRules& pairRules() const { return m_pairRules; }
  /// Under analytic contact: what it meets of each part; else empty.
  const std::vector<RigidShape>& rigidShapes() const { return m_rigidShapes; }
  /// Why the scene asked for analytic contact and has barriers; "" where it has what it asked for.
  const std::string& whyNotAnalytic() const { return m_whyNotAnalytic; }
  /// Acceleration of free fall [m/s²] and its rate of change [m/s³].
  void gravity(double time, Vec3& value, Vec3& rate) const;
  bool gravityIsKeyed() const { return m_gravity.keys.size() > 1; }
  /// Of which a part feels this share.
  const Curve& gravityShare(std::size_t part) const { return m_gravityShares[part]; }
  /// Earliest key, activation or jump in (from, to), or `to`.
  double nextEvent(double from, double to) const;

  std::shared_ptr<const RenderTopology> topology() const { return m_topology; }
  /// Hash of all that shapes the simulation: two worlds with equal fingerprints run alike.
  std::uint64_t fingerprint() const { return m_fingerprint; }

 private:
  std::unique_ptr<Integrator> makeOther(const std::string& name) const;
  friend class WorldCompiler;
  Scene m_scene;
  std::optional<Scene> m_simulated;  // where something is left out
  const Registry* m_registry = nullptr;
  std::vector<CompiledPart> m_parts;
  std::map<std::string, int, std::less<>> m_partByName;
  std::vector<CompiledConstraint> m_constraints;
  std::vector<CompiledForce> m_forces;
  ConstraintSystem::Structure m_structure;
  std::vector<int> m_sliding;
  int m_qSize = 0, m_vSize = 0, m_rows = 0;
  StateOffsets m_offsets;
  StateLayout m_layout;
  Reals m_errorScale, m_speedScale;
  Curve m_gravity;
  std::vector<Curve> m_gravityShares;  // per part
  std::vector<double> m_events;        // [s] ascending, each once
  double m_fps = 24, m_nominalStep = 1e-3;
  Accuracy m_accuracy;
  StepLimit m_stepLimit;
  double m_implicitStepLimit = std::numeric_limits<double>::infinity();
  std::vector<double> m_stableSteps;      // per part
  std::vector<TouchLimit> m_touchLimits;  // per part
  SolidContact m_solidContact = SolidContact::None;
  PairRules m_pairRules;
  std::vector<RigidShape> m_rigidShapes;
  std::string m_whyNotAnalytic;
  std::shared_ptr<const RenderTopology> m_topology;
  std::uint64_t m_fingerprint = 0;
};

}  // namespace sinew
