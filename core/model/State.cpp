#include "core/model/State.h"

#include "core/base/Hash.h"

namespace sinew {

std::uint64_t State::hash() const {
  Hasher hasher;
  hasher.integer(reals.size()).reals(reals);
  hasher.integer(words.size()).bytes(words.data(), words.size() * sizeof words[0]);
  return hasher.value();
}

}  // namespace sinew
