// What impulses on rows of contact do, by the parts that they act on and by what holds those.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/simulation/ContactRows.h"

namespace sinew {
namespace {

// Of how it would give way by itself, where constraints keep a place: they hold what touches there.
constexpr double kHeld = 3e-5;
// Share of what contact does to them that constraints let be, where both cannot be met.
constexpr double kGivesWay = 0.3;
// Rows per point of a part, from which on it is asked by its points: not all rows ever push.
constexpr int kManyRows = 6;

}  // namespace

// [1/kg] What impulses at one row do at another.
Mat3 ContactRows::response(const Row& to, const Row& from) const {
  Mat3 response = Mat3::Zero();
  for (int s = 0; s < from.sides; ++s) {
    const std::size_t size = m_world->parts()[from.side[s].part].dims.v;
    for (int i = 0; i < to.points; ++i) {
      if (m_points.part(to.point[i]) != from.side[s].part) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const double* nu = m_answers.data() + from.side[s].answer + axis * size;
        response.col(axis) += to.weight[i] * m_points.velocityFrom(to.point[i], nu);
      }
    }
  }
  response = to.axes * response;
  for (int s = 0; s < to.sides; ++s) {
    for (int t = 0; t < from.sides; ++t) response += tiedResponse(to.side[s], from.side[t]);
  }
  return response;
}

// Of what is held, the share that constraints have in such a response: −(J A⁻¹ Cᵀ) N⁻¹ (C A⁻¹ Jᵀ).
Mat3 ContactRows::tiedResponse(const Side& to, const Side& from) const {
  Mat3 response = Mat3::Zero();
  if (!isTied(to) || m_ties.group(to.part) != m_ties.group(from.part)) return response;
  const std::span<const int> rows = m_ties.rowsOn(to.part);
  const std::span<const int> all = m_ties.rowsOf(m_ties.group(from.part));
  const double* rates = m_held.data() + to.rates;
  const double* multipliers = m_held.data() + from.multipliers;
  auto at = all.begin();
  for (const int row : rows) {
    at = std::lower_bound(at, all.end(), row);
    const double* lambda = multipliers + 3 * (at - all.begin());
    response += Eigen::Map<const Vec3>(rates) * Eigen::Map<const Vec3>(lambda).transpose();
    rates += 3;
  }
  return response;
}

// [m/s] along the axes, by which constraints with these multipliers move the point of a side.
Vec3 ContactRows::heldRate(const Side& side, const Reals& multipliers) const {
  Vec3 rate = Vec3::Zero();
  const double* rates = m_held.data() + side.rates;
  for (const int row : m_ties.rowsOn(side.part)) {
    rate += multipliers[row] * Eigen::Map<const Vec3>(rates);
    rates += 3;
  }
  return rate;
}

// ν with what constraints do about the impulses so far.
const Reals& ContactRows::held() {
  if (m_holding.empty()) return m_nu;
  m_nuHeld = m_nu;
  m_response->hold(m_holding, m_nuHeld);
  return m_nuHeld;
}

void ContactRows::answer(Row& row) {
  row.answered = true;
  row.mobility.setZero();
  for (int s = 0; s < row.sides; ++s) {
    Side& side = row.side[s];
    row.mobility += answerOwn(side, row);
    if (isTied(side)) answerTied(side);
  }
  double own = 0;
  const double across = row.mobility(1, 1) + row.mobility(2, 2);
  for (int s = 0; s < row.sides; ++s) own += row.side[s].mobility;
  for (int s = 0; s < row.sides; ++s) {
    for (int t = 0; t < row.sides; ++t) {
      const Mat3 tied = tiedResponse(row.side[s], row.side[t]);
      row.mobility += tied;
      if (s == t) row.side[s].mobility += tied(0, 0);
    }
  }
  if (row.mobility(0, 0) < kHeld * own) {
    row.mobility.setZero();
    if (row.sides == 2) m_heldPairs.push_back({row.side[0].part, row.side[1].part});
  }
  const Mat3& m = row.mobility;
  const double difference = 0.5 * (m(1, 1) - m(2, 2));
  row.tangentMobility = 0.5 * (m(1, 1) + m(2, 2)) + std::hypot(difference, m(1, 2));
  // Held across as well: friction has nothing to do.
  if (row.tangentMobility < kHeld * across) {
    row.tangentMobility = std::numeric_limits<double>::infinity();
  }
}

// [1/kg] What impulses along the axes of a row do to its part by itself, there.
Mat3 ContactRows::answerOwn(Side& side, const Row& row) {
  const std::size_t size = m_world->parts()[side.part].dims.v;
  side.answer = m_answers.size();
  m_answers.resize(m_answers.size() + 3 * size);
  if (m_byPoints[side.part] != 0) {
    sumPointAnswers(side, row);
  } else {
    askFor(side, row);
  }
  Mat3 own = Mat3::Zero();
  for (int i = 0; i < row.points; ++i) {
    if (m_points.part(row.point[i]) != side.part) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const double* answer = m_answers.data() + side.answer + axis * size;
      own.col(axis) += row.weight[i] * m_points.velocityFrom(row.point[i], answer);
    }
  }
  own = row.axes * own;
  side.mobility = own(0, 0);
  return own;
}

