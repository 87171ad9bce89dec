#include "core/live/LiveOutlet.h"

namespace sinew {

void LiveOutlet::put(std::shared_ptr<const Snapshot> snapshot, LiveStatus status) {
  {
    const std::lock_guard lock(m_mutex);
    if (snapshot == m_snapshot && status == m_status) return;
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

}  // namespace sinew
