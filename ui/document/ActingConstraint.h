#pragma once
#include <optional>

#include "ui/document/Document.h"

namespace sinew::ui {

/// A constraint that may be turned on and off, and what it says of that.
struct ActingConstraint {
  /// None: it is no constraint, or always acts.
  static std::optional<ActingConstraint> of(const Document& document, const ObjectId& thing);

  bool isOn(double time) const;        ///< at an instant [s]
  double offSince(double time) const;  ///< [s] when it was turned off last; 0: it never was on
  SceneEdit turned(const Value& activation) const;

  ObjectId id;
  const ParamSpec* spec;
  Value activation;  ///< constant or keyed
};

}  // namespace sinew::ui
