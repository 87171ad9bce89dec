#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/math/Types.h"
#include "core/model/Constraint.h"
#include "core/model/Tessellation.h"
#include "core/simulation/StepPeaks.h"
#include "core/simulation/StepReport.h"

namespace sinew {

/// What of a picture stays the same from instant to instant. Shared between snapshots.
struct RenderTopology {
  struct PartMesh {
    std::string part;               ///< its name in the scene
    std::uint32_t firstVertex = 0;  ///< in Snapshot::positions, counted in vertices
    std::uint32_t vertexCount = 0;
    MeshTopology mesh;  ///< triangle indices count from firstVertex
    bool operator==(const PartMesh&) const = default;
  };
  struct ConstraintGlyphKind {
    std::string constraint;
    GlyphShape shape = GlyphShape::Ring;
    bool operator==(const ConstraintGlyphKind&) const = default;
  };
  std::vector<PartMesh> parts;
  std::vector<ConstraintGlyphKind> constraints;  ///< in scene order
  std::uint32_t vertexCount = 0;
  std::vector<float> rest;  ///< xyz [m] of the shapes parts begin with, in their axes; or empty
  bool operator==(const RenderTopology&) const = default;
};

/// One constraint as drawn: its two ends and what holds them.
struct ConstraintGlyph {
  std::uint32_t constraint = 0;  ///< index into RenderTopology::constraints
  Vec3 from = Vec3::Zero();      ///< [m] first point
  Vec3 to = Vec3::Zero();        ///< [m] second point, or the target in space
  Vec3 force = Vec3::Zero();     ///< [N] on the first point
  double gap = 0;                ///< [m], of angles [rad]: by how much it is not met
  bool active = false, broken = false, closed = false;

  /// A gap that nobody sees is none, also before the first step has said so.
  bool met() const {
    constexpr double kNone = 1e-6;  // [m] or [rad]
    return closed || gap < kNone;
  }
};

/// A force at a place: contacts, keyed forces, the hand.
struct ForceArrow {
  enum class Source { Contact, Keyed, Hand };
  Source source = Source::Keyed;
  Vec3 at = Vec3::Zero();     ///< [m]
  Vec3 force = Vec3::Zero();  ///< [N]
  std::int32_t keyed = -1;    ///< which of the scene's forces; −1: none, or not known
  std::int32_t hand = -1;     ///< slot of the hand (Command.h); −1: none, or not known
  // — of a hand whose slot is known —
  std::int32_t part = -1;      ///< what it holds, index into RenderTopology::parts
  Vec3 target = Vec3::Zero();  ///< [m] where the hand is
  bool pinned = false;         ///< it stays there by itself
};

/// Immutable picture of one instant, made by makeSnapshot(World, State); player, export and
/// command line share it. Cameras, lights and materials come from the Scene at `time`.
struct Snapshot {
  std::shared_ptr<const RenderTopology> topology;
  double time = 0;  ///< [s]
  std::uint64_t step = 0;
  std::uint64_t sceneRevision = 0, lastCommand = 0;
  std::vector<float> positions;  ///< xyz [m] per vertex, all parts one after the other
  Reals configuration;           ///< q of all parts, one after the other
  std::vector<ConstraintGlyph> glyphs;
  std::vector<ForceArrow> forces;
  StepReport report;
  StepPeaks peaks;  ///< of the steps since the frame before; nothing in what was recorded
};

}  // namespace sinew
