#include "core/scene/SceneBudget.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "core/scene/LeftOut.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

/// A sum over the parts of a scene, and which of them adds most.
struct Sum {
  std::int64_t total = 0, largest = 0;
  std::size_t part = 0;

  void add(std::size_t index, std::int64_t amount) {
    total += amount;
    if (amount <= largest) return;
    largest = amount;
    part = index;
  }
};

class BudgetChecker {
 public:
  BudgetChecker(const Scene& scene, const Registry& registry)
      : m_scene(scene), m_registry(registry) {}

  std::vector<Fault> check(const SceneBudget& budget) {
    sumParts();
    sumCouplings();
    tell(m_vertices, budget.vertices, "drawn vertices", "draw parts coarser");
    tell(m_velocities, budget.velocities, "velocities", "give parts fewer nodes");
    tellOfMemory(budget.memory);
    tell(m_couplings, budget.couplings, "pairs of constraints on the same part",
         "spread constraints over more parts");
    return m_faults.take();
  }

 private:
  void sumParts() {
    for (std::size_t i = 0; i < m_scene.parts().size(); ++i) {
      const Entity& entity = m_scene.parts()[i];
      const PartKind* kind = m_registry.part(entity.kind);
      if (kind == nullptr || !kind->size || isIgnored(entity)) continue;
      const PartSize size = kind->size(ParamReader(kind->table, entity.values));
      m_vertices.add(i, size.vertices);
      m_velocities.add(i, size.velocities);
      m_memory.add(i, size.memory());
      if (m_memory.part == i) m_lower = size.lower;
      if (size.velocities > 0) m_moving.emplace(entity.name, i);
    }
  }

  void sumCouplings() {
    std::map<std::size_t, std::int64_t> constraints;
    for (const Entity& entity : m_scene.constraints()) {
      for (const auto& [key, value] : entity.values.entries()) {
        const auto* point = std::get_if<MaterialPoint>(&value.content);
        const auto part = point ? m_moving.find(point->part) : m_moving.end();
        if (part != m_moving.end()) ++constraints[part->second];
      }
    }
    for (const auto& [part, count] : constraints) m_couplings.add(part, count * (count - 1) / 2);
  }

  void tell(const Sum& sum, std::int64_t most, const char* what, const char* advice) {
    if (sum.total <= most) return;
    m_faults.add(pointerTo("/parts", sum.part),
                 fmt::format("{} {} in the whole scene, of which part {} has {}", sum.total, what,
                             quotedText(m_scene.parts()[sum.part].name), sum.largest),
                 fmt::format("at most {} in a scene: {}, or have fewer", most, advice));
  }

  void tellOfMemory(std::int64_t most) {
    if (m_memory.total <= most) return;
    const std::string advice =
        *m_lower ? fmt::format("lower {} of the largest parts, or have fewer", m_lower)
                 : std::string("have fewer parts");
    m_faults.add(
        pointerTo("/parts", m_memory.part),
        fmt::format("parts that would take {} MB of memory, of which {} takes {} MB",
                    m_memory.total / kMegabyte, quotedText(m_scene.parts()[m_memory.part].name),
                    m_memory.largest / kMegabyte),
        fmt::format("at most {} MB in a scene: {}", most / kMegabyte, advice));
  }

  static constexpr std::int64_t kMegabyte = 1'000'000;
  const Scene& m_scene;
  const Registry& m_registry;
  std::map<std::string_view, std::size_t> m_moving;  // index by name
  Sum m_vertices, m_velocities, m_couplings, m_memory;
  const char* m_lower = "";  // of the part that takes most memory
  FaultLog m_faults;
};

}  // namespace

std::vector<Fault> checkBudget(const Scene& scene, const Registry& registry,
                               const SceneBudget& budget) {
  return BudgetChecker(scene, registry).check(budget);
}

}  // namespace sinew
