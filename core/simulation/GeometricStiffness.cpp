#include "core/simulation/GeometricStiffness.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace sinew {
namespace {

// h² K of what turns beside its inertia: from the one on it counts, from the other on all of it. A
// step that holds forces for its length swings without loss up to 4, and worse near that.
constexpr double kFollowed = 0.5, kStiff = 1;
constexpr double kMayCount = 0.2;  // likewise, by the weight of all that hangs together
// What rows carry beside the energy of motion: where it is more, a step is solved for again.
constexpr double kLittleCarried = 0.05;
constexpr double kOnALine = 1e-9;   // of a stiffness: what lies on a line has none along it
constexpr double kShortest = 1e-3;  // [m] distance that is judged by
constexpr double kFall = 10;        // [m/s²] for that

/// How much of a stiffness counts, by h² K beside inertia.
double share(double ratio) {
  const double s = std::clamp((ratio - kFollowed) / (kStiff - kFollowed), 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

/// [1/kg] By how much forces between its ends move them apart.
double lightnessOf(const World& world, const CompiledConstraint& constraint) {
  double lightness = 0;
  for (const CompiledEnd& end : constraint.ends) {
    const CompiledPart& part = world.parts()[end.part];
    if (part.dims.v > 0) lightness += 1 / part.part->mass();
  }
  return lightness;
}

/// From where a part turns to one of its points: L of its spin is −[arm]×.
Vec3 armOf(const PointKinematics& point, int spin) {
  int column = 0;
  for (int b = 0; b < point.blockCount; ++b) {
    const PointKinematics::Block& block = point.blocks[b];
    if (block.first <= spin && spin + 3 <= block.first + block.columns) {
      const auto L = point.jacobian().middleCols<3>(column + spin - block.first);
      return {L(1, 2), L(2, 0), L(0, 1)};
    }
    column += block.columns;
  }
  return Vec3::Zero();
}

/// K of a part that a force [N] holds by an arm [m]: ∂(arm × force) is −K times what it turns by.
Mat3 turningStiffness(const Vec3& arm, const Vec3& force) {
  const Mat3 outer = arm * force.transpose();
  return arm.dot(force) * Mat3::Identity() - 0.5 * (outer + outer.transpose());
}

}  // namespace

/// The points of one constraint at an instant, and what it says of them.
struct GeometricStiffness::Ends {
  std::array<PointKinematics, ConstraintRows::kMaxPoints> point;
  std::array<PointSample, ConstraintRows::kMaxPoints> sample;
  ConstraintRows rows;
};

// [1/(kg m²)] By how much torques turn a part that is held at so long an arm [m], in world axes.
Mat3 GeometricStiffness::turningMobility(const CompiledPart& part, const PartScratch& scratch,
                                         double arm) {
  const std::size_t size = part.dims.v;
  m_torque.assign(3 * size, 0);
  m_answer.resize(3 * size);
  for (int axis = 0; axis < 3; ++axis) m_torque[axis * size + part.dims.spin + axis] = 1;
  part.part->applyInverseMass(scratch, m_torque.data(), m_answer.data(), 3);
  Mat3 mobility;
  for (int axis = 0; axis < 3; ++axis) {
    mobility.col(axis) = Eigen::Map<const Vec3>(&m_answer[axis * size + part.dims.spin]);
  }
  const Mat3 inertia = mobility.inverse() + part.part->mass() * arm * arm * Mat3::Identity();
  return inertia.inverse();
}

bool GeometricStiffness::isPlain(const CompiledConstraint& constraint) {
  return !constraint.directed && constraint.slidingEnd < 0;
}

void GeometricStiffness::compile(const World& world) {
  m_turns.clear();
  m_spans.clear();
  m_items.clear();
  m_firstItem = static_cast<int>(world.constraints().size());
  m_turnOf.assign(world.parts().size(), -1);
  m_spanOf.assign(world.constraints().size(), -1);
  std::size_t columns = 0;
  std::vector<std::unique_ptr<PartScratch>> scratch;
  for (const CompiledPart& part : world.parts()) {
    Reals q(part.dims.q), v(part.dims.v);
    part.part->initialState(q.data(), v.data());
    scratch.push_back(part.part->makeScratch());
    part.part->update({q.data(), v.data(), 0}, *scratch.back());
    columns = std::max<std::size_t>(columns, part.dims.pointColumns);
  }
  m_L.assign(3 * columns * ConstraintRows::kMaxPoints, 0);
  const Reals weight = findIslands(world);
  Ends ends;
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    if (!isPlain(world.constraints()[c])) continue;
    evaluate(world, scratch, 0, static_cast<int>(c), ends);
    for (std::size_t e = 0; e < world.constraints()[c].ends.size(); ++e) {
      const CompiledEnd& end = world.constraints()[c].ends[e];
      if (world.parts()[end.part].dims.spin < 0) continue;
      addTurn(world, end.part, ends.point[e], *scratch[end.part], weight);
    }
    addSpan(world, static_cast<int>(c), weight);
  }
  addSources(world);
}

// Of what hangs together; [N] their weights.
Reals GeometricStiffness::findIslands(const World& world) {
  std::vector<int> parts(world.parts().size());
  std::iota(parts.begin(), parts.end(), 0);
  m_islands.begin(parts.size());
  for (const CompiledConstraint& constraint : world.constraints()) {
    int before = -1;
    for (const CompiledEnd& end : constraint.ends) {
      if (world.parts()[end.part].dims.v == 0) continue;
      if (before >= 0) m_islands.join(before, end.part);
      before = end.part;
    }
  }
  m_islands.number(parts);
  m_anchored.assign(m_islands.count(), false);
  for (const CompiledConstraint& constraint : world.constraints()) {
    int moves = -1, stands = constraint.ends.size() < 2 ? 1 : 0;
    for (const CompiledEnd& end : constraint.ends) {
      if (world.parts()[end.part].dims.v > 0) moves = end.part;
      stands += world.parts()[end.part].dims.v > 0 ? 0 : 1;
    }
    if (moves >= 0 && stands > 0) m_anchored[m_islands.of(moves)] = true;
  }
  Reals weight(m_islands.count(), 0);
  for (const int i : parts) weight[m_islands.of(i)] += kFall * world.parts()[i].part->mass();
  return weight;
}

int GeometricStiffness::addItem(const ConstraintSystem::Structure::Item& item) {
  m_items.push_back(item);
  return m_firstItem + static_cast<int>(m_items.size()) - 1;
}

void GeometricStiffness::addTurn(const World& world, int part, const PointKinematics& point,
                                 const PartScratch& scratch, const Reals& weight) {
  const CompiledPart& compiled = world.parts()[part];
  const int island = m_islands.of(part);
  const Vec3 arm = armOf(point, compiled.dims.spin);
  if (m_turnOf[part] >= 0) {
    double& farthest = m_turns[m_turnOf[part]].arm;
    farthest = std::max(farthest, arm.norm());
    return;
  }
  const Mat3 K = turningStiffness(arm, weight[island] * arm.normalized());
  const Mat3 mobility = turningMobility(compiled, scratch, arm.norm());
  const double h = world.nominalStep();
  if (!(h * h * (K * mobility).trace() > kMayCount)) return;
  m_turnOf[part] = static_cast<int>(m_turns.size());
  m_turns.push_back(
      {{addItem({.rows = 3, .endCount = 1, .part = {part}}), 3, island}, part, arm.norm()});
}

void GeometricStiffness::addSpan(const World& world, int constraint, const Reals& weight) {
  const CompiledConstraint& source = world.constraints()[constraint];
  const std::optional<double> least = source.constraint->leastApart();
  if (source.rows != 1 || !least || !std::isfinite(*least)) return;
  ConstraintSystem::Structure::Item item{.rows = 2, .endCount = 0};
  int island = -1;
  for (const CompiledEnd& end : source.ends) {
    if (world.parts()[end.part].part->chain()) return;  // which turns by itself
    item.part[item.endCount++] = end.part;
    if (world.parts()[end.part].dims.v > 0) island = m_islands.of(end.part);
  }
  if (island < 0) return;
  const double h = world.nominalStep(), stiffness = weight[island] / std::max(*least, kShortest);
  if (!(h * h * stiffness * lightnessOf(world, source) > kMayCount)) return;
  m_spanOf[constraint] = static_cast<int>(m_spans.size());
  m_spans.push_back({{addItem(item), 2, island}, constraint});
}

void GeometricStiffness::addSources(const World& world) {
  m_sources.clear();
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    const CompiledConstraint& constraint = world.constraints()[c];
    const bool turns = std::any_of(constraint.ends.begin(), constraint.ends.end(),
                                   [&](const auto& end) { return m_turnOf[end.part] >= 0; });
    if (isPlain(constraint) && (turns || m_spanOf[c] >= 0)) {
      m_sources.push_back(static_cast<int>(c));
    }
  }
}

