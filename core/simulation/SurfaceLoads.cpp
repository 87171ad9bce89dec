#include "core/simulation/SurfaceLoads.h"

#include <algorithm>
#include <numeric>

#include "core/model/ClosedSurface.h"

namespace sinew {

SurfaceLoads::SurfaceLoads(const World& world) : m_world(&world) {
  m_surfaceOf.assign(world.parts().size(), -1);
  for (std::size_t i = 0; i < world.forces().size(); ++i) {
    for (const int part : world.forces()[i].parts) {
      Surface& surface = m_surfaces[surfaceOf(part)];
      surface.forces.push_back(static_cast<int>(i));
      surface.flow.resize(surface.flow.size() + surface.position.size());
    }
  }
}

int SurfaceLoads::surfaceOf(int part) {
  if (m_surfaceOf[part] >= 0) return m_surfaceOf[part];
  const Part& source = *m_world->parts()[part].part;
  Surface surface;
  surface.part = part;
  surface.shape = source.contactSurface();
  const std::size_t vertices = surface.shape.vertices.size();
  for (auto* field : {&surface.position, &surface.velocity, &surface.force, &surface.drag}) {
    field->assign(vertices, Vec3::Zero());
  }
  m_area.resize(std::max(m_area.size(), vertices));
  std::vector<double> q(source.dims().q), v(source.dims().v);
  source.unloadedConfiguration(q.data());
  const std::unique_ptr<PartScratch> scratch = source.makeScratch();
  source.update({q.data(), v.data(), 0}, *scratch);
  locate(surface, source, *scratch);
  surface.mass = pieceShares(surface.shape, surface.position);
  for (double& mass : surface.mass) mass *= source.mass();
  if (isClosed(surface.shape))
    surface.unloadedVolume = volumeInside(surface.shape, surface.position);
  m_surfaceOf[part] = static_cast<int>(m_surfaces.size());
  m_surfaces.push_back(std::move(surface));
  return m_surfaceOf[part];
}

void SurfaceLoads::locate(Surface& surface, const Part& part, const PartScratch& scratch) const {
  for (std::size_t i = 0; i < surface.position.size(); ++i) {
    part.locate(scratch, surface.shape.vertices[i], surface.position[i], surface.velocity[i]);
  }
}

void SurfaceLoads::stir(Surface& surface, double time) const {
  std::fill(surface.flow.begin(), surface.flow.end(), Vec3::Zero());
  const std::size_t vertices = surface.position.size();
  for (std::size_t k = 0; k < surface.forces.size(); ++k) {
    m_world->forces()[surface.forces[k]].force->stir(
        surface.position, time, {surface.flow.data() + k * vertices, vertices});
  }
}

SurfaceLoad SurfaceLoads::evaluate(const Surface& surface, const Surroundings& around, double h,
                                   std::span<Vec3> force, std::span<Vec3> drag) const {
  std::fill(force.begin(), force.end(), Vec3::Zero());
  std::fill(drag.begin(), drag.end(), Vec3::Zero());
  const std::size_t vertices = surface.position.size();
  SurfaceLoad load{force, drag};
  for (std::size_t k = 0; k < surface.forces.size(); ++k) {
    const SurfaceSample sample = {&surface.shape,
                                  surface.position,
                                  surface.velocity,
                                  surface.mass,
                                  {surface.flow.data() + k * vertices, vertices},
                                  surface.unloadedVolume};
    m_world->forces()[surface.forces[k]].force->load(sample, around, h, load);
  }
  return load;
}

void SurfaceLoads::push(const Surface& surface, std::span<const Vec3> force,
                        const PartScratch& scratch, double* Q) const {
  const CompiledPart& part = m_world->parts()[surface.part];
  for (std::size_t i = 0; i < force.size(); ++i) {
    part.part->addPointForce(scratch, surface.shape.vertices[i], force[i], Q + part.firstV);
  }
}

void SurfaceLoads::apply(const Surroundings& around, Scratches scratch, double* Q) {
  if (none()) return;
  for (Reals* sum : {&m_force, &m_drag}) sum->assign(m_world->velocitySize(), 0);
  m_blowing = 0;
  for (Surface& surface : m_surfaces) {
    const PartScratch& at = *scratch[surface.part];
    locate(surface, *m_world->parts()[surface.part].part, at);
    stir(surface, around.time);
    surface.load = evaluate(surface, around, 0, surface.force, surface.drag);
    m_blowing += surface.load.blowing;
    push(surface, surface.force, at, m_force.data());
    push(surface, surface.drag, at, m_drag.data());
  }
  for (std::size_t i = 0; i < m_force.size(); ++i) Q[i] += m_force[i] + m_drag[i];
}

// Only what flows round parts says something else over a step.
void SurfaceLoads::settle(const Surroundings& around, double h, Scratches scratch, double* Q) {
  if (none()) return;
  for (std::size_t i = 0; i < m_drag.size(); ++i) Q[i] -= m_drag[i];
  std::fill(m_drag.begin(), m_drag.end(), 0.0);
  m_blowing = 0;
  for (Surface& surface : m_surfaces) {
    const SurfaceLoad settled = evaluate(surface, around, h, surface.force, surface.drag);
    m_blowing += settled.blowing;
    push(surface, surface.drag, *scratch[surface.part], m_drag.data());
  }
  for (std::size_t i = 0; i < m_drag.size(); ++i) Q[i] += m_drag[i];
}

SurfaceLoads::Powers SurfaceLoads::powers(const double* nu) const {
  if (none()) return {};
  const auto along = [nu](const Reals& Q) {
    return std::inner_product(Q.begin(), Q.end(), nu, 0.0);
  };
  return {along(m_force) + m_blowing, m_blowing - along(m_drag)};
}

double SurfaceLoads::volumeStiffness(int part) const {
  return m_surfaceOf[part] < 0 ? 0 : m_surfaces[m_surfaceOf[part]].load.volumeStiffness;
}

void SurfaceLoads::addVolumeGradient(int part, const PartScratch& scratch, double* out) const {
  const Surface& surface = m_surfaces[m_surfaceOf[part]];
  const std::size_t vertices = surface.position.size();
  std::fill_n(m_area.begin(), vertices, Vec3::Zero());
  sinew::addVolumeGradient(surface.shape, surface.position, 1, m_area);
  for (std::size_t i = 0; i < vertices; ++i) {
    m_world->parts()[part].part->addPointForce(scratch, surface.shape.vertices[i], m_area[i], out);
  }
}

}  // namespace sinew
