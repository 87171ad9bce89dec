#include "core/solvers/IslandInterior.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

constexpr int kMostSteps = 40;
constexpr double kRubs = 1e-3;  // less friction stays as it is: sweeps have to find it

// L of M⁻¹ = L Lᵀ: what velocity and spin are in units in which every motion weighs alike.
Eigen::Matrix<double, 6, 6> rootOfInverse(const ConeBody& body) {
  Eigen::Matrix<double, 6, 6> root = Eigen::Matrix<double, 6, 6>::Zero();
  root.topLeftCorner<3, 3>().diagonal().setConstant(std::sqrt(body.inverseMass));
  if (!body.inverseInertia.isZero(0)) {
    root.bottomRightCorner<3, 3>() = Mat3(body.inverseInertia.llt().matrixL());
  }
  return root;
}

}  // namespace

void IslandInterior::toBodies(const Eigen::VectorXd& x) {
  m_motions.setZero();
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    const Vec3 impulse = x.segment<3>(3 * c);
    const auto& [a, b] = m_contacts[c];
    if (a.body >= 0) m_motions.segment<6>(6 * a.body) -= a.lever.transpose() * impulse;
    if (b.body >= 0) m_motions.segment<6>(6 * b.body) += b.lever.transpose() * impulse;
  }
}

Vec3 IslandInterior::fromBodies(const Contact& contact, const Eigen::VectorXd& motions) const {
  Vec3 u = Vec3::Zero();
  const auto& [a, b] = contact;
  if (a.body >= 0) u -= a.lever * motions.segment<6>(6 * a.body);
  if (b.body >= 0) u += b.lever * motions.segment<6>(6 * b.body);
  return u;
}

void IslandInterior::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& out) {
  toBodies(x);
  out.resize(x.size());
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    out.segment<3>(3 * c) = fromBodies(m_contacts[c], m_motions);
  }
}

bool IslandInterior::factorise(std::span<const ConeScaling> scaling) {
  m_system.setIdentity();
  m_squares.resize(scaling.size());
  m_inverseSquares.resize(scaling.size());
  for (std::size_t c = 0; c < scaling.size(); ++c) {
    m_squares[c] = scaling[c].square();
    m_inverseSquares[c] = scaling[c].inverseSquare();
    const auto& [a, b] = m_contacts[c];
    const Lever byA = m_squares[c] * a.lever, byB = m_squares[c] * b.lever;
    const auto add = [this](int row, int column, const auto& block) {
      if (row >= column) m_system.block<6, 6>(6 * row, 6 * column) += block;
    };
    if (a.body >= 0) add(a.body, a.body, a.lever.transpose() * byA);
    if (b.body >= 0) add(b.body, b.body, b.lever.transpose() * byB);
    if (a.body < 0 || b.body < 0) continue;
    add(a.body, b.body, -a.lever.transpose() * byB);
    add(b.body, a.body, -b.lever.transpose() * byA);
  }
  m_factor.compute(m_system);
  return m_factor.info() == Eigen::Success;
}

void IslandInterior::solveOnce(const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  x.resize(b.size());
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    x.segment<3>(3 * c) = m_squares[c] * b.segment<3>(3 * c);
  }
  toBodies(x);
  m_answers = m_factor.solve(m_motions);
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    x.segment<3>(3 * c) -= m_squares[c] * fromBodies(m_contacts[c], m_answers);
  }
}

// Once more for what is left: S² takes many digits where a contact hardly pushes.
void IslandInterior::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  solveOnce(b, x);
  multiply(x, m_left);
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    m_left.segment<3>(3 * c) =
        b.segment<3>(3 * c) - m_left.segment<3>(3 * c) - m_inverseSquares[c] * x.segment<3>(3 * c);
  }
  solveOnce(m_left, m_more);
  x += m_more;
}

// In units in which every cone is a right circular one, and every contact answers alike. What
// hardly rubs is a cone without sides: its units there are 0.
void IslandInterior::prepare(const ConeRows& rows, std::span<const ConeBody> bodies,
                             std::span<const int> island) {
  m_bodyOf.assign(bodies.size(), -1);
  m_roots.resize(island.size());
  for (std::size_t i = 0; i < island.size(); ++i) {
    m_bodyOf[island[i]] = static_cast<int>(i);
    m_roots[i] = rootOfInverse(bodies[island[i]]);
  }
  const int size = 3 * static_cast<int>(m_ids.size()),
            motions = 6 * static_cast<int>(island.size());
  m_contacts.resize(m_ids.size());
  m_units.setZero(size);
  m_x.setZero(size);
  m_q.resize(size);
  m_motions.resize(motions);
  m_system.resize(motions, motions);
  for (std::size_t c = 0; c < m_ids.size(); ++c) prepareContact(rows, static_cast<int>(c));
  multiply(m_x, m_speeds);
  m_q -= m_speeds;
}