void GeometricStiffness::evaluate(const World& world, Scratches scratch, double time,
                                  int constraint, Ends& ends) {
  const CompiledConstraint& source = world.constraints()[constraint];
  const std::size_t room = m_L.size() / ConstraintRows::kMaxPoints;
  for (std::size_t e = 0; e < source.ends.size(); ++e) {
    const CompiledEnd& end = source.ends[e];
    ends.point[e].L = m_L.data() + e * room;
    world.parts()[end.part].part->point(*scratch[end.part], end.point, ends.point[e]);
    ends.sample[e].position = ends.point[e].position;
    ends.sample[e].velocity = ends.point[e].velocity;
  }
  ends.rows.curvature = 0;
  source.constraint->evaluate(ends.sample.data(), time, ends.rows);
}

void GeometricStiffness::clear(ConstraintSystem& system) {
  m_counts = m_wild = false;
  for (const Turn& turn : m_turns) system.setActive(turn.item, false);
  for (const Span& span : m_spans) system.setActive(span.item, false);
}

bool GeometricStiffness::take(const Instant& at, std::span<const double> lambda, double h,
                              ConstraintSystem& system) {
  const World& world = at.world;
  clear(system);
  for (Turn& turn : m_turns) turn.stiffness.setZero();
  Ends ends;
  for (const int c : m_sources) {
    if (!system.active(c)) continue;
    const CompiledConstraint& source = world.constraints()[c];
    evaluate(world, at.scratch, at.around.time, c, ends);
    const double* pulls = lambda.data() + source.firstRow;
    for (std::size_t e = 0; e < source.ends.size(); ++e) {
      const int part = source.ends[e].part;
      if (m_turnOf[part] < 0) continue;
      Vec3 force = Vec3::Zero();
      for (int i = 0; i < source.rows; ++i) {
        force += pulls[i] * ends.rows.gradient[e].row(i).transpose();
      }
      m_turns[m_turnOf[part]].stiffness +=
          turningStiffness(armOf(ends.point[e], world.parts()[part].dims.spin), force);
    }
    if (m_spanOf[c] >= 0)
      m_counts |= takeSpan(world, m_spans[m_spanOf[c]], ends, -pulls[0], h, system);
  }
  m_counts |= takeTurns(world, at.scratch, h, system);
  if (m_counts) findKept(at, system);
  return m_counts;
}

