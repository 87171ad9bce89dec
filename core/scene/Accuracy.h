#pragma once
#include <span>
#include <string>

#include "core/params/ParamValues.h"

namespace sinew {

/// One setting of the dial *accuracy*: what it makes of what is usual.
struct Accuracy {
  std::string name = "live";
  double step = 1;      ///< times as long, where the scene gives none
  double rounds = 1;    ///< times as many, in what is solved for by rounds
  double residual = 1;  ///< of the usual one: enough
};

/// From coarse to fine.
std::span<const Accuracy> accuracies();
const Accuracy& accuracyOf(const ParamReader& settings);
/// The next coarser or finer one; null if there is none.
const Accuracy* coarserThan(const Accuracy& accuracy);
const Accuracy* finerThan(const Accuracy& accuracy);

}  // namespace sinew
