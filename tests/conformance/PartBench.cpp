#include "tests/conformance/PartBench.h"

#include <algorithm>

namespace sinew::conformance {

PartBench::PartBench(const Part& part, std::uint64_t seed)
    : m_part(part), m_dims(part.dims()), m_scratch(part.makeScratch()), m_random(seed) {}

double PartBench::uniform(double from, double to) {
  return from + (to - from) * (static_cast<double>(m_random() >> 11) * 0x1p-53);
}

PartValues PartBench::initial() const {
  PartValues state{Numbers::Zero(nq()), Numbers::Zero(nv())};
  m_part.initialState(state.q.data(), state.v.data());
  return state;
}

Numbers PartBench::randomVelocityState(const Numbers& q, double speed) {
  const auto probes = points(12);
  Numbers v = Numbers::Zero(nv());
  for (int i = 0; i < nv(); ++i) {
    const PartValues one{q, Numbers::Unit(nv(), i)};
    at(one);
    double fastest = 0;
    for (const ResolvedPoint& u : probes) {
      Vec3 x, xdot;
      m_part.locate(*m_scratch, u, x, xdot);
      fastest = std::max(fastest, xdot.norm());
    }
    // A node far from every probe answers in none of them; it moves like the rest.
    v[i] = uniform(-1, 1) * speed * size() / std::max(fastest, 0.3);
    if (fastest > 0.3) continue;
    v[i] = uniform(-1, 1) * speed * size();
  }
  return v;
}

PartValues PartBench::shaken(double speed) {
  PartValues state = initial();
  state.v = randomVelocityState(state.q, 1);
  state = advanced(state, nu(state), 0.03);
  state.v = randomVelocityState(state.q, speed);
  return state;
}

int PartBench::coordinates() const {
  const std::array<double, 3> zero{};
  for (int n = 0; n <= 3; ++n) {
    if (m_part.resolve(std::span(zero).first(static_cast<std::size_t>(n)))) return n;
  }
  return -1;
}

std::vector<ResolvedPoint> PartBench::points(int count) const {
  std::vector<ResolvedPoint> all;
  const auto contact = m_part.contactPoints();
  const MeshTopology mesh = m_part.tessellation();
  const auto numbers = static_cast<std::size_t>(std::max(0, coordinates()));
  // From the first of so many to the last: what is at ends is often special.
  const auto pick = [count](int i, std::size_t of) {
    return static_cast<std::size_t>(i) * (of - 1) /
           static_cast<std::size_t>(std::max(1, count - 1));
  };
  for (int i = 0; i < count; ++i) {
    if (i % 2 == 0 && !contact.empty()) {
      all.push_back(contact[pick(i, contact.size())]);
      continue;
    }
    const auto& m = mesh.material[pick(i, mesh.material.size())];
    const std::array<double, 3> at = {m[0], m[1], m[2]};
    if (auto u = m_part.resolve(std::span(at).first(numbers))) all.push_back(*u);
  }
  return all;
}

const PartScratch& PartBench::at(const PartValues& state, double time) {
  m_part.update({state.q.data(), state.v.data(), time}, *m_scratch);
  return *m_scratch;
}

Vec3 PartBench::position(const PartValues& state, const ResolvedPoint& u) {
  Vec3 x, xdot;
  m_part.locate(at(state), u, x, xdot);
  return x;
}

Vec3 PartBench::velocity(const PartValues& state, const ResolvedPoint& u) {
  Vec3 x, xdot;
  m_part.locate(at(state), u, x, xdot);
  return xdot;
}

PartBench::Kinematics PartBench::kinematics(const PartValues& state, const ResolvedPoint& u) {
  Reals storage(static_cast<std::size_t>(3 * m_dims.pointColumns));
  PointKinematics k;
  k.L = storage.data();
  m_part.point(at(state), u, k);
  Kinematics out{k.position, k.velocity, k.bias, k.curvature, Eigen::Matrix3Xd::Zero(3, nv())};
  int column = 0;
  for (int i = 0; i < k.blockCount; ++i) {
    const auto& block = k.blocks[static_cast<std::size_t>(i)];
    out.L.middleCols(block.first, block.columns) += k.jacobian().middleCols(column, block.columns);
    column += block.columns;
  }
  return out;
}

Numbers PartBench::nu(const PartValues& state) {
  Numbers out(nv());
  m_part.velocityFromState(at(state), state.v.data(), out.data());
  return out;
}

Numbers PartBench::forces(const Surroundings& around, const PartValues& state, double* power) {
  Numbers Q = Numbers::Zero(nv());
  const double taken = m_part.addForces(around, at(state), Q.data());
  if (power) *power = taken;
  return Q;
}

Eigen::MatrixXd PartBench::inverseMass(const PartValues& state) {
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(nv(), nv());
  Eigen::MatrixXd out(nv(), nv());
  m_part.applyInverseMass(at(state), identity.data(), out.data(), nv());
  return out;
}

PartEnergy PartBench::energy(const Surroundings& around, const PartValues& state) {
  return m_part.energy(around, at(state));
}

PartValues PartBench::advanced(const PartValues& state, const Numbers& nu, double h) {
  PartValues out = state;
  m_part.advance(at(state), nu.data(), h, out.q.data());
  return out;
}

PartValues PartBench::coasted(const PartValues& state, const Numbers& nu, double h) {
  PartValues out = state;
  m_part.coast(at(state), nu.data(), h, out.q.data());
  return out;
}

double PartBench::highestFrequency(const PartValues& state) {
  PartValues still = state;
  still.v.setZero();
  const Surroundings around;
  Numbers nu = this->nu({state.q, randomVelocityState(state.q, 1)}), back(nv());
  double square = 0;
  for (int i = 0; i < 30; ++i) {
    const double h = 1e-5 * size() / (nu.norm() + 1e-300);
    const Numbers change =
        (forces(around, advanced(still, nu, -h)) - forces(around, advanced(still, nu, h))) /
        (2 * h);
    m_part.applyInverseMass(at(still), change.data(), back.data(), 1);
    square = back.norm() / nu.norm();
    if (square < 1e-9) return 0;
    nu = back / back.norm();
  }
  return std::sqrt(square);
}

PartBench::Rates PartBench::rates(const PartValues& state, const Surroundings* around) {
  Rates out{Numbers(nq()), Numbers(nv()), 0};
  at(state);
  m_part.configurationRate(*m_scratch, out.q.data());
  m_part.freeRate(*m_scratch, out.v.data());
  if (around) {
    Numbers Q = Numbers::Zero(nv());
    out.power = m_part.addForces(*around, *m_scratch, Q.data());
    m_part.addForceRate(*m_scratch, Q.data(), 1, out.v.data());
  }
  return out;
}

PartValues PartBench::flow(PartValues state, const Surroundings* around, double h, int steps,
                           double* dissipated) {
  const double dt = h / steps;
  const auto moved = [&](const PartValues& from, const Rates& r, double by) {
    PartValues to{from.q + by * r.q, from.v + by * r.v};
    m_part.normalise(to.q.data());
    return to;
  };
  for (int i = 0; i < steps; ++i) {
    const Rates k1 = rates(state, around), k2 = rates(moved(state, k1, dt / 2), around),
                k3 = rates(moved(state, k2, dt / 2), around),
                k4 = rates(moved(state, k3, dt), around);
    state.q += dt / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q);
    state.v += dt / 6 * (k1.v + 2 * k2.v + 2 * k3.v + k4.v);
    m_part.normalise(state.q.data());
    if (dissipated) *dissipated += dt / 6 * (k1.power + 2 * k2.power + 2 * k3.power + k4.power);
  }
  return state;
}

}  // namespace sinew::conformance
