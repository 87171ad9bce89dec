// What one superquadric costs per step, constraints aside: update, forces, two general surface
// points with L, M⁻¹ of their columns, rates, and the move.
#include <benchmark/benchmark.h>

#include "core/registry/Registry.h"

namespace sinew {
namespace {

/// A part with everything a step needs, stepped without constraints.
class SteppedPart {
 public:
  SteppedPart(const char* motion, bool shear) {
    Registry registry;
    registerBuiltins(registry);
    const PartKind& kind = *registry.part("superquadric");
    ParamValues values;
    values.set(*findParam(kind.table, "motion"), motion);
    values.set(*findParam(kind.table, "moves_shear"), shear);
    values.set(*findParam(kind.table, "angular_velocity"), Vec3(1, 2, 3));
    m_part = std::move(*kind.create(ParamReader(kind.table, values)));
    const PartDims dims = m_part->dims();
    m_scratch = m_part->makeScratch();
    m_q.resize(static_cast<std::size_t>(dims.q));
    for (Reals* x : {&m_v, &m_nu, &m_Q, &m_rate}) x->resize(static_cast<std::size_t>(dims.v));
    for (Reals* x : {&m_L, &m_columns}) x->resize(static_cast<std::size_t>(3 * dims.pointColumns));
    m_part->initialState(m_q.data(), m_v.data());
    m_points = {*m_part->resolve(std::array{0.3, 0.2}), *m_part->resolve(std::array{-0.4, 1.3})};
  }

  void step() {
    m_part->update({m_q.data(), m_v.data(), 0}, *m_scratch);
    std::fill(m_Q.begin(), m_Q.end(), 0.0);
    m_part->addForces(m_around, *m_scratch, m_Q.data());
    for (const ResolvedPoint& u : m_points) {
      PointKinematics k;
      k.L = m_L.data();
      m_part->point(*m_scratch, u, k);
      // Rows of L are the right-hand sides; this measures the product, not its meaning.
      const int columns = std::min(3, 3 * k.columns / m_part->dims().v);
      m_part->applyInverseMass(*m_scratch, m_L.data(), m_columns.data(), columns);
      benchmark::DoNotOptimize(k);
    }
    m_part->freeRate(*m_scratch, m_rate.data());
    m_part->addForceRate(*m_scratch, m_Q.data(), kStep, m_v.data());
    m_part->velocityFromState(*m_scratch, m_v.data(), m_nu.data());
    m_part->advance(*m_scratch, m_nu.data(), kStep, m_q.data());
    benchmark::ClobberMemory();
  }

 private:
  static constexpr double kStep = 1e-5;
  std::unique_ptr<Part> m_part;
  std::unique_ptr<PartScratch> m_scratch;
  Reals m_q, m_v, m_nu, m_Q, m_rate, m_L, m_columns;
  std::array<ResolvedPoint, 2> m_points;
  Surroundings m_around;
};

void superquadricStep(benchmark::State& bench, const char* motion) {
  SteppedPart part(motion, true);
  for (auto unused : bench) {
    (void)unused;
    part.step();
  }
}
BENCHMARK_CAPTURE(superquadricStep, rigid, "rigid")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(superquadricStep, global, "global")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(superquadricStep, local, "local")->Unit(benchmark::kMicrosecond);

/// As a chain has them: many bodies, each with its own memory.
void thousandRigidSteps(benchmark::State& bench) {
  std::vector<SteppedPart> parts;
  for (int i = 0; i < 1000; ++i) parts.emplace_back("rigid", false);
  for (auto unused : bench) {
    (void)unused;
    for (SteppedPart& part : parts) part.step();
  }
}
BENCHMARK(thousandRigidSteps)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sinew
