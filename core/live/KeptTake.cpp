#include "core/live/KeptTake.h"

namespace sinew {

KeptTake::KeptTake(const LiveSimulation& run, KeepRequest request)
    : m_request(std::move(request)), m_log(run.log()) {
  const std::deque<LiveFramePtr> all = run.history().from(run.history().first());
  for (std::size_t i = all.size(); i > 0; --i) {
    const LiveFramePtr& frame = all[i - 1];
    const auto& world = frame->edition->world;
    const bool sameWorld = m_frames.empty() || world == m_frames.front()->edition->world;
    if (!sameWorld && !shareClip(*world, *m_frames.front()->edition->world)) break;
    m_frames.push_front(frame);
  }
}

Result<void> KeptTake::writeNext() {
  const LiveFramePtr frame = m_frames.front();
  m_frames.pop_front();
  if (m_recorder) return m_recorder->add(*frame, m_log);
  auto recorder =
      TakeRecorder::start(m_request.path, *frame, TakeRecorder::FirstFrame::BeforeEdits);
  if (!recorder) return Unexpected{recorder.error()};
  m_recorder = *std::move(recorder);
  return {};
}

bool KeptTake::work() {
  if (auto written = writeNext(); !written) {
    finish(std::move(written));
    return false;
  }
  if (!m_frames.empty()) return true;
  finish(m_recorder->close());
  return false;
}

void KeptTake::abandon() {
  if (m_recorder) static_cast<void>(m_recorder->close());
  finish(fail(ErrorCode::Stopped, "stopped before the whole take was written"));
}

void KeptTake::finish(Result<void> result) {
  m_recorder.reset();
  if (m_request.done) m_request.done(std::move(result));
}

}  // namespace sinew
