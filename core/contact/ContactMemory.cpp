#include "core/contact/ContactMemory.h"

#include <algorithm>
#include <bit>

namespace sinew {
namespace {

// Of a record's first word: what it is, then pairing and turn, then the parts.
constexpr std::uint64_t kSpringRecord = 1, kOverlapRecord = 2, kRestingRecord = 3;
constexpr int kPairingAt = 2, kTurnedAt = 5, kPartA = 8, kPartB = 36;
constexpr std::uint64_t kPartMask = (std::uint64_t{1} << 28U) - 1, kVertexMask = 0xffffffffU;

std::uint64_t pack(int low, int high) {
  return static_cast<std::uint32_t>(low) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U;
}

std::uint64_t pack(float low, float high) {
  return pack(std::bit_cast<int>(low), std::bit_cast<int>(high));
}

float floatOf(std::uint64_t word, int half) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(word >> (32 * half) & kVertexMask));
}

std::uint64_t partsWord(int a, int b) {
  return static_cast<std::uint64_t>(a) << kPartA | static_cast<std::uint64_t>(b) << kPartB;
}

}  // namespace

std::array<double, 4> StuckSpring::weights() const {
  const auto [p, q] = place;
  switch (pairing) {
    case Pairing::VertexVertex:
      return {1, -1, 0, 0};
    case Pairing::VertexEdge:
      return {1, p - 1, -p, 0};
    case Pairing::EdgeEdge:
      return {1 - p, p, q - 1, -q};
    default:
      return {1, p + q - 1, -p, -q};
  }
}

std::array<double, 2> StuckSpring::placeOf(Pairing pairing, const std::array<double, 4>& weights) {
  switch (pairing) {
    case Pairing::VertexVertex:
      return {};
    case Pairing::VertexEdge:
      return {-weights[2], 0};
    case Pairing::EdgeEdge:
      return {weights[1], -weights[3]};
    default:
      return {-weights[2], -weights[3]};
  }
}

// With the edges their cross product turns about as well: `turned` stays.
StuckSpring StuckSpring::turnedRound() const {
  StuckSpring other = *this;
  std::swap(other.partA, other.partB);
  std::swap(other.place[0], other.place[1]);
  std::rotate(other.vertex.begin(), other.vertex.begin() + pointsOfA(pairing),
              other.vertex.begin() + pointsOf(pairing));
  return other;
}

void ContactMemory::read(std::span<const std::uint64_t> words) {
  springs.clear();
  overlaps.clear();
  resting.clear();
  for (; words.size() >= kRecord; words = words.subspan(kRecord)) {
    const int a = static_cast<int>(words[0] >> kPartA & kPartMask);
    const int b = static_cast<int>(words[0] >> kPartB & kPartMask);
    if ((words[0] & 3U) == kOverlapRecord) {
      overlaps.push_back({a, b, static_cast<int>(words[1] & kVertexMask)});
      continue;
    }
    if ((words[0] & 3U) == kRestingRecord) {
      resting.push_back({a,
                         b,
                         {floatOf(words[1], 0), floatOf(words[1], 1), floatOf(words[2], 0)},
                         {floatOf(words[2], 1), floatOf(words[3], 0), floatOf(words[3], 1)},
                         floatOf(words[4], 0)});
      continue;
    }
    StuckSpring& spring = springs.emplace_back();
    spring.pairing = static_cast<Pairing>(words[0] >> kPairingAt & 7U);
    spring.turned = words[0] >> kTurnedAt & 1U;
    spring.partA = a;
    spring.partB = b;
    for (int i = 0; i < 4; ++i) {
      spring.vertex[i] = static_cast<int>(words[1 + i / 2] >> (i % 2 * 32) & kVertexMask);
    }
    spring.place = {std::bit_cast<double>(words[3]), std::bit_cast<double>(words[4])};
  }
}

void ContactMemory::write(std::vector<std::uint64_t>& words, std::size_t laidOut) const {
  words.resize(laidOut);
  for (const Overlap& pair : overlaps) {
    words.insert(words.end(),
                 {kOverlapRecord | partsWord(pair.partA, pair.partB), pack(pair.way, 0), 0, 0, 0});
  }
  for (const RestingContact& contact : resting) {
    const Eigen::Vector3f &f = contact.force, &x = contact.at;
    words.insert(words.end(),
                 {kRestingRecord | partsWord(contact.partA, contact.partB), pack(f.x(), f.y()),
                  pack(f.z(), x.x()), pack(x.y(), x.z()), pack(contact.gap, 0.0F)});
  }
  for (const StuckSpring& spring : springs) {
    const auto pairing = static_cast<std::uint64_t>(spring.pairing);
    const std::uint64_t turned = spring.turned ? 1 : 0;
    words.insert(words.end(), {kSpringRecord | pairing << kPairingAt | turned << kTurnedAt |
                                   partsWord(spring.partA, spring.partB),
                               pack(spring.vertex[0], spring.vertex[1]),
                               pack(spring.vertex[2], spring.vertex[3]),
                               std::bit_cast<std::uint64_t>(spring.place[0]),
                               std::bit_cast<std::uint64_t>(spring.place[1])});
  }
}

}  // namespace sinew
