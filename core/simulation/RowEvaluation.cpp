// The rows of all constraints at an instant: where their points are, what they say, and how they
// answer to velocities.
#include <algorithm>
#include <cmath>

#include "core/base/Parallel.h"
#include "core/simulation/SceneDynamics.h"
#include "core/solvers/SmallProducts.h"

namespace sinew {
namespace {
constexpr int kRowsAhead = 8;  // constraints to prefetch ahead
}  // namespace

void SceneDynamics::evaluateConstraints() {
  const auto evaluateSome = [this](int begin, int end) {
    PointBuffer& buffer = m_buffers[begin / kPerChunk];
    for (int c = begin; c < end; ++c) {
      announceConstraint(c + kRowsAhead);
      evaluateConstraint(c, buffer);
    }
  };
  parallelFor(m_threads, constraintCount(), kPerChunk, evaluateSome);
  if (m_afterMove) return;
  m_turning.clear(m_system);
  m_handRows.clear(m_system);
}

void SceneDynamics::evaluateConstraint(int constraint, PointBuffer& buffer) {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  const int ends = static_cast<int>(source.ends.size());
  sampleEnds(constraint, buffer);
  ConstraintRows& rows = buffer.rows;
  rows.length = 0;
  rows.apart = false;
  source.constraint->evaluate(buffer.samples.data(), m_time, rows);
  m_length[constraint] = std::max(source.size, rows.length);
  m_system.setActive(constraint, switchedOn(constraint));
  if (source.directed) {
    m_system.setDirectedRows(constraint, rows, buffer.points.data(), buffer.directions.data());
  } else {
    m_system.setRows(constraint, rows, buffer.points.data());
  }
  withRows(source.rows, [&](auto count) { storeRows(source.firstRow, count, ends, buffer); });
  if (source.directed) addDirections(source, buffer);
  m_apart[constraint] = rows.apart;
  storeRoom(source);
}

void SceneDynamics::sampleEnds(int constraint, PointBuffer& buffer) {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  for (std::size_t e = 0; e < source.ends.size(); ++e) {
    if (static_cast<int>(e) == source.slidingEnd) continue;
    const CompiledEnd& end = source.ends[e];
    samplePoint(end, end.point, buffer.points[e], buffer.samples[e]);
    buffer.directions[e].blockCount = 0;
    buffer.directions[e].columns = 0;
    if (source.directedEnd[e]) {
      sampleDirection(end, end.point, buffer.directions[e], buffer.samples[e]);
    }
  }
  if (source.slidingEnd >= 0) slide(constraint, buffer);
}

void SceneDynamics::samplePoint(const CompiledEnd& end, const ResolvedPoint& at,
                                PointKinematics& point, PointSample& sample) const {
  m_parts[end.part]->point(*m_scratch[end.part], at, point);
  answerAfterMove(end.part, point);
  sample.position = point.position;
  sample.velocity = point.velocity;
}

void SceneDynamics::sampleDirection(const CompiledEnd& end, const ResolvedPoint& at,
                                    PointKinematics& direction, PointSample& sample) const {
  m_parts[end.part]->direction(*m_scratch[end.part], at, direction);
  answerAfterMove(end.part, direction);
  sample.direction = direction.position;
  sample.turning = direction.velocity;
}

void SceneDynamics::sampleTrack(int constraint, double place, PointBuffer& buffer) {
  const int index = m_slides[constraint], e = m_world->constraints()[constraint].slidingEnd;
  const CompiledEnd& end = m_world->constraints()[constraint].ends[e];
  PointSample& sample = buffer.samples[e];
  m_slid[index] = m_parts[end.part]->trackPoint(place);
  samplePoint(end, m_slid[index], buffer.points[e], sample);
  sampleDirection(end, m_slid[index], buffer.directions[e], sample);
  m_parts[end.part]->bend(*m_scratch[end.part], m_slid[index], sample.bend);
  sample.place = place;
}

// Newton's method for the place s on the track that is nearest to the target,
//   φ(s) = x′·(a − x) = 0,   φ′ = x″·(a − x) − x′·x′,
// always from where the State has it: the same state finds the same place to the last bit.
void SceneDynamics::slide(int constraint, PointBuffer& buffer) {
  constexpr int kRounds = 30;
  constexpr double kBeyond = 1, kFurthest = 1, kExact = 1e-14;  // places
  constexpr double kFlattest = 0.1;                             // of −φ′ on a straight track
  const CompiledConstraint& source = m_world->constraints()[constraint];
  const int index = m_slides[constraint], e = source.slidingEnd;
  PointSample& sample = buffer.samples[e];
  sample.track = m_parts[source.ends[e].part]->track();
  if (const auto led = source.constraint->ledTo(m_time, sample.track)) {
    sampleTrack(constraint, *led, buffer);
    m_places[index] = *led;
    return;
  }
  const double last = sample.track.places;
  double place = m_state->reals[m_world->placeOffset(constraint)];
  for (int round = 0; round < kRounds; ++round) {
    sampleTrack(constraint, place, buffer);
    const Vec3 away =
        source.constraint->slideTarget(buffer.samples.data(), m_time) - sample.position;
    const double straight = sample.direction.squaredNorm();
    const double slope = std::max(straight - sample.bend.bend.dot(away), kFlattest * straight);
    const double move = std::clamp(sample.direction.dot(away) / slope, -kFurthest, kFurthest);
    const double next =
        sample.track.closed ? place + move : std::clamp(place + move, -kBeyond, last + kBeyond);
    if (!(std::abs(next - place) > kExact * last)) break;
    place = next;
  }
  const double found = sample.place;
  m_places[index] = sample.track.closed ? found - last * std::floor(found / last) : found;
}

const ResolvedPoint& SceneDynamics::pointOf(int constraint, int end) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  return end == source.slidingEnd ? m_slid[m_slides[constraint]] : source.ends[end].point;
}

