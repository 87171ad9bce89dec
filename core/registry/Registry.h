#pragma once
#include <cstdint>
#include <functional>
#include <memory>
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
};

/// Parameters by key, and what they should be.
using Fitted = std::vector<std::pair<std::string, Value>>;

struct PartKind : KindInfo {
  int version = 1;  ///< of the kind's State layout; clips resume only where it agrees
  std::function<Result<std::unique_ptr<Part>>(const ParamReader&)> create;
  /// From legal values; scenes that would not fit into memory are refused by it.
  std::function<PartSize(const ParamReader&)> size;
  /// With what a part made from these values would start where it is at q: as well as parameters
  /// can say it, velocities aside; nothing if they cannot. None: it does not move.
  std::function<Fitted(const ParamReader&, const Part&, const double* q)> startAt;
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
