// A program that works on files until it is killed: saves scenes, copies unsaved work, records.
//   sinew_victim scene|autosave|recording PATH SORT N
#include <QCoreApplication>

#include <cstdlib>
#include <semaphore>

#include "core/live/SimulationThread.h"
#include "core/scene/SceneFile.h"
#include "tests/victim/Moments.h"
#include "ui/window/Autosave.h"

namespace sinew::test {
namespace {

constexpr std::uint64_t kScenes = 40, kTakes = 4;  // as much work as any order needs

void sayDone(std::uint64_t number, std::uint32_t take = 0) {
  say({.what = VictimWord::What::Done, .take = take, .number = number});
}

int saveScenes(const std::filesystem::path& path) {
  for (std::uint64_t n = 1; n <= kScenes; ++n) {
    if (!saveScene(victimScene(n), path, builtins())) return 1;
    sayDone(n);
  }
  return 0;
}

/// One more edit whenever the one before it has been copied.
int copyUnsavedWork(const std::filesystem::path& root) {
  ui::Document document(builtins());
  document.reset(victimScene(0), kOriginOfWork);
  countPlacesOf("scene.json");
  ui::Autosave autosave(document, root, nullptr, std::chrono::milliseconds(0));
  for (std::uint64_t n = 1; n <= kScenes; ++n) {
    const SetParam edit{"animation", "duration", 20.0 + static_cast<double>(n)};
    if (!document.apply(edit, {})) return 1;
    while (timesPlaced() < n) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    sayDone(n);
  }
  return 0;
}

/// One take after the other into the same file.
int recordTakes(const std::filesystem::path& clip) {
  std::counting_semaphore news(0);
  SimulationThread thread(builtins(), {}, [&] { news.release(); });
  const auto await = [&](auto wished) {
    while (!wished(thread.status())) news.acquire();
  };
  thread.setSpeed(0);
  for (std::uint32_t take = 1; take <= kTakes; ++take) {
    thread.open(victimScene(take), take);
    thread.record(clip);
    await([&](const LiveStatus& s) { return s.recording && s.revision == take; });
    thread.play();
    for (std::uint64_t frames = 1; frames < kFramesPerTake; ++frames) {
      await([&](const LiveStatus& s) { return s.recordedTo >= frames; });
      sayDone(frames, take);  // when a frame is taken, all before it are in the file
    }
    thread.pause();
    thread.stopRecording();
    await([](const LiveStatus& s) { return !s.recording; });
    sayDone(kFramesPerTake, take);
  }
  return 0;
}

int work(const std::string& what, const std::filesystem::path& path) {
  if (what == "scene") return saveScenes(path);
  if (what == "autosave") return copyUnsavedWork(path);
  return recordTakes(path);
}

}  // namespace
}  // namespace sinew::test

int main(int argc, char** argv) {
  using namespace sinew::test;
  if (argc != 5) return 2;
  QCoreApplication application(argc, argv);
  builtins();
  stopAtMoment(argv[3], std::strtoull(argv[4], nullptr, 10));
  const int result = work(argv[1], argv[2]);
  say({.what = VictimWord::What::Ended, .number = momentsSeen()});
  return result;
}
