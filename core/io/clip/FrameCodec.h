#pragma once
#include <optional>
#include <vector>

#include "core/io/clip/Bytes.h"
#include "core/model/State.h"
#include "core/simulation/Snapshot.h"

namespace sinew {

/// Blobs of a frame and of the models (docs/clip-format.md). Decoding gives nothing when the bytes
/// are not exactly what the encoder writes.

void encodeState(const State& state, ByteWriter& out);
std::optional<State> decodeState(std::span<const std::byte> bytes);

/// Everything of a snapshot but topology and positions. Timings are left out, so that the same
/// take gives the same file.
void encodePicture(const Snapshot& snapshot, ByteWriter& out);
/// Fills a snapshot; glyphs of constraints that are not among the first `constraints` are an error.
/// A picture of a later version leaves the snapshot as it is: positions play all the same.
bool decodePicture(std::span<const std::byte> bytes, std::size_t constraints, Snapshot& snapshot);

/// Whole arrays of plain numbers: triangles, material points, positions.
template <class T>
std::optional<std::vector<T>> decodeArray(std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(T) != 0) return std::nullopt;
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace sinew
