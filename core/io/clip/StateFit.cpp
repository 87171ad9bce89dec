#include "core/io/clip/StateFit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/io/clip/SceneFit.h"
#include "core/simulation/RememberedContacts.h"

namespace sinew {
namespace {

using Slices = std::vector<StateLayout::Slice>;

std::size_t sizeOf(const Slices& slices) {
  return slices.empty() ? 0 : slices.back().first + slices.back().count;
}

template <class Numbers>
std::string firstDifferentSlice(const Slices& slices, const Numbers& a, const Numbers& b) {
  for (const StateLayout::Slice& slice : slices) {
    for (std::size_t i = slice.first; i < slice.first + slice.count; ++i) {
      if (i >= a.size() || i >= b.size() || !(a[i] == b[i])) return slice.name;
    }
  }
  return {};
}

}  // namespace

std::optional<Error> findMismatch(const ClipHeader& header, const World& world) {
  const auto samePart = [](const ClipPart& recorded, const CompiledPart& wanted) {
    return recorded == ClipPart{wanted.name, wanted.kind, wanted.version};
  };
  const std::size_t common = std::min(header.parts.size(), world.parts().size());
  if (std::equal(header.parts.begin(), header.parts.begin() + static_cast<std::ptrdiff_t>(common),
                 world.parts().begin(), samePart) &&
      header.layout == world.layout()) {
    return std::nullopt;
  }
  return Error{ErrorCode::Mismatch, whatDiffers(header, world), {}};
}

Result<void> checkState(const State& state, const World& world) {
  if (state.reals.size() != sizeOf(world.layout().reals) ||
      state.words.size() < sizeOf(world.layout().words)) {
    return fail(ErrorCode::Invalid, "a state in the clip has another size than its layout");
  }
  for (const double value : state.reals) {
    if (!std::isfinite(value)) {
      return fail(ErrorCode::Invalid, "a state in the clip has numbers that are not finite");
    }
  }
  // A clock or a step that does not go forward would be waited for without end.
  if (!(state.reals[world.offsets().nextStep] > 0) || state.reals[world.offsets().time] < 0) {
    return fail(ErrorCode::Invalid, "a state in the clip has no step ahead or a time before 0");
  }
  for (int slot = 0; slot < StateOffsets::kGrabs; ++slot) {
    const std::uint64_t word = state.words[world.offsets().grabWords + slot];
    const std::uint64_t part = word & 0xffffffffU;
    if (part > world.parts().size() || (word & ~StateOffsets::kGrabPinned) >> 32U > 3 ||
        (word != 0 && part == 0)) {
      return fail(ErrorCode::Invalid, "a state in the clip holds a part that is not there");
    }
  }
  if (!contactsFit(state, world)) {
    return fail(ErrorCode::Invalid, "a state in the clip remembers contacts that cannot be");
  }
  return {};
}

std::string firstDifference(const StateLayout& layout, const State& a, const State& b) {
  std::string name = firstDifferentSlice(layout.reals, a.reals, b.reals);
  if (name.empty()) name = firstDifferentSlice(layout.words, a.words, b.words);
  return name.empty() && a.words != b.words ? "contacts" : name;
}

}  // namespace sinew
