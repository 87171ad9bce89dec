#include "render/Camera.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

using Box = Eigen::AlignedBox3d;

constexpr double kOversize = 6;        // times the median part: scenery, not subject
constexpr double kFrameMargin = 1.12;  // air round the subject
constexpr double kStagesSeen = 24;     // times what the camera sees at its target
constexpr double kSizesSeen = 20;      // times the median part
constexpr double kStagesUnseen = 2.5;  // what is not in the picture, but may cast shadows into it
constexpr double kCorner = 2.8;        // stages from the middle of a picture to its corner
constexpr double kBeyond = 3;          // times as far as the farthest
constexpr double kLeastNear = 0.05;    // of the way to everything: the camera looks no nearer

Box partBox(const Snapshot& snapshot, const RenderTopology::PartMesh& part) {
  Box box;
  for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
    const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + i)];
    box.extend(Vec3(x[0], x[1], x[2]));
  }
  return box;
}

std::vector<Box> boxesOf(const Snapshot& snapshot, const std::vector<bool>& shown) {
  std::vector<Box> boxes;
  if (!snapshot.topology) return boxes;
  const auto& parts = snapshot.topology->parts;
  boxes.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i < shown.size() && !shown[i]) continue;
    const Box box = partBox(snapshot, parts[i]);
    if (!box.isEmpty() && box.sizes().allFinite()) boxes.push_back(box);
  }
  return boxes;
}

/// [m] The middle one of their diagonals.
double usualSize(const std::vector<Box>& boxes) {
  std::vector<double> sizes;
  sizes.reserve(boxes.size());
  for (const Box& box : boxes) sizes.push_back(box.diagonal().norm());
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

/// Whether some of it may be in the picture.
bool isInSight(const Box& box, const CameraLook& camera) {
  const Vec3 ahead = -cameraAxes(camera).col(2), away = box.center() - camera.eye;
  const double radius = 0.5 * box.diagonal().norm(), depth = away.dot(ahead);
  const double aside = (away - depth * ahead).norm() - radius;
  if (camera.orthographicHeight > 0) return aside <= kCorner * stageOf(camera);
  const double perDepth = kCorner * stageOf(camera) / (camera.eye - camera.target).norm();
  return depth > -radius && aside <= perDepth * (depth + radius);
}

Focus focusOf(const std::vector<Box>& boxes) {
  if (boxes.empty()) return {};
  const double usual = usualSize(boxes);
  Box all;
  for (const Box& box : boxes) {
    if (box.diagonal().norm() <= kOversize * usual) all.extend(box);
  }
  if (all.isEmpty()) all = boxes.front();
  return {all.center(), std::max(1e-6, 0.5 * all.diagonal().norm())};
}

}  // namespace

Mat3 cameraAxes(const CameraLook& camera) {
  Vec3 back = camera.eye - camera.target;
  if (back.norm() < 1e-12) back = Vec3::UnitZ();
  back.normalize();
  Vec3 right = camera.up.cross(back);
  if (right.norm() < 1e-6) right = Vec3::UnitX().cross(back);
  if (right.norm() < 1e-6) right = Vec3::UnitZ().cross(back);
  right.normalize();
  Mat3 axes;
  axes << right, back.cross(right), back;
  return axes;
}

Focus focusOf(const Snapshot& snapshot, const std::vector<bool>& shown) {
  return focusOf(boxesOf(snapshot, shown));
}

Focus focusNear(const CameraLook& camera, const Snapshot& snapshot,
                const std::vector<bool>& shown) {
  std::vector<Box> boxes = boxesOf(snapshot, shown), near;
  if (boxes.empty()) return {};
  const double stage = stageOf(camera);
  const double seen = std::max(kStagesSeen * stage, kSizesSeen * usualSize(boxes));
  for (const Box& box : boxes) {
    const double reach = isInSight(box, camera) ? seen : kStagesUnseen * stage;
    if (box.exteriorDistance(camera.target) <= reach) near.push_back(box);
  }
  return focusOf(near.empty() ? boxes : near);
}

