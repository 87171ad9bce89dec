#pragma once
#include <array>
#include <string>
#include <vector>

#include "core/scene/Scene.h"

namespace sinew {

/// What a rule of contact says, with the parts looked up that it is about.
struct ContactRule {
  struct Side {
    bool all = false;                ///< of the scene, whichever come
    std::vector<std::string> parts;  ///< ascending, each once; where not all
    bool operator==(const Side&) const = default;
  };
  std::array<Side, 2> sides;
  std::string response;                    ///< a choice of contactRuleTable()
  double friction = -1, restitution = -1;  ///< −1: not given
  bool operator==(const ContactRule&) const = default;
};

/// Those of a scene, in its order. Parts of a material are on a rule's side with those it names.
std::vector<ContactRule> contactRules(const Scene& scene);

}  // namespace sinew
