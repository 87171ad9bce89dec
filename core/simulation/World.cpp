#include "core/simulation/World.h"

#include <algorithm>

#include "core/scene/SceneTables.h"

namespace sinew {

std::optional<int> World::findPart(std::string_view name) const {
  const auto it = m_partByName.find(name);
  return it == m_partByName.end() ? std::nullopt : std::optional(it->second);
}

const IntegratorKind& World::integratorKind() const {
  const ParamReader settings(settingsTable(), m_scene.settings);
  return *m_registry->integrator(settings.text("integrator"));
}

std::unique_ptr<Integrator> World::makeIntegrator() const {
  return integratorKind().create(ParamReader(settingsTable(), m_scene.settings));
}

std::unique_ptr<Integrator> World::makeRescue() const {
  return makeOther(integratorKind().rescue);
}

std::unique_ptr<Integrator> World::makeInTouch() const {
  const IntegratorKind& own = integratorKind();
  return own.inTouch == own.name ? nullptr : makeOther(own.inTouch);
}

bool World::steppedInTouch() const {
  const IntegratorKind& own = integratorKind();
  return m_solidContact == SolidContact::Rows && own.inTouch != own.name;
}

std::unique_ptr<Integrator> World::makeOther(const std::string& name) const {
  const IntegratorKind* other = m_registry->integrator(name);
  return other == nullptr ? nullptr : other->create(ParamReader(settingsTable(), m_scene.settings));
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
