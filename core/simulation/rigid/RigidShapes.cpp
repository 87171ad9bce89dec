#include "core/simulation/rigid/RigidShapes.h"

#include <Eigen/LU>
#include <algorithm>

#include "core/math/Rotation.h"

namespace sinew {
namespace {

Vec3 located(const Part& part, const PartScratch& scratch, const ResolvedPoint& point) {
  Vec3 x, v;
  part.locate(scratch, point, x, v);
  return x;
}

/// Points of the part's own axes where it has places in space, else three of its surface.
Result<std::array<ResolvedPoint, 4>> frameOf(const Part& part, const ContactSurface& surface) {
  std::array<ResolvedPoint, 4> frame;
  bool known = true;
  for (int i = 0; i < 4 && known; ++i) {
    std::array<double, 3> at{};
    if (i > 0) at[i - 1] = 1;
    const auto point = part.resolve(at);
    known = point.has_value();
    if (known) frame[i] = *point;
  }
  if (known) return frame;
  if (surface.planes.empty()) return fail(ErrorCode::Invalid, "has no axes of its own");
  // Counter-clockwise from the free side: origin, z, x.
  const auto& corners = surface.planes.front();
  const auto& vertices = surface.vertices;
  return std::array<ResolvedPoint, 4>{vertices[corners[0]], vertices[corners[2]],
                                      vertices[corners[0]], vertices[corners[1]]};
}

Result<ConvexShape> convexOf(const Part& part, const PartScratch& scratch,
                             const ContactSurface& surface, const KeyedFrame& frame) {
  ConvexShape shape;
  if (!surface.planes.empty()) {
    shape.halfSpace = true;
    return shape;
  }
  if (part.ballRadius() > 0) {
    shape.radius = part.ballRadius();
    shape.corners = {Vec3::Zero()};
    return shape;
  }
  for (const ResolvedPoint& vertex : surface.vertices) {
    shape.corners.push_back(frame.axes.transpose() *
                            (located(part, scratch, vertex) - frame.origin));
  }
  shape.radius = surface.thickness;
  const bool capsule = surface.faces.empty() && shape.corners.size() <= 2;
  if (!capsule && (surface.faces.empty() || !addFacets(surface.faces, shape))) {
    return fail(ErrorCode::Invalid, "is not convex");
  }
  return shape;
}

double smallestExtent(const ConvexShape& shape) {
  double least = std::max(0.0, shape.extent());
  for (const ConvexShape::Facet& facet : shape.facets) {
    double back = 0;
    for (const Vec3& corner : shape.corners) back = std::max(back, -facet.normal.dot(corner));
    least = std::min(least, 0.5 * (facet.offset + back));
  }
  if (shape.facets.empty()) least = shape.radius;
  return 2 * least;
}

}  // namespace

bool isRigidBody(const Part& part) {
  const PartDims dims = part.dims();
  return dims.q == 7 && dims.v == 6 && dims.spin == 3 && part.keepsMomentum();
}

KeyedFrame keyedFrame(const Part& part, const PartScratch& scratch, const RigidShape& shape) {
  KeyedFrame out;
  std::array<Vec3, 4> x, v;
  for (int i = 0; i < 4; ++i) part.locate(scratch, shape.frame[i], x[i], v[i]);
  out.origin = x[0];
  out.velocity = v[0];
  for (const int axis : {0, 2}) {
    const Vec3 arm = x[axis + 1] - x[0];
    const double length = arm.norm();
    if (length == 0) continue;
    out.axes.col(axis) = arm / length;
    // Of a rigid frame: ω = ½ Σ eᵢ × ėᵢ, here by two axes and the third that follows from them.
  }
  out.axes.col(1) = out.axes.col(2).cross(out.axes.col(0));
  Vec3 rateX = v[1] - v[0], rateZ = v[3] - v[0];
  rateX /= std::max(1e-300, (x[1] - x[0]).norm());
  rateZ /= std::max(1e-300, (x[3] - x[0]).norm());
  const Vec3 rateY = rateZ.cross(Vec3(out.axes.col(0))) + Vec3(out.axes.col(2)).cross(rateX);
  out.spin = 0.5 * (Vec3(out.axes.col(0)).cross(rateX) + Vec3(out.axes.col(1)).cross(rateY) +
                    Vec3(out.axes.col(2)).cross(rateZ));
  return out;
}

Result<RigidShape> rigidShapeOf(const Part& part) {
  RigidShape out;
  out.keyed = part.dims().v == 0;
  const ContactSurface surface = part.contactSurface();
  if (!out.keyed && !isRigidBody(part)) return fail(ErrorCode::Invalid, "is not rigid");
  if (surface.empty()) return out;
  std::vector<double> q(part.dims().q), v(part.dims().v);
  part.initialState(q.data(), v.data());
  const auto scratch = part.makeScratch();
  part.update({q.data(), v.data(), 0}, *scratch);
  KeyedFrame frame;
  if (out.keyed) {
    const auto points = frameOf(part, surface);
    if (!points) return Unexpected{points.error()};
    out.frame = *points;
    frame = keyedFrame(part, *scratch, out);
  } else {
    frame.origin = Vec3(q.data());
    frame.axes = loadQuat(q.data() + 3).toRotationMatrix();
  }
  auto shape = convexOf(part, *scratch, surface, frame);
  if (!shape) return Unexpected{shape.error()};
  out.shape = std::move(*shape);
  out.size = smallestExtent(out.shape);
  return out;
}

}  // namespace sinew
