#pragma once

namespace sinew {

/// Lets long loops give up their work. What they leave behind then means nothing, and does no harm.
class Interruption {
 public:
  Interruption() = default;
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  virtual ~Interruption() = default;
  /// Whether to give up. Asked after bounded counts of work, by the thread that began it.
  virtual bool due() = 0;
};

}  // namespace sinew
