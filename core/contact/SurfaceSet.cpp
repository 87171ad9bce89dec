#include "core/contact/SurfaceSet.h"

#include "core/contact/PushedMass.h"

namespace sinew {
namespace {

ContactSurface shapeOf(const Part& part, const PartScratch& scratch, double ballRadius) {
  if (!(ballRadius > 0)) return part.contactSurface();
  ContactSurface ball;
  ball.vertices.push_back(part.ballPoint(scratch, Vec3::Zero()));
  ball.thickness = ballRadius;
  return ball;
}

}  // namespace

SurfaceSet::SurfaceSet(std::span<const Part* const> parts, Scratches scratch, Balls balls)
    : m_parts(parts), m_ofPart(parts.size(), -1) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = *parts[i];
    Surface surface;
    surface.part = static_cast<int>(i);
    surface.ballRadius = balls == Balls::Solid ? part.ballRadius() : 0;
    surface.shape = shapeOf(part, *scratch[i], surface.ballRadius);
    if (surface.shape.empty()) continue;
    surface.inverseMass = inverseMassAgainstPush(part, *scratch[i], surface.shape.vertices);
    surface.moves = part.dims().v > 0;
    surface.mass = part.mass();
    for (const ResolvedPoint& u : surface.shape.vertices) {
      Vec3 v;
      part.locate(*scratch[i], u, surface.start.emplace_back(), v);
    }
    m_ofPart[i] = static_cast<int>(m_surfaces.size());
    m_surfaces.push_back(std::move(surface));
  }
  for (const Surface& surface : m_surfaces) {
    m_firstVertex.push_back(vertexCount());
    for (const ResolvedPoint& u : surface.shape.vertices) m_places.push_back({surface.part, &u});
  }
}

ContactSearch SurfaceSet::makeSearch(ContactSearch::Filter mayTouch, const TieZones* zones) const {
  std::vector<ContactSearch::Surface> shapes;
  for (const Surface& surface : m_surfaces) shapes.push_back({surface.shape, surface.start});
  return {shapes, std::move(mayTouch), zones};
}

SurfaceSet::Vertices SurfaceSet::makeVertices() const {
  return {std::vector<Vec3>(m_places.size()), std::vector<Vec3>(m_places.size())};
}

void SurfaceSet::locate(Scratches scratch, Vertices& out) const {
  for (std::size_t i = 0; i < m_places.size(); ++i) {
    const auto& [part, point] = m_places[i];
    m_parts[part]->locate(*scratch[part], *point, out.x[i], out.v[i]);
  }
}

double SurfaceSet::push(Scratches scratch, std::span<const Vec3> force, const Vertices& at,
                        std::span<const int> velocityStart, double* Q) const {
  double power = 0;
  std::size_t vertex = 0;
  for (const Surface& surface : m_surfaces) {
    const int part = surface.part;
    for (const ResolvedPoint& u : surface.shape.vertices) {
      const Vec3& f = force[vertex];
      if (!surface.moves) {
        power -= f.dot(at.v[vertex]);
      } else if (!f.isZero(0)) {
        m_parts[part]->addPointForce(*scratch[part], u, f, Q + velocityStart[part]);
      }
      ++vertex;
    }
  }
  return power;
}

}  // namespace sinew
