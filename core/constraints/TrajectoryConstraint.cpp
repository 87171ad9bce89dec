#include "core/constraints/TrajectoryConstraint.h"

#include <algorithm>
#include <cmath>

#include "core/constraints/Directions.h"
#include "core/math/PathCurve.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class TrajectoryConstraint final : public Constraint {
 public:
  TrajectoryConstraint(std::vector<MaterialPoint> anchors, PathCurve path, Curve along)
      : m_anchors(std::move(anchors)), m_path(std::move(path)), m_along(std::move(along)) {}

  int rows() const override { return 3; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  bool directed(int end) const override { return end == 1; }
  int slidingEnd() const override { return relative() ? 1 : -1; }
  std::optional<double> ledTo(double time, const Track& track) const override {
    return reached(time, track.places, track.closed).value;
  }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const VectorJet target = relative() ? onTrack(points[1], time) : inSpace(time);
    const VectorJet gap = positionOf(points[0]) - target;
    out.rows = 3;
    for (int i = 0; i < 3; ++i) {
      setRow(i, {gap.value[i], gap.rate[i], gap.acceleration[i]}, out);
    }
    out.gradient[0].topRows<3>().setIdentity();
    out.gradient[1].topRows<3>() = -Mat3::Identity();
    out.turning[1].setZero();
  }

  Vec3 spaceEnd(const PointSample& /*point*/, double time) const override {
    return inSpace(time).value;
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_along.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Path; }

 private:
  bool relative() const { return m_anchors.size() == 2; }

  /// How far along something of this length; it waits at the ends of what is open.
  Jet reached(double time, double length, bool closed) const {
    const Curve::Sample along = m_along.at(time);
    if (!closed && (along.value[0] < 0 || along.value[0] > 1)) {
      return {std::clamp(along.value[0], 0.0, 1.0) * length, 0, 0};
    }
    return Jet{length, 0, 0} * Jet{along.value[0], along.rate[0], along.acceleration[0]};
  }

  VectorJet inSpace(double time) const {
    return m_path.along(reached(time, m_path.length(), m_path.closed()));
  }

  VectorJet onTrack(const PointSample& at, double time) const {
    const Jet s = reached(time, at.track.places, at.track.closed);
    return {
        at.position, at.velocity + at.direction * s.rate,
        2 * s.rate * at.turning + s.rate * s.rate * at.bend.bend + s.acceleration * at.direction};
  }

  std::vector<MaterialPoint> m_anchors;
  PathCurve m_path;
  Curve m_along;  // –
};

ParamSpec pathParam() {
  ParamSpec path =
      Param::list("path", Param::vec3("point", "m", Vec3::Zero()).range(-1e6, 1e6))
          .onlyWithout("b")
          .doc("Points in space that the path runs through, used when `b` is not given.");
  path.fallback = Value(ValueList{Vec3(Vec3::Zero()), Vec3(Vec3::UnitX())});
  return path;
}

Result<PathCurve> readPath(const ParamReader& params) {
  std::vector<Vec3> points;
  for (const Value& point : params.list("path")) points.push_back(std::get<Vec3>(point.content));
  const bool closed = params.text("ends") == "joined";
  if (points.empty()) points = {Vec3::Zero(), Vec3::UnitX()};
  if (const auto fault = PathCurve::faultOf(points, closed); !fault.empty()) {
    return fail(ErrorCode::Invalid, std::string(fault), "path");
  }
  return PathCurve(std::move(points), closed);
}

}  // namespace

ConstraintKind trajectoryKind() {
  ConstraintKind kind;
  kind.name = "trajectory";
  kind.label = "Trajectory";
  kind.doc = "Leads a point along a path, drawn in space or the length of a rail or rope.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("a").required().doc("Point that is led."),
          Param::materialPoint("b").optional().doc(
              "Point of a rail or rope, along which it is led. When not given, `path` says where."),
          Param::real("along", "", 0)
              .range(-1e4, 1e4)
              .keyable()
              .doc(
                  "How far along, from 0 at the start to 1 at the end; closed paths go on, 2 being "
                  "two rounds, and others end there."),
          pathParam(),
          Param::choice("ends", {"apart", "joined"})
              .onlyWithout("b")
              .doc("Whether the path has two ends or goes on from its last point to its first."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    Result<PathCurve> path = readPath(params);
    if (!path) return Unexpected{path.error()};
    return std::unique_ptr<Constraint>(std::make_unique<TrajectoryConstraint>(
        oneOrTwo(params, "a", "b"), std::move(*path), params.curve("along")));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {{"along", Value(points[1].place / points[1].track.places)}};
    const Vec3& start = points[0].position;
    return {{"path", Value(std::vector<Value>{Value(start), Value(Vec3(start + Vec3::UnitX()))})}};
  };
  return kind;
}

}  // namespace sinew
