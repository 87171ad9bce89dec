#include "core/scene/Accuracy.h"

#include <algorithm>
#include <array>

namespace sinew {

// A draft that solved for less would not bring back gaps that are used up.
std::span<const Accuracy> accuracies() {
  static const std::array<Accuracy, 3> all = {
      Accuracy{.name = "draft", .step = 2, .rounds = 0.5, .residual = 1}, Accuracy{},
      Accuracy{.name = "fine", .step = 1.0 / 6, .rounds = 10, .residual = 0.05}};
  return all;
}

const Accuracy& accuracyOf(const ParamReader& settings) {
  return *std::ranges::find(accuracies(), settings.text("accuracy"), &Accuracy::name);
}

const Accuracy* coarserThan(const Accuracy& accuracy) {
  const auto at = std::ranges::find(accuracies(), accuracy.name, &Accuracy::name);
  return at == accuracies().begin() ? nullptr : &*std::prev(at);
}

const Accuracy* finerThan(const Accuracy& accuracy) {
  const auto next = std::next(std::ranges::find(accuracies(), accuracy.name, &Accuracy::name));
  return next == accuracies().end() ? nullptr : &*next;
}

}  // namespace sinew
