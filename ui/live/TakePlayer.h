#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>

#include "core/io/clip/ClipReader.h"
#include "core/live/LiveStatus.h"
#include "core/live/ReplayWay.h"

namespace sinew::ui {

/// Shows the frames of a recorded take, at the pace they were recorded or a multiple of it.
class TakePlayer : public QObject {
  Q_OBJECT
 public:
  TakePlayer(std::unique_ptr<ClipReader> clip, QObject* parent);

  const LiveStatus& status() const { return m_status; }
  std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }

  void togglePlay();
  void replay();  ///< from where the frames to be shown begin
  void pause();
  void seek(std::uint64_t frame);
  void setSpeed(double speed);
  void setReplayWay(ReplayWay way) { m_way = way; }

 signals:
  void news();

 private:
  void tick();
  void playFrom(std::uint64_t frame);
  ReplayWay::Span shown() const;
  bool show(std::uint64_t frame);

  std::unique_ptr<ClipReader> m_clip;
  LiveStatus m_status;
  ReplayWay m_way;
  std::shared_ptr<const Snapshot> m_snapshot;
  QTimer m_timer;
  QElapsedTimer m_clock;
  std::uint64_t m_startFrame = 0;  ///< when the clock was started
};

}  // namespace sinew::ui
