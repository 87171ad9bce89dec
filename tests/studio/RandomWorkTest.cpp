// The document and its live run, worked on by somebody who does anything at any time.
#include <QCoreApplication>

#include <cstdlib>

#include "tests/support/RandomWork.h"
#include "ui/live/LiveRun.h"

namespace sinew::test {
namespace {

class Studio {
 public:
  explicit Studio(const Scene& scene) {
    QObject::connect(&m_document, &ui::Document::edited,
                     [this](const SceneEdit& edit, std::uint64_t) { m_edits.push_back(edit); });
    m_document.reset(scene, {});
    awaitRevision();
  }

  const Scene& scene() const { return m_document.scene(); }
  Result<void> apply(const SceneEdit& edit) { return m_document.apply(edit, "Change"); }
  void undo() { m_document.undoStack().undo(); }
  void redo() { m_document.undoStack().redo(); }
  void undoAll() { m_document.undoStack().setIndex(0); }
  SimulationThread& thread() { return m_live.thread(); }
  const LiveStatus& status() const { return m_live.status(); }
  /// Waiting ends with the news that brings it about.
  template <class Wished>
  void await(Wished wished) {
    while (!wished(m_live.thread().status())) {
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    QCoreApplication::processEvents();
  }
  void awaitRevision() {
    await([this](const LiveStatus& s) { return s.revision == m_document.revision(); });
  }
  /// Every change that was told of, undo and redo included.
  const std::vector<SceneEdit>& edits() const { return m_edits; }

 private:
  ui::Document m_document{builtins()};
  std::vector<SceneEdit> m_edits;
  ui::LiveRun m_live{m_document};
};

class RandomStudioWork : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomStudioWork, EndsConsistent) {
  const Scene original = endlessScene();
  Studio studio(original);
  RandomWork work(studio, GetParam());
  const int operations = std::getenv("SINEW_SOAK") ? 1000 : 200;
  for (int i = 0; i < operations; ++i) {
    work.act();
    QCoreApplication::processEvents();
  }
  Scene replayed = original;
  for (const SceneEdit& edit : studio.edits()) {
    ASSERT_TRUE(applyEdit(replayed, edit, builtins()));
  }
  EXPECT_TRUE(replayed == studio.scene());
  studio.awaitRevision();
  expectRuns(studio, studio.scene());
  work.expectSoundTakes();
  studio.undoAll();
  EXPECT_TRUE(studio.scene() == original);
  studio.awaitRevision();
  expectRuns(studio, original);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomStudioWork, testing::Values(1, 2));

}  // namespace
}  // namespace sinew::test