bool GeometricStiffness::takeTurns(const World& world, Scratches scratch, double h,
                                   ConstraintSystem& system) {
  bool any = false;
  Mat3 unit = Mat3::Identity();
  PointKinematics spin;
  spin.L = unit.data();
  spin.columns = 3;
  spin.blockCount = 1;
  ConstraintRows rows;
  for (Turn& turn : m_turns) {
    const CompiledPart& part = world.parts()[turn.part];
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(turn.stiffness);
    const Mat3 mobility = turningMobility(part, *scratch[turn.part], turn.arm);
    std::uint32_t slack = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3 axis = solver.eigenvectors().col(i);
      const double ratio = h * h * solver.eigenvalues()[i] * axis.dot(mobility * axis);
      const double counts = ratio * share(ratio);
      rows.gradient[0].row(i) = turn.byTurning.row(i) = axis.transpose();
      if (!(counts > 0)) slack |= 1U << i;
      turn.compliance[i] = counts > 0 ? axis.dot(mobility * axis) / counts : 0;
    }
    if (slack == 7) continue;
    rows.rows = 3;
    spin.blocks[0] = {part.dims.spin, 3};
    system.setActive(turn.item, true);
    system.setRows(turn.item, rows, &spin);
    system.setSlack(turn.item, slack);
    system.setCompliance(turn.item, turn.compliance.data());
    any = true;
  }
  return any;
}

// K = pull · curvature across the line between the two.
bool GeometricStiffness::takeSpan(const World& world, Span& span, const Ends& ends, double pull,
                                  double h, ConstraintSystem& system) {
  const CompiledConstraint& source = world.constraints()[span.constraint];
  const double lightness = lightnessOf(world, source);
  const double ratio = h * h * pull * ends.rows.curvature * lightness;
  const double counts = ratio * share(ratio);
  if (!(counts > 0)) return false;
  const Vec3 along = ends.rows.gradient[0].row(0).transpose();
  const Vec3 across = along.unitOrthogonal();
  ConstraintRows rows;
  rows.rows = 2;
  for (std::size_t e = 0; e < source.ends.size(); ++e) {
    const double sign = e == 0 ? 1 : -1;
    rows.gradient[e].row(0) = sign * across.transpose();
    rows.gradient[e].row(1) = sign * along.cross(across).transpose();
  }
  const Vec3 apart = along / ends.rows.curvature;
  span.byTurning.row(0) = apart.cross(across).transpose();
  span.byTurning.row(1) = apart.cross(along.cross(across)).transpose();
  span.compliance.head<2>().setConstant(lightness / counts);
  system.setActive(span.item, true);
  system.setRows(span.item, rows, ends.point.data());
  system.setCompliance(span.item, span.compliance.data());
  return true;
}

