#pragma once
#include <optional>
#include <vector>

#include "core/math/NearestToLine.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// A part whose values are set by hand, at its handles. Holds a copy of the part; the registry must
/// outlive it.
class PartHandles {
 public:
  PartHandles(const Registry& registry, Entity part);

  const Entity& part() const { return m_part; }
  /// None where its kind has none.
  std::vector<PartHandle> all() const;
  const ParamSpec& spec(const PartHandle& handle) const;  ///< of its parameter
  /// What it sets: a number, or the vector that a place decides.
  Value valueAt(const PartHandle& handle) const;
  /// The whole of its parameter with that in it.
  Value with(const PartHandle& handle, const Value& value) const;
  NumberRange range(const PartHandle& handle) const;

  /// Whether the place can be moved anywhere, rather than along a way.
  bool isFree(const PartHandle& handle) const;
  /// The number with which the handle lies nearest to a line.
  double numberNear(const PartHandle& handle, const Vec3& origin, const Vec3& direction) const;
  /// The vector with which the handle lies there [m].
  Vec3 vectorFor(const PartHandle& handle, const Vec3& place) const;
  /// Where the handle lies with another value; where it is where there is none.
  Vec3 placeWith(const PartHandle& handle, const Value& value) const;

 private:
  const ParamSpec& numberSpec(const PartHandle& handle) const;
  Value given(const ParamSpec& spec) const;

  const PartKind& m_kind;
  Entity m_part;
};

/// What makes a part so many times as large along its axes. A kind that cannot be stretched along
/// one of them grows all round, by the factor that differs most from 1.
Fitted scaledPart(const Registry& registry, const Entity& part, const Vec3& factors);

/// The part with other values; else what is wrong with them, each by itself or together.
enum class Trial { EachValue, WholePart };
Result<Entity> partWith(const Registry& registry, const Entity& part, const Fitted& values,
                        Trial trial = Trial::WholePart);

}  // namespace sinew