CameraLook settleCamera(const CameraLook& wish, const Focus& focus, double aspect) {
  CameraLook camera = wish;
  if (wish.automatic) {
    const double half = 0.5 * wish.fieldOfView;
    const double narrow = std::min(half, std::atan(std::tan(half) * aspect));
    const Vec3 from = Vec3(0.35, 0.32, 1).normalized();
    camera.target = focus.centre;
    camera.eye = focus.centre + from * (kFrameMargin * focus.radius / std::sin(narrow));
    camera.up = Vec3::UnitY();
    camera.near = camera.far = 0;
    camera.automatic = false;
  }
  const double all = (camera.eye - focus.centre).norm();
  const double distance = std::max(kLeastNear * all, (camera.eye - camera.target).norm());
  if (camera.orthographicHeight > 0) {  // what is behind the eye shows as well
    camera.far = std::max(all, distance) + 10 * focus.radius + 60 * camera.orthographicHeight;
    camera.near = -camera.far;
    return camera;
  }
  if (camera.near <= 0) camera.near = 0.01 * distance;
  if (camera.far <= camera.near) {
    camera.far = std::max({100 * camera.near, 300 * distance, kBeyond * (all + focus.radius)});
  }
  return camera;
}

bool showsGround(const GroundLook& ground, const CameraLook& camera) {
  return ground.shown && camera.eye.y() >= ground.height;
}

Eigen::Matrix4f viewProjection(const CameraLook& camera, double aspect) {
  const Mat3 axes = cameraAxes(camera);
  Eigen::Matrix4d view = Eigen::Matrix4d::Identity();
  view.topLeftCorner<3, 3>() = axes.transpose();
  view.topRightCorner<3, 1>() = -axes.transpose() * camera.eye;
  const double depth = camera.near - camera.far;
  Eigen::Matrix4d projection = Eigen::Matrix4d::Zero();
  if (camera.orthographicHeight > 0) {
    projection(1, 1) = 2 / camera.orthographicHeight;
    projection(0, 0) = projection(1, 1) / aspect;
    projection(2, 2) = 2 / depth;
    projection(2, 3) = (camera.far + camera.near) / depth;
    projection(3, 3) = 1;
  } else {
    projection(1, 1) = 1 / std::tan(0.5 * camera.fieldOfView);
    projection(0, 0) = projection(1, 1) / aspect;
    projection(2, 2) = (camera.far + camera.near) / depth;
    projection(2, 3) = 2 * camera.far * camera.near / depth;
    projection(3, 2) = -1;
  }
  return (projection * view).cast<float>();
}

Eigen::Matrix4f clipToRay(const CameraLook& camera, double aspect) {
  const Mat3 axes = cameraAxes(camera);
  const double height = std::tan(0.5 * camera.fieldOfView);
  Eigen::Matrix4d rays = Eigen::Matrix4d::Identity();
  rays.topLeftCorner<3, 3>() = axes * Vec3(height * aspect, height, -1).asDiagonal();
  return rays.cast<float>();
}

Ray rayThrough(const CameraLook& camera, double aspect, const Eigen::Vector2d& clip) {
  const Mat3 axes = cameraAxes(camera);
  if (camera.orthographicHeight > 0) {
    const double half = 0.5 * camera.orthographicHeight;
    const Vec3 shift(clip.x() * half * aspect, clip.y() * half, -camera.near);
    return {camera.eye + axes * shift, -axes.col(2)};
  }
  const double half = std::tan(0.5 * camera.fieldOfView);
  return {camera.eye, (axes * Vec3(clip.x() * half * aspect, clip.y() * half, -1)).normalized()};
}

double stageOf(const CameraLook& camera) {
  if (camera.orthographicHeight > 0) return 0.5 * camera.orthographicHeight;
  return (camera.eye - camera.target).norm() * std::tan(0.5 * camera.fieldOfView);
}

Eigen::Matrix4f ballProjection(const Vec3& towards, const Focus& ball) {
  const Vec3 back = towards.normalized();
  Vec3 right = std::abs(back.y()) < 0.99 ? Vec3::UnitY().cross(back) : Vec3::UnitX().cross(back);
  right.normalize();
  Mat3 axes;
  axes << right, back.cross(right), -back;
  const double scale = 0.5 / ball.radius;
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = scale * axes.transpose();
  matrix.topRightCorner<3, 1>() = Vec3::Constant(0.5) - scale * axes.transpose() * ball.centre;
  return matrix.cast<float>();
}

}  // namespace sinew
