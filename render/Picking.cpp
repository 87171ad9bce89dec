#include "render/Picking.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

using PartMesh = RenderTopology::PartMesh;

Vec3 vertexAt(const Snapshot& snapshot, const PartMesh& part, std::uint32_t vertex) {
  const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + vertex)];
  return {x[0], x[1], x[2]};
}

Eigen::AlignedBox3d boxOf(const Snapshot& snapshot, const PartMesh& part) {
  Eigen::AlignedBox3d box;
  for (std::uint32_t i = 0; i < part.vertexCount; ++i) box.extend(vertexAt(snapshot, part, i));
  return box;
}

/// Whether the ray passes the part's box before `reach` [m].
bool passesBox(const Snapshot& snapshot, const PartMesh& part, const Ray& ray, double reach) {
  const Eigen::AlignedBox3d box = boxOf(snapshot, part);
  if (box.isEmpty()) return false;
  double enter = 0, leave = reach;
  for (int k = 0; k < 3; ++k) {
    const double slope = 1 / ray.direction[k];
    const double a = (box.min()[k] - ray.origin[k]) * slope;
    const double b = (box.max()[k] - ray.origin[k]) * slope;
    if (std::isnan(a) || std::isnan(b)) continue;  // runs within a face of the box
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave;
}

/// Distance and weights where the ray meets a triangle (Möller & Trumbore 1997).
std::optional<SurfaceHit> meet(const std::array<Vec3, 3>& corners, const Ray& ray) {
  const Vec3 ab = corners[1] - corners[0], ac = corners[2] - corners[0];
  const Vec3 across = ray.direction.cross(ac);
  const double volume = ab.dot(across);
  if (volume == 0) return std::nullopt;
  const Vec3 from = ray.origin - corners[0];
  const double b = from.dot(across) / volume;
  const Vec3 other = from.cross(ab);
  const double c = ray.direction.dot(other) / volume;
  const double distance = ac.dot(other) / volume;
  if (b < 0 || c < 0 || b + c > 1 || distance < 0) return std::nullopt;
  SurfaceHit hit;
  hit.weights = Vec3(1 - b - c, b, c);
  hit.distance = distance;
  hit.position = ray.origin + distance * ray.direction;
  return hit;
}

void meetPart(const Snapshot& snapshot, std::uint32_t index, const Ray& ray,
              std::optional<SurfaceHit>& nearest) {
  const PartMesh& part = snapshot.topology->parts[index];
  for (std::uint32_t i = 0; i < part.mesh.triangles.size(); ++i) {
    const auto& t = part.mesh.triangles[i];
    auto hit = meet({vertexAt(snapshot, part, t[0]), vertexAt(snapshot, part, t[1]),
                     vertexAt(snapshot, part, t[2])},
                    ray);
    if (!hit || (nearest && nearest->distance <= hit->distance)) continue;
    hit->part = index;
    hit->triangle = i;
    nearest = hit;
  }
}

/// The point of an edge that is nearest beside a ray: how far along both, and how far aside [m].
struct Passing {
  double ofEdge = 0, length = 0, aside = 0;
};

Passing pass(const Vec3& from, const Vec3& to, const Ray& ray) {
  const auto across = [&](const Vec3& v) { return Vec3(v - ray.direction.dot(v) * ray.direction); };
  const Vec3 start = from - ray.origin, edge = to - from;
  const Vec3 startAcross = across(start), edgeAcross = across(edge);
  const double square = edgeAcross.squaredNorm();
  Passing passing;
  if (square > 0) passing.ofEdge = std::clamp(-startAcross.dot(edgeAcross) / square, 0.0, 1.0);
  passing.length = ray.direction.dot(start + passing.ofEdge * edge);
  passing.aside = (startAcross + passing.ofEdge * edgeAcross).norm();
  return passing;
}

bool mayBeBeside(const Eigen::AlignedBox3d& box, const Ray& ray, const Beside& beside) {
  if (box.isEmpty()) return false;
  const double radius = 0.5 * box.diagonal().norm();
  const Vec3 middle = box.center() - ray.origin;
  const double length = ray.direction.dot(middle);
  const double aside = (middle - length * ray.direction).norm();
  return length > -radius && aside < radius + beside.at(length + radius);
}

/// Takes what is nearer beside the ray than `share` of what is meant into `best`.
void lookBeside(const Snapshot& snapshot, std::uint32_t index, const Ray& ray, const Beside& beside,
                double& share, std::optional<SurfaceHit>& best) {
  const PartMesh& part = snapshot.topology->parts[index];
  for (std::uint32_t i = 0; i < part.mesh.triangles.size(); ++i) {
    const auto& t = part.mesh.triangles[i];
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      const Vec3 from = vertexAt(snapshot, part, t[k]), to = vertexAt(snapshot, part, t[next]);
      const Passing passing = pass(from, to, ray);
      if (passing.length <= 0 || passing.aside >= share * beside.at(passing.length)) continue;
      share = passing.aside / beside.at(passing.length);
      best = SurfaceHit{index, i};
      best->weights[k] = 1 - passing.ofEdge;
      best->weights[next] = passing.ofEdge;
      best->position = from + passing.ofEdge * (to - from);
      best->distance = (best->position - ray.origin).norm();
    }
  }
}

