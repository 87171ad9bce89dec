#include "core/simulation/World.h"

#include <algorithm>

#include "core/scene/SceneTables.h"

namespace sinew {

std::optional<int> World::findPart(std::string_view name) const {
  const auto it = m_partByName.find(name);
  return it == m_partByName.end() ? std::nullopt : std::optional(it->second);
}

std::unique_ptr<Integrator> World::makeIntegrator() const {
  const ParamReader settings(settingsTable(), m_scene.settings);
  return m_registry->integrator(settings.text("integrator"))->create(settings);
}

void World::gravity(double time, Vec3& value, Vec3& rate) const {
  const Curve::Sample sample = m_gravity.at(time);
  value = Vec3(sample.value[0], sample.value[1], sample.value[2]);
  rate = Vec3(sample.rate[0], sample.rate[1], sample.rate[2]);
}

double World::nextEvent(double from, double to) const {
  std::vector<double> times;
  m_gravity.eventTimes(from, to, times);
  for (const auto& part : m_parts) part.part->eventTimes(from, to, times);
  for (const auto& constraint : m_constraints) {
    constraint.law.eventTimes(from, to, times);
    constraint.constraint->eventTimes(from, to, times);
  }
  for (const auto& force : m_forces) force.force->eventTimes(from, to, times);
  return times.empty() ? to : std::min(to, *std::min_element(times.begin(), times.end()));
}

}  // namespace sinew
