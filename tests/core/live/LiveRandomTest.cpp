// Anything, at any time, in any order: afterwards the run is that of the scene as it then is.
#include <cstdlib>

#include "tests/support/LiveBench.h"
#include "tests/support/RandomWork.h"

namespace sinew::test {
namespace {

/// A scene with undo beside the thread that runs it.
class BareStudio {
 public:
  explicit BareStudio(Scene scene) : m_scene(std::move(scene)) { m_bench.open(m_scene); }

  const Scene& scene() const { return m_scene; }
  SimulationThread& thread() { return m_bench.thread; }
  LiveStatus status() const { return m_bench.thread.status(); }
  template <class Wished>
  void await(Wished wished) {
    m_bench.await(wished);
  }
  std::uint64_t revision() const { return m_bench.revision; }

  Result<void> apply(const SceneEdit& edit) {
    auto inverse = change(edit);
    if (!inverse) return Unexpected{inverse.error()};
    m_undo.push_back(*inverse);
    m_redo.clear();
    return {};
  }
  void undo() { shift(m_undo, m_redo); }
  void redo() { shift(m_redo, m_undo); }
  bool canUndo() const { return !m_undo.empty(); }

 private:
  Result<SceneEdit> change(const SceneEdit& edit) {
    auto inverse = applyEdit(m_scene, edit, builtins());
    if (inverse) m_bench.thread.edit(edit, ++m_bench.revision);
    return inverse;
  }
  void shift(std::vector<SceneEdit>& from, std::vector<SceneEdit>& to) {
    if (from.empty()) return;
    const auto inverse = change(from.back());
    ASSERT_TRUE(inverse) << inverse.error().message;
    from.pop_back();
    to.push_back(*inverse);
  }

  Scene m_scene;
  std::vector<SceneEdit> m_undo, m_redo;
  LiveBench m_bench;
};

class LiveRandom : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LiveRandom, WorkEndsConsistent) {
  const Scene original = endlessScene();
  BareStudio studio(original);
  RandomWork work(studio, GetParam());
  const int operations = std::getenv("SINEW_SOAK") ? 1000 : 120;
  for (int i = 0; i < operations; ++i) work.act();
  studio.await([&](const LiveStatus& s) { return s.revision == studio.revision(); });
  expectRuns(studio, studio.scene());
  work.expectSoundTakes();
  while (studio.canUndo()) studio.undo();
  studio.await([&](const LiveStatus& s) { return s.revision == studio.revision(); });
  EXPECT_TRUE(studio.scene() == original);
  expectRuns(studio, original);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LiveRandom, testing::Values(1, 2, 3));

}  // namespace
}  // namespace sinew::test