template <class Do>
void GeometricStiffness::forActive(const ConstraintSystem& system, Do&& what) {
  for (Turn& turn : m_turns) {
    if (system.active(turn.item)) what(turn);
  }
  for (Span& span : m_spans) {
    if (system.active(span.item)) what(span);
  }
}

// The energy of each island, but for that of all of it going along, where it is free to.
void GeometricStiffness::findEnergy(const Instant& at) {
  m_nu.assign(at.world.velocitySize(), 0);
  m_motion.assign(m_islands.count(), {});
  for (std::size_t i = 0; i < at.world.parts().size(); ++i) {
    const CompiledPart& part = at.world.parts()[i];
    part.part->velocityFromState(*at.scratch[i], at.v + part.firstV, m_nu.data() + part.firstV);
    if (part.dims.v == 0) continue;
    const PartEnergy energy = part.part->energy(at.around, *at.scratch[i]);
    Motion& motion = m_motion[m_islands.of(static_cast<int>(i))];
    motion.mass += part.part->mass();
    motion.momentum += energy.momentum;
    motion.kinetic += energy.kinetic;
  }
  for (std::size_t i = 0; i < m_motion.size(); ++i) {
    Motion& motion = m_motion[i];
    const bool free = !m_anchored[i] && motion.mass > 0;
    if (free) motion.kinetic -= 0.5 * motion.momentum.squaredNorm() / motion.mass;
  }
}

// Rows do not hold against the one spin of an island that leaves them the least to carry. Holding
// against a change of the rest alone would keep its energy, but lets light links fly apart.
void GeometricStiffness::findKept(const Instant& at, const ConstraintSystem& system) {
  findEnergy(at);
  forActive(system, [&](Item& item) {
    Motion& motion = m_motion[item.island];
    std::array<double, ConstraintRows::kMaxRows> rate{};
    system.addJacobianTimes(item.item, m_nu.data(), rate.data());
    motion.counts = true;
    for (int i = 0; i < item.rows; ++i) {
      item.rest[i] = rate[i];
      if (!(item.compliance[i] > 0)) continue;
      const Vec3 turning = item.byTurning.row(i).transpose();
      motion.turning += turning * turning.transpose() / item.compliance[i];
      motion.turned += turning * rate[i] / item.compliance[i];
    }
  });
  for (Motion& motion : m_motion) {
    if (!motion.counts) continue;
    motion.turning.diagonal().array() += kOnALine * motion.turning.trace();
    motion.spin = motion.turning.ldlt().solve(motion.turned);
  }
  forActive(system, [&](Item& item) {
    Motion& motion = m_motion[item.island];
    item.kept = item.byTurning * motion.spin;
    item.rest -= item.kept;
    for (int i = 0; i < item.rows; ++i) {
      if (!(item.compliance[i] > 0)) continue;
      motion.carried += 0.5 * item.rest[i] * item.rest[i] / item.compliance[i];
    }
  });
  forActive(system, [&](Item& item) {
    Motion& motion = m_motion[item.island];
    motion.wild |= motion.carried > kLittleCarried * motion.kinetic;
  });
  m_wild = std::ranges::any_of(m_motion, &Motion::wild);
}

bool GeometricStiffness::actsOn(const World& world, int constraint) const {
  if (!m_counts) return false;
  const EndList& ends = world.constraints()[constraint].ends;
  return std::any_of(ends.begin(), ends.end(), [&](const CompiledEnd& end) {
    return world.parts()[end.part].dims.v > 0 && m_motion[m_islands.of(end.part)].counts;
  });
}

void GeometricStiffness::aim(const ConstraintSystem& system, const Reals& nu, double h,
                             Against against, Reals& rhs) const {
  const double kept = against == Against::Change ? 1 : 0;
  const auto aimItem = [&](const Item& item) {
    if (!system.active(item.item)) return;
    std::array<double, ConstraintRows::kMaxRows> rate{};
    system.addJacobianTimes(item.item, nu.data(), rate.data());
    double* wanted = rhs.data() + system.firstRow(item.item);
    for (int i = 0; i < item.rows; ++i) wanted[i] = (kept * item.kept[i] - rate[i]) / h;
  };
  for (const Turn& turn : m_turns) aimItem(turn);
  for (const Span& span : m_spans) aimItem(span);
}

}  // namespace sinew
