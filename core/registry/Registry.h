#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/Result.h"
#include "core/model/Constraint.h"
#include "core/model/Force.h"
#include "core/model/Part.h"
#include "core/params/ParamValues.h"

namespace sinew {

class Integrator;

/// What every registered kind says of itself.
struct KindInfo {
  std::string name;   ///< snake_case, as in scene files
  std::string label;  ///< as people read it: "Superquadric"
  std::string doc;    ///< a sentence or two
  ParamTable table;   ///< everything that may be set, common parameters included
};

/// What a part will hold, known before it is made.
struct PartSize {
  std::int64_t vertices = 0;    ///< of Part::tessellation
  std::int64_t velocities = 0;  ///< at least Part::dims().v, and 0 for what does not move
  std::int64_t further = 0;     ///< [bytes] that neither of these tells of: the content of files
  /// What makes it smaller, as people read it; "" where nothing does.
  const char* lower = "";

  /// [bytes] of everything that is made of it, at most: what of many sizes of each kind was
  /// measured, and a quarter more.
  std::int64_t memory() const {
    constexpr std::int64_t kPart = 4'096, kVertex = 256, kVelocity = 512;
    return kPart + kVertex * vertices + kVelocity * velocities + further;
  }
};

/// Parameters by key, and what they should be.
using Fitted = std::vector<std::pair<std::string, Value>>;

/// A place where a value of a part is set by hand: a number by moving the place along the way on
/// which the number leads it, a vector by moving it anywhere.
struct PartHandle {
  std::string key;                  ///< of the parameter
  Vec3 at = Vec3::Zero();           ///< [m] in space where the part begins
  std::optional<std::size_t> item;  ///< which one, of a list
  std::optional<int> component;     ///< which number, of a vector: 0 x, 1 y, 2 z
  /// Whether they set the same.
  bool sets(const PartHandle& other) const {
    return key == other.key && item == other.item && component == other.component;
  }
};

/// What of a part's own changes when it becomes its mirror image across a plane square to one of
/// the world's axes. Whatever parameters say of the world is mirrored without being told.
struct MirrorImage {
  /// Its own axis along which its shape is turned over: orientation R becomes M R L, with the
  /// reflection M of the world and L along this axis.
  int across = 2;
  Fitted values;  ///< parameters of its shape that say another thing of the shape turned over
  /// Where the place of a material point is found on the image; none: at the same coordinates.
  std::function<std::vector<double>(std::vector<double> at)> point;
};

/// A material that comes with a kind: its name, and values of the table of materials.
struct KindMaterial {
  std::string name;
  Fitted values;
};

struct PartKind : KindInfo {
  int version = 1;  ///< of the kind's State layout; clips resume only where it agrees
  /// What the numbers of a material point on it mean, in their order; where none are given, they
  /// are the defaults. Without: all of it is one point.
  ParamTable coordinates;
  std::function<Result<std::unique_ptr<Part>>(const ParamReader&)> create;
  /// From legal values; scenes that would not fit into memory are refused by it.
  std::function<PartSize(const ParamReader&)> size;
  /// What makes the smallest part that still shows all that the kind can do; the rest are defaults.
  /// Suites that try every kind take these, where defaults would take long to no purpose.
  Fitted small;
  /// With what a part made from these values would start where it is at q: as well as parameters
  /// can say it, velocities aside; nothing if they cannot. None: it does not move.
  std::function<Fitted(const ParamReader&, const Part&, const double* q)> startAt;
  /// From legal values: where which of them are set by hand, each always in the same order and a
  /// place that depends on its value without jumps. Asked many times while one is dragged. None:
  /// it has no handles.
  std::function<std::vector<PartHandle>(const ParamReader&)> handles;
  /// What makes it this many times as large along its axes: those of its orientation, of space
  /// where it has none. With three equal factors every place of its surface is as many times as
  /// far from its origin. None: all its lengths are multiplied alike.
  std::function<Fitted(const ParamReader&, const Vec3& factors)> scaled;
  /// How a part made from these values is mirrored along the world's x (0), y or z axis. None: it
  /// cannot be.
  std::function<MirrorImage(const ParamReader&, const Part&, int axis)> mirror;
  /// Share of the speed that a blow gives back of one that says nothing of it. < 0: the scene's.
  double restitution = -1;
  /// What one that is added by hand is made of, for drawing. None: nothing of its own.
  std::optional<KindMaterial> material;
};

struct ConstraintKind : KindInfo {
  using Fitted = sinew::Fitted;

  std::function<Result<std::unique_ptr<Constraint>>(const ParamReader&)> create;
  /// For one added by hand: where in space, how long and so on, such that it holds its points, in
  /// the order of Constraint::anchors(), where they are. None: there is nothing to fit.
  std::function<Fitted(std::span<const PointSample> points)> fit;
};

struct ForceKind : KindInfo {
  std::function<Result<std::unique_ptr<Force>>(const ParamReader&)> create;
};

struct IntegratorKind : KindInfo {
  std::function<std::unique_ptr<Integrator>(const ParamReader& settings)> create;
  /// What people should know of it under these settings, in a sentence or two. None: nothing.
  std::function<std::string(const ParamReader& settings)> remark;
  /// The integrator, one without memory, that takes a step of a blow in which none of this one's is
  /// short enough; "": then the take ends.
  std::string rescue;
  /// The integrator, also one without memory, whose steps solve for contact, and which moves what
  /// touches in place of this one; "": contact is not solved for.
  std::string inTouch;
};

/// All kinds that a scene may name, and the tables of its sections. Filled once at start by
/// registerBuiltins (core/registry/Builtins.cpp, the only file that names concrete kinds), then
/// passed by const reference; tests may add kinds of their own.
class Registry {
 public:
  void add(PartKind kind);
  void add(ConstraintKind kind);
  void add(ForceKind kind);
  void add(IntegratorKind kind);

  const PartKind* part(std::string_view name) const;
  const ConstraintKind* constraint(std::string_view name) const;
  const ForceKind* force(std::string_view name) const;
  const IntegratorKind* integrator(std::string_view name) const;

  const std::vector<PartKind>& parts() const { return m_parts; }
  const std::vector<ConstraintKind>& constraints() const { return m_constraints; }
  const std::vector<ForceKind>& forces() const { return m_forces; }
  const std::vector<IntegratorKind>& integrators() const { return m_integrators; }

 private:
  std::vector<PartKind> m_parts;
  std::vector<ConstraintKind> m_constraints;
  std::vector<ForceKind> m_forces;
  std::vector<IntegratorKind> m_integrators;
};

/// Adds every kind that ships with Sinew.
void registerBuiltins(Registry& registry);

}  // namespace sinew
