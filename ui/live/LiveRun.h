#pragma once
#include <QObject>
#include <atomic>

#include "core/live/SimulationThread.h"
#include "ui/document/Document.h"

namespace sinew::ui {

/// The window's side of the simulation thread: follows the document, and says on the GUI thread
/// when there is something new. Signals are compressed: at most one of each waits in the event
/// loop.
class LiveRun : public QObject {
  Q_OBJECT
 public:
  LiveRun(Document& document, QObject* parent = nullptr);
  ~LiveRun() override;

  SimulationThread& thread() { return *m_thread; }
  /// As of the last signal; the same for everyone who asks within one event.
  const LiveStatus& status() const { return m_status; }
  std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }

 signals:
  void snapshotArrived();
  void statusChanged();

 private:
  void takeNews();

  Document& m_document;
  LiveStatus m_status;
  std::shared_ptr<const Snapshot> m_snapshot;
  std::atomic<bool> m_newsWaits = false;
  std::unique_ptr<SimulationThread> m_thread;
};

}  // namespace sinew::ui
