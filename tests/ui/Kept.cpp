#include "tests/ui/Kept.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/io/clip/Verify.h"
#include "core/scene/SceneFile.h"
#include "tests/support/Program.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

std::shared_ptr<const World> worldOf(const std::filesystem::path& file) {
  const auto scene = loadScene(file, builtins());
  if (!scene) {
    ADD_FAILURE() << scene.error().message;
    return nullptr;
  }
  auto world = World::compile(*scene, builtins());
  if (world) return *std::move(world);
  ADD_FAILURE() << world.error().message;
  return nullptr;
}

}  // namespace

Kept::Kept(const std::filesystem::path& scene, const std::filesystem::path& take) {
  expectAccepted(scene);
  const auto world = worldOf(scene);
  auto clip = ClipReader::open(take);
  EXPECT_TRUE(clip) << clip.error().message;
  if (!world || !clip) return;
  m_clip = *std::move(clip);
  m_simulator = std::make_unique<Simulator>(world);
  const auto verified = verifyClip(*m_clip, builtins());
  EXPECT_TRUE(verified && verified->same)
      << (verified ? verified->message : verified.error().message);
}

void Kept::expectAccepted(const std::filesystem::path& scene) const {
  const ProgramRun run = runProgram({"check", scene.string()});
  EXPECT_EQ(run.exitCode, 0) << run.out << run.log;
}

std::size_t Kept::frameAt(double time) const {
  return static_cast<std::size_t>(std::lround(time * m_simulator->world().fps()));
}

void Kept::goTo(std::size_t frame) {
  const auto state = m_clip->state(frame, m_simulator->world());
  ASSERT_TRUE(state) << state.error().message;
  m_simulator->restore(*state);
}

double Kept::gap(const std::string& constraint, std::size_t frame) {
  goTo(frame);
  const auto& constraints = m_simulator->world().constraints();
  for (std::size_t i = 0; i < constraints.size(); ++i)
    if (constraints[i].name == constraint) return m_simulator->report().constraints[i].residual;
  ADD_FAILURE() << "no constraint " << constraint;
  return NAN;
}

Vec3 Kept::middleOf(const std::string& part, std::size_t frame) {
  const auto snapshot = m_clip->snapshot(frame);
  EXPECT_TRUE(snapshot) << snapshot.error().message;
  Vec3 sum = Vec3::Zero();
  for (const auto& mesh : (*snapshot)->topology->parts) {
    if (mesh.part != part) continue;
    for (std::uint32_t v = 0; v < mesh.vertexCount; ++v) {
      const float* at = (*snapshot)->positions.data() + 3 * (mesh.firstVertex + v);
      sum += Vec3(at[0], at[1], at[2]) / mesh.vertexCount;
    }
  }
  return sum;
}

void Kept::expectTogether(std::size_t constraints, const std::set<std::string>& apart) {
  goTo(frames() - 1);
  const auto& reports = m_simulator->report().constraints;
  ASSERT_EQ(reports.size(), constraints);
  for (std::size_t i = 0; i < constraints; ++i) {
    const std::string& its = m_simulator->world().constraints()[i].name;
    EXPECT_EQ(reports[i].residual > 1e-3, apart.contains(its))
        << its << ": " << reports[i].residual << " m";
  }
}

void Kept::expectWithin(double gap, std::size_t from) {
  for (std::size_t frame = from; frame < frames(); ++frame) {
    goTo(frame);
    const auto& reports = m_simulator->report().constraints;
    for (std::size_t i = 0; i < reports.size(); ++i)
      EXPECT_LE(reports[i].residual, gap)
          << m_simulator->world().constraints()[i].name << " at frame " << frame;
  }
}

}  // namespace sinew::test