// m_q gets the speeds with the impulses that there are.
void IslandInterior::prepareContact(const ConeRows& rows, int c) {
  const auto& contact = rows.contact(m_ids[c]);
  const double mobility = rows.mobility(m_ids[c]),
               unit = mobility > 0 ? 1 / std::sqrt(mobility) : 0;
  Vec3 units(unit, 0, 0);
  if (contact.friction >= kRubs) units = {unit / contact.friction, unit, unit};
  const auto sideOf = [&](const ConeRows::Touching& touching) {
    const int body = m_bodyOf[touching.body];
    if (body < 0) return Side{};
    return Side{body, units.asDiagonal() * touching.lever * m_roots[body]};
  };
  m_contacts[c] = {sideOf(rows.touchingA(m_ids[c])), sideOf(rows.touchingB(m_ids[c]))};
  m_units.segment<3>(3 * c) = units;
  for (int k = 0; k < 3; ++k) {
    if (units[k] > 0) m_x[3 * c + k] = contact.impulse[k] / units[k];
  }
  Vec3 speed = rows.relativeVelocity(m_ids[c]);
  speed[0] -= contact.least;
  m_q.segment<3>(3 * c) = units.cwiseProduct(speed);
}

// [N s] Friction that is not solved for is what the contact has.
Vec3 IslandInterior::impulseOf(const ConeRows& rows, const Eigen::VectorXd& x, int c) const {
  Vec3 impulse = rows.contact(m_ids[c]).impulse;
  for (int k = 0; k < 3; ++k) {
    if (m_units[3 * c + k] > 0) impulse[k] = m_units[3 * c + k] * x[3 * c + k];
  }
  return impulse;
}

// Returns by how much [m/s] a contact misses at most, endless where it pushes by more than `most`,
// and widens cones by what slides.
double IslandInterior::lookAt(const ConeRows& rows, const Eigen::VectorXd& x, double most) {
  multiply(x, m_speeds);
  m_speeds += m_q;
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  double misses = m_speeds.allFinite() ? 0 : kEndless;
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    const int n = 3 * static_cast<int>(c);
    const Vec3 units = m_units.segment<3>(n), impulse = impulseOf(rows, x, static_cast<int>(c));
    Vec3 speed = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
      if (units[k] > 0) speed[k] = m_speeds[n + k] / units[k];
    }
    // units₀ μ = units₁: what rubs is widened by as much as it slides.
    m_method.q()[n] = m_q[n] + units[1] * speed.tail<2>().norm();
    speed[0] += rows.contact(m_ids[c]).least;
    const Vec3 next = rows.improved(m_ids[c], impulse, speed);
    misses = std::max(misses, rows.measure(m_ids[c], next - impulse));
    if (impulse.norm() > most) misses = kEndless;
  }
  return misses;
}

void IslandInterior::solve(ConeRows& rows, std::span<const ConeBody> bodies,
                           std::span<const int> island, std::span<const int> contacts,
                           const Goal& goal) {
  m_ids = contacts;
  prepare(rows, bodies, island);
  m_method.begin(m_q);
  double least = lookAt(rows, m_x, std::numeric_limits<double>::infinity());
  bool goesOn = true;
  for (int i = 0; i < kMostSteps && goesOn; ++i) {
    goesOn = m_method.improve(*this) && !rows.isInterrupted();
    const double misses = lookAt(rows, m_method.x(), goal.most);
    if (misses <= goal.enough) goesOn = false;
    if (!(misses < least)) continue;
    least = misses;
    m_x = m_method.x();
  }
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    auto& contact = rows.contact(m_ids[c]);
    const Vec3 impulse = impulseOf(rows, m_x, static_cast<int>(c));
    rows.push(m_ids[c], impulse - contact.impulse);
    contact.impulse = impulse;
  }
}

}  // namespace sinew
