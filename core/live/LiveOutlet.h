#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/live/LiveStatus.h"
#include "core/simulation/Snapshot.h"

namespace sinew {

/// Where the newest picture and status of a live run lie for whoever comes to look.
class LiveOutlet {
 public:
  explicit LiveOutlet(std::function<void()> onNews) : m_onNews(std::move(onNews)) {}

  /// Says that there is news if anything is new.
  void put(std::shared_ptr<const Snapshot> snapshot, LiveStatus status);
  std::shared_ptr<const Snapshot> snapshot() const;
  LiveStatus status() const;
  /// The pictures put since the last call, oldest first: also those that others came after before
  /// anyone looked. At most the newest 64.
  std::vector<std::shared_ptr<const Snapshot>> takeUnseen();

 private:
  std::function<void()> m_onNews;
  mutable std::mutex m_mutex;
  std::shared_ptr<const Snapshot> m_snapshot;
  LiveStatus m_status;
  std::vector<std::shared_ptr<const Snapshot>> m_unseen;
};

}  // namespace sinew
