#include "core/base/Hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>

namespace sinew {
namespace {
XXH3_state_t* stateOf(void* state) {
  return static_cast<XXH3_state_t*>(state);
}
}  // namespace

Hasher::Hasher() : m_state(XXH3_createState()) {
  XXH3_64bits_reset(stateOf(m_state));
}
Hasher::~Hasher() {
  XXH3_freeState(stateOf(m_state));
}

Hasher& Hasher::bytes(const void* data, std::size_t size) {
  XXH3_64bits_update(stateOf(m_state), data, size);
  return *this;
}

Hasher& Hasher::text(std::string_view text) {
  integer(text.size());
  return bytes(text.data(), text.size());
}

Hasher& Hasher::integer(std::uint64_t value) {
  return bytes(&value, sizeof value);
}

Hasher& Hasher::real(double value) {
  return reals({&value, 1});
}

Hasher& Hasher::reals(std::span<const double> values) {
  std::array<double, 256> chunk;
  for (std::size_t start = 0; start < values.size(); start += chunk.size()) {
    const auto part = values.subspan(start, std::min(chunk.size(), values.size() - start));
    // Adding +0 turns −0 into +0 and leaves every other number as it is.
    std::transform(part.begin(), part.end(), chunk.begin(), [](double x) { return x + 0.0; });
    bytes(chunk.data(), part.size() * sizeof(double));
  }
  return *this;
}

std::uint64_t Hasher::value() const {
  return XXH3_64bits_digest(stateOf(m_state));
}

std::string hashText(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace sinew
