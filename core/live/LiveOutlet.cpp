#include "core/live/LiveOutlet.h"

#include <utility>

namespace sinew {
namespace {

constexpr std::size_t kMostUnseen = 64;

}  // namespace

void LiveOutlet::put(std::shared_ptr<const Snapshot> snapshot, LiveStatus status) {
  {
    const std::lock_guard lock(m_mutex);
    if (snapshot == m_snapshot && status == m_status) return;
    if (!snapshot) m_unseen.clear();  // another scene is opened
    if (snapshot && snapshot != m_snapshot) {
      if (m_unseen.size() == kMostUnseen) m_unseen.erase(m_unseen.begin());
      m_unseen.push_back(snapshot);
    }
    m_snapshot.swap(snapshot);  // the old one is freed after the lock
    m_status = std::move(status);
  }
  if (m_onNews) m_onNews();
}

std::shared_ptr<const Snapshot> LiveOutlet::snapshot() const {
  const std::lock_guard lock(m_mutex);
  return m_snapshot;
}

LiveStatus LiveOutlet::status() const {
  const std::lock_guard lock(m_mutex);
  return m_status;
}

std::vector<std::shared_ptr<const Snapshot>> LiveOutlet::takeUnseen() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_unseen, {});
}

}  // namespace sinew
