// The bridge as Bullet's particles with links, without bending or twist.
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <benchmark/benchmark.h>
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "tests/peers/PeerBridge.h"

namespace sinew::test {
namespace {

btVector3 toBullet(const Vec3& x) {
  return {x.x(), x.y(), x.z()};
}

class BulletBridge {
 public:
  explicit BulletBridge(int iterations) {
    m_world.setGravity({0, -PeerBridge::kG, 0});
    m_world.getWorldInfo().m_gravity.setValue(0, -PeerBridge::kG, 0);
    std::vector<btVector3> places;
    std::vector<btScalar> masses;
    for (const auto& line : PeerBridge::lines) {
      for (int i = 0; i <= PeerBridge::kSegments; ++i) {
        const double share = static_cast<double>(i) / PeerBridge::kSegments;
        places.push_back(toBullet(line.start() + share * (line.end() - line.start())));
        const bool end = i == 0 || i == PeerBridge::kSegments;
        masses.push_back(end ? 0 : line.mass() / PeerBridge::kSegments);
      }
    }
    m_body = new btSoftBody(&m_world.getWorldInfo(), static_cast<int>(places.size()), places.data(),
                            masses.data());
    m_body->m_cfg.piterations = iterations;
    m_body->m_cfg.kDP = 0.001;
    for (int rope = 0; rope < PeerBridge::kRopes; ++rope) {
      const double rest =
          PeerBridge::lines[static_cast<std::size_t>(rope)].length() / PeerBridge::kSegments;
      for (int i = 0; i < PeerBridge::kSegments; ++i) link(node(rope, i), node(rope, i + 1), rest);
    }
    m_segments = m_body->m_links.size();
    for (const auto& tie : PeerBridge::ties()) {
      link(node(tie.a, tie.node), node(tie.b, tie.node), tie.length);
    }
    m_body->m_materials[0]->m_kLST = 1;
    m_world.addSoftBody(m_body);
  }
  ~BulletBridge() {
    m_world.removeSoftBody(m_body);
    delete m_body;
  }
  BulletBridge(const BulletBridge&) = delete;
  BulletBridge& operator=(const BulletBridge&) = delete;

  void advance(int step) {
    const int held = node(PeerBridge::kHandRope, PeerBridge::kHandSegment);
    const btSoftBody::Node& at = m_body->m_nodes[held];
    m_body->addForce(PeerBridge::kHand * (toBullet(PeerBridge::hand(step)) - at.m_x) -
                         PeerBridge::kHandDamping * at.m_v,
                     held);
    m_world.stepSimulation(PeerBridge::kStep, 0);
  }
  double worstTie() const { return worst(m_segments, m_body->m_links.size(), false); }
  double worstStretch() const { return worst(0, m_segments, true); }

 private:
  static int node(int rope, int i) { return rope * (PeerBridge::kSegments + 1) + i; }
  void link(int a, int b, double rest) {
    m_body->appendLink(a, b);
    btSoftBody::Link& made = m_body->m_links[m_body->m_links.size() - 1];
    made.m_rl = rest;
    made.m_c1 = rest * rest;
  }
  double worst(int from, int to, bool relative) const {
    double most = 0;
    for (int i = from; i < to; ++i) {
      const btSoftBody::Link& at = m_body->m_links[i];
      const double off = std::abs((at.m_n[0]->m_x - at.m_n[1]->m_x).length() - at.m_rl);
      most = std::max(most, relative ? off / at.m_rl : off);
    }
    return most;
  }

  btSoftBodyRigidBodyCollisionConfiguration m_configuration;
  btCollisionDispatcher m_dispatcher{&m_configuration};
  btDbvtBroadphase m_broadphase;
  btSequentialImpulseConstraintSolver m_solver;
  btSoftRigidDynamicsWorld m_world{&m_dispatcher, &m_broadphase, &m_solver, &m_configuration};
  btSoftBody* m_body = nullptr;
  int m_segments = 0;
};

void bridgeInBullet(benchmark::State& bench) {
  BulletBridge bridge(static_cast<int>(bench.range(0)));
  int step = 0;
  while (step < PeerBridge::kSettling) bridge.advance(++step);
  double tie = 0, stretch = 0;
  for (auto unused : bench) {
    (void)unused;
    bridge.advance(++step);
    tie = std::max(tie, bridge.worstTie());
    stretch = std::max(stretch, bridge.worstStretch());
  }
  bench.counters["gap_m"] = tie;
  bench.counters["stretch"] = stretch;
}
BENCHMARK(bridgeInBullet)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sinew::test