void ContactRows::askFor(const Side& side, const Row& row) {
  const std::size_t size = m_world->parts()[side.part].dims.v;
  m_loads.assign(3 * size, 0);
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < row.points; ++i) {
      if (m_points.part(row.point[i]) != side.part) continue;
      m_points.addForceTo(row.point[i], row.weight[i] * row.axes.row(axis).transpose(),
                          m_loads.data() + axis * size);
    }
  }
  m_response->answer(side.part, m_loads.data(), m_answers.data() + side.answer);
}

// OPTIMIZATION: what is pressed flat has ten times as many rows as points.
void ContactRows::findCrowded() {
  m_uses.assign(m_world->parts().size(), {});
  for (const Row& row : m_rows) {
    for (int i = 0; i < row.points; ++i) ++m_uses[m_points.part(row.point[i])].ofRows;
  }
  for (int i = 0; i < m_points.count(); ++i) ++m_uses[m_points.part(i)].points;
  m_byPoints.assign(m_world->parts().size(), 0);
  for (const int part : m_parts) {
    if (m_world->parts()[part].movesAsOne()) continue;
    m_byPoints[part] = m_uses[part].ofRows >= kManyRows * m_uses[part].points ? 1 : 0;
  }
  m_pointAnswers.assign(m_points.count(), kNotAsked);
}

// Where the answers to forces along x, y and z at a point are.
std::size_t ContactRows::pointAnswers(int point) {
  if (m_pointAnswers[point] != kNotAsked) return m_pointAnswers[point];
  const int part = m_points.part(point);
  const std::size_t size = m_world->parts()[part].dims.v, at = m_answers.size();
  m_answers.resize(at + 3 * size);
  m_loads.assign(3 * size, 0);
  for (int axis = 0; axis < 3; ++axis)
    m_points.addForceTo(point, Vec3::Unit(axis), m_loads.data() + axis * size);
  m_response->answer(part, m_loads.data(), m_answers.data() + at);
  return m_pointAnswers[point] = at;
}

void ContactRows::sumPointAnswers(const Side& side, const Row& row) {
  const std::size_t size = m_world->parts()[side.part].dims.v;
  const auto columns = [&](std::size_t at) {
    using Columns = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 3>>;
    return Columns(m_answers.data() + at, static_cast<Eigen::Index>(size), 3);
  };
  for (int i = 0; i < row.points; ++i) {
    if (m_points.part(row.point[i]) != side.part) continue;
    const std::size_t at = pointAnswers(row.point[i]);  // may move all
    const Mat3 weights = row.weight[i] * row.axes.transpose();
    columns(side.answer).noalias() += columns(at) * weights;
  }
}

// What the constraints that hold its part do about them.
void ContactRows::answerTied(Side& side) {
  const std::span<const int> rows = m_ties.rowsOn(side.part);
  const std::span<const int> all = m_ties.rowsOf(m_ties.group(side.part));
  const std::size_t size = m_world->parts()[side.part].dims.v;
  side.rates = m_held.size();
  side.multipliers = side.rates + 3 * rows.size();
  m_held.resize(side.multipliers + 3 * all.size());
  for (int axis = 0; axis < 3; ++axis) {
    m_undone.assign(m_ties.rows(), 0);
    const double* velocity = m_answers.data() + side.answer + axis * size;
    for (const int c : m_ties.constraintsOn(side.part)) {
      m_response->addRates(c, side.part, velocity, m_undone.data());
    }
    double* to = m_held.data() + side.rates + axis;
    for (std::size_t k = 0; k < rows.size(); ++k) to[3 * k] = m_undone[rows[k]];
    m_response->undo(m_undone);
    if (m_givesWay[side.part] != 0) {
      for (double& multiplier : m_undone) multiplier *= 1 - kGivesWay;
    }
    to = m_held.data() + side.multipliers + axis;
    for (std::size_t k = 0; k < all.size(); ++k) to[3 * k] = m_undone[all[k]];
  }
}

void ContactRows::push(int c, const Vec3& impulse) {
  const Row& row = m_rows[c];
  using Columns = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3>>;
  for (int s = 0; s < row.sides; ++s) {
    const Side& side = row.side[s];
    const CompiledPart& part = m_world->parts()[side.part];
    Eigen::Map<Eigen::VectorXd>(m_nu.data() + part.firstV, part.dims.v).noalias() +=
        Columns(m_answers.data() + side.answer, part.dims.v, 3) * impulse;
    if (!isTied(side)) continue;
    const double* multipliers = m_held.data() + side.multipliers;
    for (const int held : m_ties.rowsOf(m_ties.group(side.part))) {
      m_holding[held] += Eigen::Map<const Vec3>(multipliers).dot(impulse);
      multipliers += 3;
    }
  }
}

}  // namespace sinew