// Limited rows have no gap where there is room, nor one that changes.
void SceneDynamics::storeRoom(const CompiledConstraint& constraint) {
  for (int i = 0; i < constraint.rows; ++i) {
    const int row = constraint.firstRow + i;
    m_room[row] = m_gap[row];
    m_approach[row] = m_gapRate[row];
    if (!(constraint.limited >> i & 1U) || m_gap[row] >= 0) continue;
    m_gap[row] = 0;
    m_gapRate[row] = 0;
  }
}

// What storeRows() leaves to the directions.
void SceneDynamics::addDirections(const CompiledConstraint& constraint, const PointBuffer& buffer) {
  for (int i = 0; i < constraint.rows; ++i) {
    const int row = constraint.firstRow + i;
    for (std::size_t e = 0; e < constraint.ends.size(); ++e) {
      const PointKinematics& direction = buffer.directions[e];
      if (!constraint.directedEnd[e]) continue;
      const auto D = buffer.rows.turning[e].row(i);
      if (direction.columns > 0) m_explicitRate[row] -= D.dot(direction.velocity);
      m_biasGamma[row] += D.dot(direction.bias);
      m_pathGamma[row] += D.dot(direction.curvature);
    }
  }
}

template <class Count>
void SceneDynamics::storeRows(int firstRow, Count count, int ends, const PointBuffer& buffer) {
  const ConstraintRows& rows = buffer.rows;
  for (int i = 0; i < count; ++i) {
    double rate = rows.rate[i], bias = rows.gamma[i], path = rows.gamma[i];
    for (int e = 0; e < ends; ++e) {
      const PointKinematics& point = buffer.points[e];
      const auto& G = rows.gradient[e];
      const Vec3 along(G(i, 0), G(i, 1), G(i, 2));
      if (point.columns > 0) rate -= along.dot(point.velocity);  // what keys move is not answered
      bias += along.dot(point.bias);
      path += along.dot(point.curvature);
    }
    const int row = firstRow + i;
    m_gap[row] = rows.g[i];
    m_gapRate[row] = rows.rate[i];
    m_explicitRate[row] = rate;
    m_biasGamma[row] = bias;
    m_pathGamma[row] = path;
  }
}

Vec3 SceneDynamics::endForce(int constraint, const double* lambda) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  std::array<PointSample, ConstraintRows::kMaxPoints> samples;
  for (std::size_t e = 0; e < source.ends.size(); ++e) {
    samples[e] = endOf(constraint, static_cast<int>(e));
    if (!source.directed) continue;
    PointKinematics direction;
    direction.L = m_directionRoom.data();
    const CompiledEnd& end = source.ends[e];
    if (!source.directedEnd[e]) continue;
    const ResolvedPoint& at = pointOf(constraint, static_cast<int>(e));
    sampleDirection(end, at, direction, samples[e]);
    if (static_cast<int>(e) != source.slidingEnd) continue;
    samples[e].track = m_parts[end.part]->track();
    samples[e].place = m_places[m_slides[constraint]];
    m_parts[end.part]->bend(*m_scratch[end.part], at, samples[e].bend);
  }
  ConstraintRows rows;
  source.constraint->evaluate(samples.data(), m_time, rows);
  Vec3 force = Vec3::Zero();
  for (int i = 0; i < rows.rows; ++i) force += lambda[i] * rows.gradient[0].row(i).transpose();
  return force;
}

}  // namespace sinew
