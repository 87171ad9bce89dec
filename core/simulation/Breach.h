#pragma once
#include <string>

#include "core/simulation/World.h"

namespace sinew {

/// Why a take is stopped although all its numbers are finite.
struct Breach {
  std::string blame;    ///< the part or constraint
  std::string message;  ///< what happened, a sentence without its stop
  std::string remedy;   ///< what to do about it, the end of a sentence
};

/// What helps where steps are too long or too coarse for a scene: the end of a sentence.
std::string finerSteps(const World& world);

}  // namespace sinew
