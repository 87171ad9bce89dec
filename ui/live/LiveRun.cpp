#include "ui/live/LiveRun.h"

#include <QMetaObject>

namespace sinew::ui {

LiveRun::LiveRun(Document& document, QObject* parent) : QObject(parent), m_document(document) {
  const auto pass = [this] {
    if (m_newsWaits.exchange(true)) return;
    QMetaObject::invokeMethod(this, &LiveRun::takeNews, Qt::QueuedConnection);
  };
  m_thread =
      std::make_unique<SimulationThread>(document.registry(), SimulationThread::Options(), pass);
  connect(&document, &Document::sceneReplaced, this,
          [this] { m_thread->open(m_document.scene(), m_document.revision()); });
  connect(
      &document, &Document::edited, this,
      [this](const SceneEdit& edit, std::uint64_t revision) { m_thread->edit(edit, revision); });
}

LiveRun::~LiveRun() = default;

void LiveRun::takeNews() {
  m_newsWaits = false;
  m_status = m_thread->status();
  auto snapshot = m_thread->snapshot();
  const bool fresh = snapshot != m_snapshot;
  m_snapshot = std::move(snapshot);
  emit statusChanged();
  if (fresh) emit snapshotArrived();
}

}  // namespace sinew::ui
