#include "core/parts/KeyedPose.h"

#include "core/params/KeyedVector.h"

namespace sinew {
namespace {

Mat3 about(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vec3::Unit(axis)).toRotationMatrix();
}

}  // namespace

void KeyedPose::eventTimes(double from, double to, std::vector<double>& out) const {
  position.eventTimes(from, to, out);
  turn.eventTimes(from, to, out);
}

// Each of the three turns goes on with the frame that the later ones have turned.
void MovingFrame::update(const KeyedPose& pose, double time) {
  origin = jetAt(pose.position, time);
  const VectorJet angles = jetAt(pose.turn, time);
  omega.setZero();
  alpha.setZero();
  Mat3 outer = Mat3::Identity();
  for (int axis = 2; axis >= 0; --axis) {
    const Vec3 spindle = outer.col(axis);
    const Vec3 spin = angles.rate[axis] * spindle;
    alpha += angles.acceleration[axis] * spindle + omega.cross(spin);
    omega += spin;
    outer = outer * about(axis, angles.value[axis]);
  }
  R = outer * pose.orientation.toRotationMatrix();
}

VectorJet MovingFrame::direction(const Vec3& d) const {
  const Vec3 arm = R * d, swing = omega.cross(arm);
  return {arm, swing, alpha.cross(arm) + omega.cross(swing)};
}

VectorJet MovingFrame::point(const Vec3& p) const {
  return origin + direction(p);
}

void MovingFrame::place(std::span<const Vec3> points, std::span<float> out) const {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 x = origin.value + R * points[i];
    Eigen::Map<Eigen::Vector3f>(out.data() + 3 * i) = x.cast<float>();
  }
}

void setPrescribed(const VectorJet& moves, PointKinematics& out) {
  out.position = moves.value;
  out.velocity = moves.rate;
  out.bias = moves.acceleration;
  out.curvature = moves.acceleration;
  out.blockCount = 0;
  out.columns = 0;
}

ParamTable keyedPoseParams(std::string positionDoc) {
  return {
      Param::vec3("position", "m", Vec3::Zero())
          .range(-1e6, 1e6)
          .keyable()
          .doc(std::move(positionDoc)),
      Param::rotation("orientation").doc("How it is turned, from its axes to the world's."),
      Param::vec3("turn", "rad", Vec3::Zero())
          .range(-1e6, 1e6)
          .keyable()
          .doc("Turns about the world's x, then y, then z axis, after its orientation."),
  };
}

KeyedPose readKeyedPose(const ParamReader& params) {
  return {params.curve("position"), params.curve("turn"), params.rotation("orientation")};
}

Vec3 placeAtStart(const ParamReader& params, const Vec3& p) {
  MovingFrame frame;
  frame.update(readKeyedPose(params), 0);
  return frame.point(p).value;
}

}  // namespace sinew