/// Mean of values that run round: from the first, along the short way to each.
double meanRound(const Vec3& values, const Vec3& weights, double period) {
  Vec3 unrolled = values;
  for (int i = 1; i < 3; ++i) {
    unrolled[i] = values[0] + std::remainder(values[i] - values[0], period);
  }
  // A corner at a pole stands apart from the other two, which are neighbours.
  Vec3 say = weights;
  for (int i = 0; i < 3; ++i) {
    const double a = unrolled[(i + 1) % 3], b = unrolled[(i + 2) % 3];
    const double apart = std::abs(std::remainder(a - b, period));
    const double away = std::min(std::abs(std::remainder(unrolled[i] - a, period)),
                                 std::abs(std::remainder(unrolled[i] - b, period)));
    if (away <= 1.5 * apart) continue;
    say[i] = 0;
    unrolled[(i + 2) % 3] = a + std::remainder(b - a, period);
    if (say.sum() <= 0) say = Vec3(1, 1, 1) - Vec3::Unit(i);
    break;
  }
  return std::remainder(say.dot(unrolled) / say.sum(), period);
}

}  // namespace

std::optional<SurfaceHit> pickSurface(const Snapshot& snapshot, const std::vector<bool>& shown,
                                      const Ray& ray) {
  std::optional<SurfaceHit> nearest;
  if (!snapshot.topology) return nearest;
  for (std::uint32_t i = 0; i < snapshot.topology->parts.size(); ++i) {
    if (i < shown.size() && !shown[i]) continue;
    const double reach = nearest ? nearest->distance : std::numeric_limits<double>::infinity();
    if (passesBox(snapshot, snapshot.topology->parts[i], ray, reach)) {
      meetPart(snapshot, i, ray, nearest);
    }
  }
  return nearest;
}

std::optional<SurfaceHit> pickBeside(const Snapshot& snapshot, const std::vector<bool>& shown,
                                     const Ray& ray, const Beside& beside) {
  std::optional<SurfaceHit> best;
  double share = 1;
  if (!snapshot.topology) return best;
  for (std::uint32_t i = 0; i < snapshot.topology->parts.size(); ++i) {
    if (i < shown.size() && !shown[i]) continue;
    if (mayBeBeside(boxOf(snapshot, snapshot.topology->parts[i]), ray, beside))
      lookBeside(snapshot, i, ray, beside, share, best);
  }
  return best;
}

std::vector<double> materialPointAt(const RenderTopology& topology, const SurfaceHit& hit) {
  const MeshTopology& mesh = topology.parts[hit.part].mesh;
  std::vector<double> at;
  for (std::size_t k = 0; k < static_cast<std::size_t>(mesh.coordinates); ++k) {
    Vec3 values;
    for (int i = 0; i < 3; ++i) {
      values[i] = mesh.material[mesh.triangles[hit.triangle][static_cast<std::size_t>(i)]][k];
    }
    const double period = mesh.period[k];
    at.push_back(period > 0 ? meanRound(values, hit.weights, period) : hit.weights.dot(values));
  }
  return at;
}

Vec3 normalOf(const Snapshot& snapshot, const SurfaceHit& hit) {
  const PartMesh& part = snapshot.topology->parts[hit.part];
  const auto& t = part.mesh.triangles[hit.triangle];
  const Vec3 corner = vertexAt(snapshot, part, t[0]);
  const Vec3 across = (vertexAt(snapshot, part, t[1]) - corner)
                          .cross(Vec3(vertexAt(snapshot, part, t[2]) - corner));
  return across.normalized();
}

Vec3 positionOf(const Snapshot& snapshot, const SurfaceHit& hit) {
  const PartMesh& part = snapshot.topology->parts[hit.part];
  const auto& t = part.mesh.triangles[hit.triangle];
  Vec3 at = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    at += hit.weights[i] * vertexAt(snapshot, part, t[static_cast<std::size_t>(i)]);
  }
  return at;
}

// Triangles that close an end are the only ones along which the number does not change; they meet
// in the end's middle.
std::vector<SurfaceHit> endsOf(const Snapshot& snapshot, std::uint32_t part) {
  const MeshTopology& mesh = snapshot.topology->parts[part].mesh;
  std::vector<SurfaceHit> ends;
  if (mesh.coordinates != 1 || mesh.period[0] > 0) return ends;
  const auto along = [&](std::uint32_t vertex) { return mesh.material[vertex][0]; };
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    if (along(t[0]) != along(t[1]) || along(t[1]) != along(t[2])) continue;
    const auto atSameEnd = [&](const SurfaceHit& end) {
      return along(mesh.triangles[end.triangle][0]) == along(t[0]);
    };
    auto known = std::ranges::find_if(ends, atSameEnd);
    if (known == ends.end())
      known = ends.insert(known, SurfaceHit{part, i, Vec3::Ones(), Vec3::Zero(), 0});
    SurfaceHit& end = *known;
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t corner = mesh.triangles[end.triangle][static_cast<std::size_t>(k)];
      if (std::ranges::find(t, corner) == t.end()) end.weights[k] = 0;
    }
  }
  std::erase_if(ends, [](const SurfaceHit& end) { return end.weights.sum() < 1; });
  for (SurfaceHit& end : ends) {
    end.weights /= end.weights.sum();
    end.position = positionOf(snapshot, end);
  }
  return ends;
}

}  // namespace sinew
