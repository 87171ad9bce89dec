#include "core/registry/Registry.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

template <class Kind>
const Kind* findKind(const std::vector<Kind>& kinds, std::string_view name) {
  const auto it = std::find_if(kinds.begin(), kinds.end(),
                               [name](const Kind& kind) { return kind.name == name; });
  return it == kinds.end() ? nullptr : &*it;
}

}  // namespace

void Registry::add(PartKind kind) {
  m_parts.push_back(std::move(kind));
}
void Registry::add(ConstraintKind kind) {
  m_constraints.push_back(std::move(kind));
}
void Registry::add(ForceKind kind) {
  m_forces.push_back(std::move(kind));
}
void Registry::add(IntegratorKind kind) {
  m_integrators.push_back(std::move(kind));
}

const PartKind* Registry::part(std::string_view name) const {
  return findKind(m_parts, name);
}

const ConstraintKind* Registry::constraint(std::string_view name) const {
  return findKind(m_constraints, name);
}

const ForceKind* Registry::force(std::string_view name) const {
  return findKind(m_forces, name);
}

const IntegratorKind* Registry::integrator(std::string_view name) const {
  return findKind(m_integrators, name);
}

}  // namespace sinew
