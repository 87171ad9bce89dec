// What comes out of a live run: pictures, and all that is told beside them.
#include "core/live/LiveRunner.h"

namespace sinew {

void LiveRunner::showPicture() {
  m_picture = m_run.picture();
  m_pictureAt = m_clock.now();
}

void LiveRunner::tell() {
  LiveStatus status;
  status.mode = m_mode;
  status.speed = m_speed;
  status.recording = m_recorder != nullptr;
  if (m_recorder) {
    status.recordedFrom = m_recorder->from();
    status.recordedTo = m_recorder->to();
  }
  if (m_run.hasWorld()) {
    status.fps = m_run.fps();
    status.time = m_run.time();
    status.frame = m_run.frame();
    status.firstFrame = m_run.history().first();
    status.lastFrame = m_run.history().last();
    status.staleFrom = m_run.staleFrom();
    status.older = m_run.older();
    status.revision = m_run.edition().revision;
    status.startStale = m_run.startStale();
    if (m_mode != LiveMode::Compiling) status.remark = m_run.edition().remark;
    status.barriersBecause = m_run.edition().world->whyNotAnalytic();
    status.overlaps = m_run.overlaps();
    status.overlapsPass = m_run.edition().world->solidContact() == SolidContact::None;
  }
  const bool moving = m_mode == LiveMode::Playing || m_mode == LiveMode::Replaying;
  status.realTimeFactor = moving ? m_pace.factor() : 0;
  status.slow = m_slow;
  status.trouble = m_editTrouble ? m_editTrouble : m_runTrouble ? m_runTrouble : m_takeTrouble;
  m_told = std::move(status);
  m_outlet.put(m_picture, m_told);
}

// From within a step: all else is as it was told last.
void LiveRunner::tellOfSlowFrame(const StepProgress& progress, double seconds) {
  const World& world = m_run.simulator().world();
  SlowFrame slow;
  slow.frame = m_run.frame() + 1;
  slow.seconds = static_cast<int>(seconds);
  slow.task = progress.task;
  slow.done = progress.time * m_run.fps() - static_cast<double>(m_run.frame());
  slow.stepSize = progress.stepSize;
  slow.tries = progress.tries;
  for (const int part : {progress.partA, progress.partB}) {
    if (part >= 0) slow.parts.push_back(world.parts()[part].name);
  }
  if (progress.constraint >= 0) slow.constraint = world.constraints()[progress.constraint].name;
  m_slow = std::move(slow);
  LiveStatus status = m_told;
  status.slow = m_slow;
  m_outlet.put(m_picture, std::move(status));
}

}  // namespace sinew
