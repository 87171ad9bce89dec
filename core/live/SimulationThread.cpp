#include "core/live/SimulationThread.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/live/LiveRunner.h"

namespace sinew {

/// The queue and the thread that empties it.
class SimulationThread::Body {
 public:
  Body(const Registry& registry, const Options& options, std::function<void()> onNews)
      : m_clock(options.clock ? options.clock : steadyClock()),
        m_outlet(std::move(onNews)),
        m_thread([this, &registry, options](const std::stop_token& stop) {
          run(LiveSimulation(registry, options.threads, options.historyBytes), stop);
        }) {}

  ~Body() {
    m_thread.request_stop();
    const std::lock_guard lock(m_mutex);  // or the thread might be about to wait
    m_changed.notify_all();
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  void ask(LiveRequest request) {
    const std::lock_guard lock(m_mutex);
    m_waiting = std::max(m_waiting.load(), urgencyOf(request));
    m_requests.push_back(std::move(request));
    m_changed.notify_all();
  }

  LiveOutlet& outlet() { return m_outlet; }

 private:
  void run(LiveSimulation simulation, const std::stop_token& stop) {
    LiveRunner runner(std::move(simulation), *m_clock, m_outlet, stop, m_waiting);
    while (!stop.stop_requested()) {
      const double due = runner.work();
      if (auto requests = nextRequests(due, stop); !requests.empty()) {
        runner.handle(std::move(requests));
      }
    }
    runner.finish();
  }

  /// Those that wait; when there are none, waits for some until `due` [s on the wall].
  std::vector<LiveRequest> nextRequests(double due, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    if (m_requests.empty() && !stop.stop_requested() && due > m_clock->now()) {
      m_clock->wait(lock, m_changed, due);
    }
    m_waiting = Urgency::Waits;
    return std::exchange(m_requests, {});
  }

  std::shared_ptr<WallClock> m_clock;
  LiveOutlet m_outlet;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<LiveRequest> m_requests;
  std::atomic<Urgency> m_waiting = Urgency::Waits;  // the most urgent of them
  std::jthread m_thread;                            // last: it uses all of the above
};

SimulationThread::SimulationThread(const Registry& registry, const Options& options,
                                   std::function<void()> onNews)
    : m_body(std::make_unique<Body>(registry, options, std::move(onNews))) {}

SimulationThread::~SimulationThread() = default;

void SimulationThread::open(Scene scene, std::uint64_t revision) {
  m_body->ask(OpenRequest{std::move(scene), revision});
}

void SimulationThread::edit(SceneEdit edit, std::uint64_t revision) {
  m_body->ask(EditRequest{std::move(edit), revision});
}

void SimulationThread::play() {
  m_body->ask(TransportRequest::Play);
}

void SimulationThread::pause() {
  m_body->ask(TransportRequest::Pause);
}

void SimulationThread::stepOnce() {
  m_body->ask(TransportRequest::StepOnce);
}

void SimulationThread::stepFrame() {
  m_body->ask(TransportRequest::StepFrame);
}

void SimulationThread::reset() {
  m_body->ask(TransportRequest::Reset);
}

void SimulationThread::seek(std::uint64_t frame) {
  m_body->ask(SeekRequest{frame});
}

void SimulationThread::replay() {
  m_body->ask(TransportRequest::Replay);
}

void SimulationThread::playAnew() {
  m_body->ask(TransportRequest::PlayAnew);
}

void SimulationThread::setReplayWay(ReplayWay way) {
  m_body->ask(way);
}

void SimulationThread::setSpeed(double speed) {
  m_body->ask(SpeedRequest{speed});
}

void SimulationThread::post(Command command) {
  m_body->ask(std::move(command));
}

void SimulationThread::record(std::filesystem::path clip) {
  m_body->ask(RecordRequest{std::move(clip)});
}

void SimulationThread::stopRecording() {
  m_body->ask(StopRecordingRequest{});
}

void SimulationThread::keepTake(std::filesystem::path clip,
                                std::function<void(Result<void>)> done) {
  m_body->ask(KeepRequest{std::move(clip), std::move(done)});
}

std::shared_ptr<const Snapshot> SimulationThread::snapshot() const {
  return m_body->outlet().snapshot();
}

std::vector<std::shared_ptr<const Snapshot>> SimulationThread::takeUnseen() {
  return m_body->outlet().takeUnseen();
}

LiveStatus SimulationThread::status() const {
  return m_body->outlet().status();
}

}  // namespace sinew
