#pragma once

namespace sinew {

/// Runs body(begin, end) over chunks that cover 0..count, on up to `threads` threads. Chunks have
/// a fixed size and must not share results: what is computed never depends on the thread count.
using ChunkFunction = void (*)(void* context, int begin, int end);
void forChunks(int threads, int count, int chunk, ChunkFunction body, void* context);

/// The same for anything callable as f(begin, end).
template <class F>
void parallelFor(int threads, int count, int chunk, F f) {
  forChunks(
      threads, count, chunk,
      [](void* context, int begin, int end) { (*static_cast<F*>(context))(begin, end); }, &f);
}

}  // namespace sinew
