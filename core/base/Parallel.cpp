#include "core/base/Parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace sinew {

void forChunks(int threads, int count, int chunk, ChunkFunction body, void* context) {
  if (threads <= 1 || count <= chunk) {
    if (count > 0) body(context, 0, count);
    return;
  }
  const int chunks = (count + chunk - 1) / chunk;
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(0, chunks,
                      [&](int c) { body(context, c * chunk, std::min(count, (c + 1) * chunk)); });
  });
}

}  // namespace sinew
