#include "ui/document/PartPose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/document/Keys.h"

namespace sinew::ui {
namespace {

constexpr double kWholeTurn = 2 * std::numbers::pi;  // [rad]

const ParamSpec* specOf(const ParamTable& table, const char* key, ParamType type) {
  const ParamSpec* spec = findParam(table, key);
  return spec != nullptr && spec->type == type ? spec : nullptr;
}

/// Turns about the world's x, then y, then z [rad].
Quat turnBy(const Vec3& angles) {
  return Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) *
         Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
         Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
}

/// The angles of a turn whose first is known, each as near as can be to what it was.
Vec3 anglesWithFirst(double first, const Mat3& turn, const Vec3& before) {
  const Mat3 rest = turn * Eigen::AngleAxisd(-first, Vec3::UnitX());
  const Vec3 angles(first, std::atan2(-rest(2, 0), rest(2, 2)),
                    std::atan2(-rest(0, 1), rest(1, 1)));
  const Vec3 by =
      (angles - before).unaryExpr([](double x) { return std::remainder(x, kWholeTurn); });
  return before + by;
}

/// Of all angles that make a turn the nearest to what they were.
Vec3 anglesOf(const Mat3& turn, const Vec3& before) {
  constexpr double kUpright = 1e-9;  // where turns about x and z are the same
  if (std::hypot(turn(2, 1), turn(2, 2)) < kUpright)
    return anglesWithFirst(before.x(), turn, before);
  const double first = std::atan2(turn(2, 1), turn(2, 2));
  const Vec3 one = anglesWithFirst(first, turn, before);
  const Vec3 other = anglesWithFirst(first + std::numbers::pi, turn, before);
  return (one - before).norm() <= (other - before).norm() ? one : other;
}

/// Turned further, step by step: from key to key a part must turn the way that it was led.
Vec3 anglesAfter(const Eigen::AngleAxisd& by, Vec3 angles) {
  constexpr double kStride = std::numbers::pi / 6;  // [rad]
  const Mat3 begun = turnBy(angles).toRotationMatrix();
  const int strides = std::max(1, static_cast<int>(std::ceil(std::abs(by.angle()) / kStride)));
  for (int k = 1; k <= strides; ++k) {
    const Eigen::AngleAxisd part(by.angle() * k / strides, by.axis());
    angles = anglesOf(part.toRotationMatrix() * begun, angles);
  }
  return angles;
}

}  // namespace

std::optional<PartPose> PartPose::of(const Registry& registry, const Entity& part,
                                     const EditTime& when) {
  const PartKind* kind = registry.part(part.kind);
  if (kind == nullptr) return std::nullopt;
  PartPose pose(part, when);
  pose.m_position = specOf(kind->table, "position", ParamType::Vector);
  if (pose.m_position == nullptr) return std::nullopt;
  pose.m_orientation = specOf(kind->table, "orientation", ParamType::Rotation);
  if (pose.m_orientation != nullptr)
    pose.m_turn = specOf(kind->table, "turn", ParamType::Vector);
  else
    pose.m_normal = specOf(kind->table, "normal", ParamType::Vector);
  pose.m_place = pose.vector(*pose.m_position);
  if (pose.m_turn != nullptr) pose.m_angles = pose.vector(*pose.m_turn);
  if (pose.m_normal != nullptr) pose.m_up = pose.vector(*pose.m_normal);
  return pose;
}

std::optional<Quat> PartPose::orientation() const {
  if (m_orientation == nullptr) return std::nullopt;
  return m_turn == nullptr ? rotation() : turnBy(m_angles) * rotation();
}

Mat3 PartPose::axes() const {
  if (const auto turned = orientation()) return turned->toRotationMatrix();
  if (m_normal == nullptr) return Mat3::Identity();
  return Quat::FromTwoVectors(Vec3::UnitY(), m_up).toRotationMatrix();
}

bool PartPose::getsKey() const {
  return isKeyed(given(*m_position)) || (m_when.autoKey && m_position->keyable);
}

SetParam PartPose::placed(const Vec3& position) const {
  return set(*m_position, Value(position));
}

// What is seen is turned by `turn` after `orientation`. Where `turn` is not keyed, it stays, and
// the orientation before it is what changes.
SetParam PartPose::turned(const Eigen::AngleAxisd& by) const {
  if (m_orientation == nullptr) return set(*m_normal, Value(Vec3((by * m_up).normalized())));
  const Quat turn = m_turn == nullptr ? Quat::Identity() : turnBy(m_angles);
  const bool keys =
      m_turn != nullptr && (isKeyed(given(*m_turn)) || (m_when.autoKey && m_turn->keyable));
  if (keys) return set(*m_turn, Value(anglesAfter(by, m_angles)));
  const Quat before = turn.conjugate() * Quat(by) * turn;
  return set(*m_orientation, Value(Quat((before * rotation()).normalized())));
}

const Value& PartPose::given(const ParamSpec& spec) const {
  return givenOr(m_part.values, spec);
}

Vec3 PartPose::vector(const ParamSpec& spec) const {
  return std::get<Vec3>(valueAt(given(spec), spec, m_when.time).content);
}

Quat PartPose::rotation() const {
  return std::get<Quat>(given(*m_orientation).content);
}

SetParam PartPose::set(const ParamSpec& spec, const Value& now) const {
  return {"parts/" + m_part.name, spec.key,
          withEdit(given(spec), now, spec, m_when.time, m_when.autoKey)};
}

}  // namespace sinew::ui
