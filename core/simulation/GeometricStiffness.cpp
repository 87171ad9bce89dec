#include "core/simulation/GeometricStiffness.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

// h² K of what turns beside its inertia: from the one on it counts, from the other on all of it. A
// step that holds forces for its length swings without loss up to 4, and worse near that.
constexpr double kFollowed = 0.5, kStiff = 1;
constexpr double kMayCount = 0.2;  // likewise, by the weight of all that hangs together
// By the energy that rows would carry beside what there is: where it is far less than that, they
// hold against a change only, but for a little that calms what no step resolves.
constexpr double kLittleCarried = 0.05, kCalmed = 0.02;
constexpr double kWild = 0.5;  // of ν less is kept: a step is solved for again
constexpr double kFall = 10;   // [m/s²] for that

/// How much of a stiffness counts, by h² K beside inertia.
double share(double ratio) {
  const double s = std::clamp((ratio - kFollowed) / (kStiff - kFollowed), 0.0, 1.0);
  return s * s * (3 - 2 * s);
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

bool GeometricStiffness::counts(const CompiledConstraint& constraint) {
  return !constraint.directed && constraint.slidingEnd < 0;
}

void GeometricStiffness::compile(const World& world, ConstraintSystem::Structure& structure) {
  m_turns.clear();
  m_spans.clear();
  m_turnOf.assign(world.parts().size(), -1);
  m_spanOf.assign(world.constraints().size(), -1);
  std::size_t columns = 0;
  std::vector<std::unique_ptr<PartScratch>> scratch;
  std::vector<int> parts;
  for (const CompiledPart& part : world.parts()) {
    Reals q(part.dims.q), v(part.dims.v);
    part.part->initialState(q.data(), v.data());
    scratch.push_back(part.part->makeScratch());
    part.part->update({q.data(), v.data(), 0}, *scratch.back());
    parts.push_back(static_cast<int>(parts.size()));
    columns = std::max<std::size_t>(columns, part.dims.pointColumns);
  }
  m_L.assign(3 * columns * ConstraintRows::kMaxPoints, 0);
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
  Reals weight(m_islands.count(), 0);  // [N]
  for (const int i : parts) weight[m_islands.of(i)] += kFall * world.parts()[i].part->mass();

  const double h = world.nominalStep();
  Ends ends;
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    const CompiledConstraint& constraint = world.constraints()[c];
    if (!counts(constraint)) continue;
    evaluate(world, scratch, 0, static_cast<int>(c), ends);
    ConstraintSystem::Structure::Item span{.rows = 2, .endCount = 0};
    int island = 0;
    double lightness = 0, heaviest = 0;  // [1/kg], [N]
    for (std::size_t e = 0; e < constraint.ends.size(); ++e) {
      const int part = constraint.ends[e].part;
      const CompiledPart& compiled = world.parts()[part];
      span.part[span.endCount++] = part;
      if (compiled.dims.v == 0 || compiled.part->chain()) continue;
      island = m_islands.of(part);
      const double pull = weight[island];
      lightness += 1 / compiled.part->mass();
      heaviest = std::max(heaviest, pull);
      if (compiled.dims.spin < 0) continue;
      const Vec3 arm = armOf(ends.point[e], compiled.dims.spin);
      if (m_turnOf[part] >= 0) {
        double& farthest = m_turns[m_turnOf[part]].arm;
        farthest = std::max(farthest, arm.norm());
        continue;
      }
      const Mat3 K = turningStiffness(arm, pull * arm.normalized());
      const Mat3 mobility = turningMobility(compiled, *scratch[part], arm.norm());
      const double ratio = h * h * (K * mobility).trace();
      if (!(ratio > kMayCount)) continue;
      m_turnOf[part] = static_cast<int>(m_turns.size());
      const int item = static_cast<int>(structure.constraints.size());
      m_turns.push_back({{item, 3, island}, part, arm.norm()});
      structure.constraints.push_back({.rows = 3, .endCount = 1, .part = {part}});
    }
    if (ends.rows.curvature <= 0) continue;
    if (!(h * h * heaviest * ends.rows.curvature * lightness > kMayCount)) continue;
    m_spanOf[c] = static_cast<int>(m_spans.size());
    const int item = static_cast<int>(structure.constraints.size());
    m_spans.push_back({{item, 2, island}, static_cast<int>(c)});
    structure.constraints.push_back(span);
  }
  addSources(world);
}

void GeometricStiffness::addSources(const World& world) {
  m_sources.clear();
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    const CompiledConstraint& constraint = world.constraints()[c];
    const bool turns = std::any_of(constraint.ends.begin(), constraint.ends.end(),
                                   [&](const auto& end) { return m_turnOf[end.part] >= 0; });
    if (counts(constraint) && (turns || m_spanOf[c] >= 0)) {
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
      rows.gradient[0].row(i) = axis.transpose();
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
  double lightness = 0;
  for (const CompiledEnd& end : source.ends) {
    const CompiledPart& part = world.parts()[end.part];
    if (part.dims.v > 0) lightness += 1 / part.part->mass();
  }
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

void GeometricStiffness::findKept(const Instant& at, const ConstraintSystem& system) {
  m_nu.assign(at.world.velocitySize(), 0);
  m_carried.assign(m_islands.count(), 0);
  m_kinetic.assign(m_islands.count(), 0);
  for (std::size_t i = 0; i < at.world.parts().size(); ++i) {
    const CompiledPart& part = at.world.parts()[i];
    part.part->velocityFromState(*at.scratch[i], at.v + part.firstV, m_nu.data() + part.firstV);
    m_kinetic[m_islands.of(static_cast<int>(i))] +=
        part.part->energy(at.around, *at.scratch[i]).kinetic;
  }
  forActive(system, [&](Item& item) {
    std::array<double, ConstraintRows::kMaxRows> rate{};
    system.addJacobianTimes(item.item, m_nu.data(), rate.data());
    for (int i = 0; i < item.rows; ++i) {
      item.kept[i] = rate[i];
      if (item.compliance[i] > 0) {
        m_carried[item.island] += 0.5 * rate[i] * rate[i] / item.compliance[i];
      }
    }
  });
  forActive(system, [&](Item& item) {
    const double little = kLittleCarried * m_kinetic[item.island], carried = m_carried[item.island];
    const double keeps = carried < little ? 1 - carried * carried / (little * little) : 0;
    m_wild |= carried > 0 && keeps < kWild;
    item.kept *= (1 - kCalmed) * keeps;
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
