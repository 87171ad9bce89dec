#include "tests/render/TestBodies.h"

#include <cmath>
#include <numbers>

namespace sinew::test {
namespace {

double signedPower(double x, double e) {
  return std::copysign(std::pow(std::abs(x), e), x);
}

Vec3 surfacePoint(const Body& body, double latitude, double longitude) {
  const double e = body.roundness;
  const double ring = signedPower(std::cos(latitude), e);
  const Vec3 local(ring * signedPower(std::cos(longitude), e), signedPower(std::sin(latitude), e),
                   -ring * signedPower(std::sin(longitude), e));
  return body.centre + body.rotation * body.radii.cwiseProduct(local);
}

void addPoint(const Vec3& x, Snapshot& snapshot) {
  for (const double value : {x.x(), x.y(), x.z()}) {
    snapshot.positions.push_back(static_cast<float>(value));
  }
}

/// Vertex 0 is the lower pole, the last one the upper, rings between them.
MeshTopology ballTopology(std::uint32_t rings, std::uint32_t across) {
  MeshTopology mesh;
  const std::uint32_t top = 1 + rings * across;
  const auto vertex = [&](std::uint32_t ring, std::uint32_t i) {
    return 1 + ring * across + i % across;
  };
  for (std::uint32_t i = 0; i < across; ++i) {
    mesh.triangles.push_back({0, vertex(0, i + 1), vertex(0, i)});
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
      mesh.triangles.push_back({vertex(ring, i), vertex(ring, i + 1), vertex(ring + 1, i)});
      mesh.triangles.push_back({vertex(ring + 1, i), vertex(ring, i + 1), vertex(ring + 1, i + 1)});
    }
    mesh.triangles.push_back({vertex(rings - 1, i), vertex(rings - 1, i + 1), top});
  }
  return mesh;
}

}  // namespace

Snapshot snapshotOf(const std::vector<Body>& bodies) {
  Snapshot snapshot;
  auto topology = std::make_shared<RenderTopology>();
  for (const Body& body : bodies) {
    const int rings = body.across / 2 - 1;
    const auto first = static_cast<std::uint32_t>(snapshot.positions.size() / 3);
    addPoint(surfacePoint(body, -std::numbers::pi / 2, 0), snapshot);
    for (int ring = 1; ring <= rings; ++ring) {
      for (int i = 0; i < body.across; ++i) {
        addPoint(
            surfacePoint(body, std::numbers::pi * (static_cast<double>(ring) / (rings + 1) - 0.5),
                         2 * std::numbers::pi * i / body.across),
            snapshot);
      }
    }
    addPoint(surfacePoint(body, std::numbers::pi / 2, 0), snapshot);
    const auto count = static_cast<std::uint32_t>(snapshot.positions.size() / 3) - first;
    topology->parts.push_back(
        {body.name, first, count,
         ballTopology(static_cast<std::uint32_t>(rings), static_cast<std::uint32_t>(body.across))});
  }
  topology->vertexCount = static_cast<std::uint32_t>(snapshot.positions.size() / 3);
  snapshot.topology = topology;
  return snapshot;
}

FrameLook lookFrom(const Vec3& eye, const Vec3& target) {
  FrameLook look;
  look.camera.eye = eye;
  look.camera.target = target;
  return look;
}

}  // namespace sinew::test
