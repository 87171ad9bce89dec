#include "core/base/Parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#ifdef SINEW_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace sinew {
namespace {

/// Tells the thread sanitizer, which looks neither into TBB nor at this file, what TBB sees to: a
/// chunk comes after all that was done before the loop, and before all that is done after it. Among
/// themselves chunks stay unordered.
class HandOver {
 public:
#ifdef SINEW_THREAD_SANITIZER
  void give() {
    __tsan_release(this);
  }
  void take() {
    __tsan_acquire(this);
  }
#else
  void give() {}
  void take() {}
#endif
};

}  // namespace

void forChunks(int threads, int count, int chunk, ChunkFunction body, void* context) {
  if (threads <= 1 || count <= chunk) {
    if (count > 0) body(context, 0, count);
    return;
  }
  const int chunks = (count + chunk - 1) / chunk;
  HandOver begun, ended;
  const auto runChunk = [&](int c) {
    begun.take();
    body(context, c * chunk, std::min(count, (c + 1) * chunk));
    ended.give();
  };
  tbb::task_arena arena(threads);
  begun.give();
  arena.execute([&] { tbb::parallel_for(0, chunks, runChunk); });
  ended.take();
}

}  // namespace sinew
