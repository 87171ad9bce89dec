#include "core/parts/body/BodyShape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

using Form = BodyShape::Form;

constexpr std::array kForms = {"box", "ball", "capsule", "cylinder", "wedge"};  // as Form

/// [m⁵] About the centroid, from ∫ x xᵀ dV there.
Mat3 inertiaFrom(const Mat3& second) {
  Mat3 inertia = -second;  // the diagonal by sums, for long thin bodies are all cancellation
  const Vec3 along = second.diagonal();
  inertia.diagonal() = Vec3(along.y() + along.z(), along.x() + along.z(), along.x() + along.y());
  return inertia;
}

BodyMoments boxMoments(const Vec3& half) {
  BodyMoments m;
  m.volume = 8 * half.prod();
  m.inertia = inertiaFrom(m.volume / 3 * half.cwiseAbs2().asDiagonal().toDenseMatrix());
  return m;
}

BodyMoments ballMoments(double r) {
  BodyMoments m;
  m.volume = 4.0 / 3 * std::numbers::pi * r * r * r;
  m.inertia = 0.4 * m.volume * r * r * Mat3::Identity();
  return m;
}

BodyMoments cylinderMoments(double r, double half) {
  BodyMoments m;
  m.volume = 2 * std::numbers::pi * r * r * half;
  const Vec3 second(r * r / 4, half * half / 3, r * r / 4);
  m.inertia = inertiaFrom(m.volume * second.asDiagonal().toDenseMatrix());
  return m;
}

// A cylinder and two half balls, whose centroids lie 3/8 r beyond its ends.
BodyMoments capsuleMoments(double r, double half) {
  BodyMoments m = cylinderMoments(r, half);
  const BodyMoments ball = ballMoments(r);
  const double further = ball.volume * (half * half + 0.75 * half * r);
  m.volume += ball.volume;
  m.inertia += ball.inertia;
  m.inertia.diagonal() += Vec3(further, 0, further);
  return m;
}

// Of a triangle, ∫ x xᵀ dA about its centroid is a twelfth of its area times that of its corners.
BodyMoments wedgeMoments(const Vec3& half) {
  const double x = half.x(), y = half.y(), z = half.z();
  BodyMoments m;
  m.volume = 4 * x * y * z;
  m.centroid = Vec3(x / 3, -y / 3, 0);
  Mat3 second;
  second << 2 * x * x / 9, x * y / 9, 0,  //
      x * y / 9, 2 * y * y / 9, 0,        //
      0, 0, z * z / 3;
  m.inertia = inertiaFrom(m.volume * second);
  return m;
}

/// The axis along which p lies farthest out of a box, and the side.
Vec3 sideOf(const Vec3& p, const Vec3& half) {
  int axis = 0;
  (p.cwiseAbs() - half).maxCoeff(&axis);
  return std::copysign(1.0, p[axis]) * Vec3::Unit(axis);
}

Vec3 awayFrom(const Vec3& middle, const Vec3& p) {
  const Vec3 away = p - middle;
  const double distance = away.norm();
  return distance > 0 ? Vec3(away / distance) : Vec3::UnitY();
}

Vec3 outOfCylinder(const Vec3& p, double radius, double half) {
  const double across = std::hypot(p.x(), p.z());
  if (across == 0 || std::abs(p.y()) - half > across - radius) {
    return std::copysign(1.0, p.y()) * Vec3::UnitY();
  }
  return Vec3(p.x(), 0, p.z()) / across;
}

Vec3 outOfWedge(const Vec3& p, const Vec3& half) {
  const Vec3 slope = Vec3(-half.y(), half.x(), 0).normalized();
  const std::array<Vec3, 5> normals = {slope, Vec3::UnitX(), -Vec3::UnitY(), Vec3::UnitZ(),
                                       -Vec3::UnitZ()};
  const std::array offsets = {0.0, half.x(), half.y(), half.z(), half.z()};
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < normals.size(); ++i) {
    const auto gap = [&](std::size_t k) { return normals[k].dot(p) - offsets[k]; };
    if (gap(i) > gap(nearest)) nearest = i;
  }
  return normals[nearest];
}

}  // namespace

SolidShape BodyShape::surface() const {
  switch (form) {
    case Form::Box:
      return boxShape(half);
    case Form::Ball:
      return ballShape(radius);
    case Form::Capsule:
      return capsuleShape(radius, halfLength);
    case Form::Cylinder:
      return cylinderShape(radius, halfLength);
    case Form::Wedge:
      return wedgeShape(half);
  }
  return {};
}

Vec3 BodyShape::outwards(const Vec3& p) const {
  switch (form) {
    case Form::Box:
      return sideOf(p, half);
    case Form::Ball:
      return awayFrom(Vec3::Zero(), p);
    case Form::Capsule:
      return awayFrom(std::clamp(p.y(), -halfLength, halfLength) * Vec3::UnitY(), p);
    case Form::Cylinder:
      return outOfCylinder(p, radius, halfLength);
    case Form::Wedge:
      return outOfWedge(p, half);
  }
  return Vec3::UnitY();
}

double BodyShape::thickness() const {
  if (form == Form::Box || form == Form::Wedge) return 2 * half.minCoeff();
  return 2 * (form == Form::Cylinder ? std::min(radius, halfLength) : radius);
}

BodyMoments momentsOf(const BodyShape& shape) {
  switch (shape.form) {
    case Form::Box:
      return boxMoments(shape.half);
    case Form::Ball:
      return ballMoments(shape.radius);
    case Form::Capsule:
      return capsuleMoments(shape.radius, shape.halfLength);
    case Form::Cylinder:
      return cylinderMoments(shape.radius, shape.halfLength);
    case Form::Wedge:
      return wedgeMoments(shape.half);
  }
  return {};
}

ParamTable bodyShapeParams() {
  const auto length = [](const char* key, double value) {
    return Param::real(key, "m", value).range(1e-4, 1e4);
  };
  return {
      Param::choice("shape", {kForms.begin(), kForms.end()})
          .doc("What it is shaped like. A wedge is a ramp that rises along its x axis; a cylinder "
               "meets "
               "others as a prism of 48 sides, and rolls a little unevenly."),
      Param::vec3("size", "m", Vec3::Constant(0.2))
          .range(1e-4, 1e4)
          .onlyFor("shape", {"box", "wedge"})
          .doc("Lengths along its axes."),
      length("radius", 0.1)
          .onlyFor("shape", {"ball", "capsule", "cylinder"})
          .doc("From its middle, or its y axis, to its round surface."),
      length("length", 0.2)
          .onlyFor("shape", {"capsule", "cylinder"})
          .doc("Along its y axis; of a capsule between the middles of its round ends."),
  };
}

BodyShape readBodyShape(const ParamReader& values) {
  BodyShape shape;
  const auto form = std::ranges::find(kForms, values.text("shape"));
  shape.form = static_cast<Form>(form - kForms.begin());
  shape.half = values.vec3("size") / 2;
  shape.radius = values.real("radius");
  shape.halfLength = values.real("length") / 2;
  return shape;
}

}  // namespace sinew
