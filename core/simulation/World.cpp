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

std::unique_ptr<Integrator> World::makeRescue() const {
  const ParamReader settings(settingsTable(), m_scene.settings);
  const std::string& name = m_registry->integrator(settings.text("integrator"))->rescue;
  const IntegratorKind* rescue = m_registry->integrator(name);
  return rescue == nullptr ? nullptr : rescue->create(settings);
}

void World::gravity(double time, Vec3& value, Vec3& rate) const {
  const Curve::Sample sample = m_gravity.at(time);
  value = Vec3(sample.value[0], sample.value[1], sample.value[2]);
  rate = Vec3(sample.rate[0], sample.rate[1], sample.rate[2]);
}

double World::nextEvent(double from, double to) const {
  const auto next = std::upper_bound(m_events.begin(), m_events.end(), from);
  return next == m_events.end() ? to : std::min(to, *next);
}

}  // namespace sinew
