// The bridge as MuJoCo's chains of capsules with ball joints, without bending or twist: they cannot
// stretch, and their ends and ties are soft constraints.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/peers/PeerBridge.h"

namespace sinew::test {
namespace {

/// Drawn as a V, both ends at their places.
std::string chain(int rope) {
  const auto& line = PeerBridge::lines[static_cast<std::size_t>(rope)];
  const double link = line.length() / PeerBridge::kSegments;
  std::string open, close;
  for (int i = 0; i < PeerBridge::kSegments; ++i) {
    const Vec3 at = i == 0 ? line.start() : Vec3(link, 0, 0);
    const double slope = std::acos(1 / line.slack);
    const double turn = i == 0 ? -slope : i == PeerBridge::kSegments / 2 ? 2 * slope : 0;
    open += fmt::format(
        "<body name='b{0}_{1}' pos='{2} {3} {4}' axisangle='0 0 1 {8}'><joint type='ball' "
        "damping='1e-2' armature='1e-3'/>"
        "<geom type='capsule' fromto='0 0 0 {5} 0 0' size='{6}' mass='{7}'/>"
        "<site name='s{0}_{1}' pos='0 0 0'/>",
        rope, i, at.x(), at.y(), at.z(), link, PeerBridge::kRadius,
        line.mass() / PeerBridge::kSegments, turn);
    close += "</body>";
  }
  return open + close;
}

std::string model() {
  std::string bodies, tendons, equal;
  for (int rope = 0; rope < PeerBridge::kRopes; ++rope) bodies += chain(rope);
  int count = 0;
  for (const auto& tie : PeerBridge::ties()) {
    tendons +=
        fmt::format("<spatial name='t{0}'><site site='s{1}_{2}'/><site site='s{3}_{2}'/></spatial>",
                    count, tie.a, tie.node, tie.b);
    ++count;
  }
  for (int rope = 0; rope < PeerBridge::kRopes; ++rope) {
    const double link =
        PeerBridge::lines[static_cast<std::size_t>(rope)].length() / PeerBridge::kSegments;
    equal += fmt::format("<connect body1='b{}_{}' anchor='{} 0 0'/>", rope,
                         PeerBridge::kSegments - 1, link);
  }
  for (int i = 0; i < count; ++i) equal += fmt::format("<tendon tendon1='t{}'/>", i);
  return fmt::format(
      "<mujoco><compiler coordinate='local' angle='radian'/><option timestep='{}' "
      "integrator='implicit' "
      "solver='Newton' "
      "gravity='0 {} 0'><flag contact='disable'/></option>"
      "<default><equality solref='0.02 1'/></default>"
      "<size nconmax='10' njmax='2000'/><worldbody>{}</worldbody><tendon>{}</tendon>"
      "<equality>{}</equality></mujoco>",
      PeerBridge::kStep, -PeerBridge::kG, bodies, tendons, equal);
}

class MujocoBridge {
 public:
  MujocoBridge() {
    const auto path = std::filesystem::temp_directory_path() / "sinew_peer_bridge.xml";
    std::ofstream(path) << model();
    std::array<char, 1000> fault{};
    m_model.reset(mj_loadXML(path.c_str(), nullptr, fault.data(), fault.size()));
    std::filesystem::remove(path);
    if (!m_model) throw std::runtime_error(fault.data());
    m_data.reset(mj_makeData(m_model.get()));
    // Ties are as long as asked, not as drawn.
    mj_forward(m_model.get(), m_data.get());
    for (std::size_t t = 0; t < m_ties.size(); ++t) {
      m_model->eq_data[mjNEQDATA * (PeerBridge::kRopes + static_cast<int>(t))] =
          m_ties[t].length - m_model->tendon_length0[t];
    }
  }
  void advance(int step) {
    const int body =
        mj_name2id(m_model.get(), mjOBJ_BODY,
                   fmt::format("b{}_{}", PeerBridge::kHandRope, PeerBridge::kHandSegment).c_str());
    std::array<mjtNum, 6> velocity{};
    mj_objectVelocity(m_model.get(), m_data.get(), mjOBJ_BODY, body, velocity.data(), 0);
    const Vec3 wanted = PeerBridge::hand(step);
    for (int k = 0; k < 3; ++k) {
      m_data->xfrc_applied[6 * body + k] =
          PeerBridge::kHand * (wanted[k] - m_data->xpos[3 * body + k]) -
          PeerBridge::kHandDamping * velocity[static_cast<std::size_t>(3 + k)];
    }
    mj_step(m_model.get(), m_data.get());
  }
  /// [m] the most that an end or a tie is off by.
  double worstGap() const {
    double most = 0;
    for (std::size_t t = 0; t < m_ties.size(); ++t) {
      most = std::max(most, std::abs(m_data->ten_length[t] - m_ties[t].length));
    }
    for (int rope = 0; rope < PeerBridge::kRopes; ++rope) {
      const auto& line = PeerBridge::lines[static_cast<std::size_t>(rope)];
      const int body = mj_name2id(m_model.get(), mjOBJ_BODY,
                                  fmt::format("b{}_{}", rope, PeerBridge::kSegments - 1).c_str());
      const mjtNum* R = m_data->xmat + 9 * body;
      const double link = line.length() / PeerBridge::kSegments;
      Vec3 end;
      for (int k = 0; k < 3; ++k) end[k] = m_data->xpos[3 * body + k] + link * R[3 * k];
      most = std::max(most, (end - line.end()).norm());
    }
    return most;
  }

 private:
  struct Free {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, Free> m_model;
  std::unique_ptr<mjData, Free> m_data;
  std::vector<PeerBridge::Tie> m_ties = PeerBridge::ties();
};

void bridgeInMujoco(benchmark::State& bench) {
  MujocoBridge bridge;
  int step = 0;
  while (step < PeerBridge::kSettling) bridge.advance(++step);
  double gap = 0;
  for (auto unused : bench) {
    (void)unused;
    bridge.advance(++step);
    gap = std::max(gap, bridge.worstGap());
  }
  bench.counters["gap_m"] = gap;
}
BENCHMARK(bridgeInMujoco)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sinew::test
