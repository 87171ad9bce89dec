#include "core/simulation/StateTransfer.h"

#include <algorithm>

#include "core/contact/Parting.h"
#include "core/scene/References.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/simulation/RememberedContacts.h"

namespace sinew {
namespace {

/// Values without those that only a picture or the start can feel.
ParamValues courseValues(const Entity& entity, const ParamTable* table) {
  ParamValues values = entity.values;
  for (const ParamSpec& spec : *table) {
    if (spec.effect == Effect::Look || spec.effect == Effect::Start) values.erase(spec.key);
  }
  return values;
}

bool sameFields(const std::vector<StateField>& a, const std::vector<StateField>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name == y.name && x.count == y.count;
  });
}

bool sameLayout(const CompiledPart& a, const CompiledPart& b) {
  return a.kind == b.kind && a.version == b.version &&
         sameFields(a.part->configurationFields(), b.part->configurationFields()) &&
         sameFields(a.part->velocityFields(), b.part->velocityFields());
}

class Transfer {
 public:
  Transfer(const World& from, const State& state, const World& to, const SceneOrigins& origins)
      : m_from(from), m_old(state), m_to(to), m_origins(origins) {}

  CarriedState run() {
    const auto& reals = m_to.layout().reals.back();
    const auto& words = m_to.layout().words.back();
    m_out.state.reals.assign(reals.first + reals.count, 0.0);
    m_out.state.words.assign(words.first + words.count, 0);
    carryClock();
    for (std::size_t i = 0; i < m_to.parts().size(); ++i) carryPart(i);
    m_out.disturbed.assign(m_to.constraints().size(), true);
    for (std::size_t i = 0; i < m_to.constraints().size(); ++i) carryConstraint(i);
    for (int slot = 0; slot < StateOffsets::kGrabs; ++slot) carryGrab(slot);
    carryContacts();
    return std::move(m_out);
  }

 private:
  double* reals(std::size_t at) { return m_out.state.reals.data() + at; }
  const double* oldReals(std::size_t at) const { return m_old.reals.data() + at; }

  void copyReals(std::size_t from, std::size_t to, std::size_t count) {
    std::copy_n(oldReals(from), count, reals(to));
  }

  void carryClock() {
    const StateOffsets &a = m_from.offsets(), &b = m_to.offsets();
    *reals(b.time) = *oldReals(a.time);
    *reals(b.initialEnergy) = *oldReals(a.initialEnergy);
    copyReals(a.energyBook, b.energyBook, StateOffsets::kEnergyReals);
    copyReals(a.y + m_from.ySize() - kEnergyFlows, b.y + m_to.ySize() - kEnergyFlows, kEnergyFlows);
    m_out.state.words[b.steps] = m_old.words[a.steps];
    m_out.state.words[b.rejected] = m_old.words[a.rejected];
    m_out.state.words[b.random] = m_old.words[a.random];
    const double first = m_to.makeIntegrator()->initialStep();
    const bool sameMethod = integratorName(m_from) == integratorName(m_to) &&
                            m_from.makeIntegrator()->initialStep() == first;
    *reals(b.nextStep) = sameMethod ? *oldReals(a.nextStep) : first;
  }

  static std::string integratorName(const World& world) {
    return ParamReader(settingsTable(), world.scene().settings).text("integrator");
  }

  /// Index in the old world of what is called so now.
  template <class Compiled>
  std::optional<std::size_t> origin(Section section, const std::vector<Compiled>& old,
                                    const std::string& name) const {
    const auto before = m_origins.before(section, name);
    for (std::size_t i = 0; before && i < old.size(); ++i) {
      if (old[i].name == *before) return i;
    }
    return std::nullopt;
  }

  bool isChanged(Section section, std::size_t before, std::size_t now) const {
    const Entity &a = m_from.simulated()[section][before], &b = m_to.simulated()[section][now];
    const ParamTable* table = entityTable(m_to.registry(), section, b.kind);
    if (a.kind != b.kind) return true;
    ParamValues values = courseValues(b, table);
    // Another name of the thing referred to is no change; another thing of that name is one.
    changeReferences(values, *table, [this](Section of, std::string& name) {
      name = m_origins.before(of, name).value_or("/" + name);
    });
    return !(values == courseValues(a, table));
  }

  void carryPart(std::size_t index) {
    const CompiledPart& part = m_to.parts()[index];
    double* q = reals(m_to.offsets().y + part.firstQ);
    double* v = reals(m_to.offsets().y + m_to.configurationSize() + part.firstV);
    const auto before = origin(Section::Parts, m_from.parts(), part.name);
    m_partOrigin.push_back(before);
    m_partChanged.push_back(!before || isChanged(Section::Parts, *before, index));
    const bool fresh = !before || !sameLayout(m_from.parts()[*before], part);
    m_out.fresh.push_back(fresh);
    if (fresh) return part.part->initialState(q, v);
    const CompiledPart& old = m_from.parts()[*before];
    std::copy_n(oldReals(m_from.offsets().y + old.firstQ), part.dims.q, q);
    std::copy_n(oldReals(m_from.offsets().y + m_from.configurationSize() + old.firstV), part.dims.v,
                v);
    const StateOffsets &a = m_from.offsets(), &b = m_to.offsets();
    if (!a.keepsLags || !b.keepsLags) return;
    *reals(b.lags + index) = *oldReals(a.lags + *before);
    *reals(b.touched + index) = *oldReals(a.touched + *before);
  }

  bool isDisturbed(std::size_t before, std::size_t now) const {
    const CompiledConstraint &a = m_from.constraints()[before], &b = m_to.constraints()[now];
    if (a.ends.size() != b.ends.size()) return true;
    for (std::size_t e = 0; e < b.ends.size(); ++e) {
      const int part = b.ends[e].part;
      if (m_partChanged[part] || m_partOrigin[part] != static_cast<std::size_t>(a.ends[e].part)) {
        return true;
      }
    }
    return isChanged(Section::Constraints, before, now);
  }

  static int lastingRows(const CompiledConstraint& constraint) {
    return constraint.rows - (constraint.drag.row >= 0 ? 1 : 0);
  }

  void carryConstraint(std::size_t index) {
    const CompiledConstraint& now = m_to.constraints()[index];
    const int at = static_cast<int>(index);
    if (now.slidingEnd >= 0) *reals(m_to.placeOffset(at)) = m_to.firstPlace(at);
    const auto before = origin(Section::Constraints, m_from.constraints(), now.name);
    if (!before) return;
    const CompiledConstraint& old = m_from.constraints()[*before];
    // Friction, which has its row last, comes and goes without disturbing the others.
    const int lasting = lastingRows(now);
    if (old.kind != now.kind || lastingRows(old) != lasting ||
        old.law.directed() != now.law.directed() || old.slidingEnd != now.slidingEnd) {
      return;
    }
    const StateOffsets &a = m_from.offsets(), &b = m_to.offsets();
    const auto count = static_cast<std::size_t>(lasting);
    copyReals(a.law[*before], b.law[index], 1 + count);
    copyReals(a.law[*before] + 1 + old.rows, b.law[index] + 1 + now.rows, count);
    if (now.slidingEnd >= 0) {
      copyReals(m_from.placeOffset(static_cast<int>(*before)), m_to.placeOffset(at), 1);
    }
    copyReals(a.multipliers + old.firstRow, b.multipliers + now.firstRow, count);
    m_out.state.words[b.flags + index] = m_old.words[a.flags + *before];
    m_out.disturbed[index] = isDisturbed(*before, index);
  }

  void carryGrab(int slot) {
    const StateOffsets &a = m_from.offsets(), &b = m_to.offsets();
    const std::uint64_t word = m_old.words[a.grabWords + slot];
    if (word == 0) return;
    const std::size_t before = (word & 0xffffffffU) - 1;
    const auto held = std::find(m_partOrigin.begin(), m_partOrigin.end(), std::optional(before));
    if (held == m_partOrigin.end()) return;
    const auto part = static_cast<std::size_t>(held - m_partOrigin.begin());
    const std::size_t numbers = slot * StateOffsets::kGrabReals;
    const double* at = oldReals(a.grabs + numbers);
    if (!m_to.parts()[part].part->resolve({at, word >> 32U & 0xffU})) return;
    copyReals(a.grabs + numbers, b.grabs + numbers, StateOffsets::kGrabReals);
    m_out.state.words[b.grabWords + slot] = (word & ~std::uint64_t{0xffffffffU}) | (part + 1);
  }

  /// Index now of a part of the old world that goes on; −1 if none does.
  int partNow(int before) const {
    const auto found = std::find(m_partOrigin.begin(), m_partOrigin.end(),
                                 std::optional(static_cast<std::size_t>(before)));
    return found == m_partOrigin.end() ? -1 : static_cast<int>(found - m_partOrigin.begin());
  }

  void carryContacts() {
    ContactMemory memory;
    memory.read(std::span(m_old.words).subspan(m_from.offsets().contact));
    for (StuckSpring& spring : memory.springs) {
      spring.partA = partNow(spring.partA);
      spring.partB = partNow(spring.partB);
      // As contact search would find the pair.
      if (spring.alike() && spring.partA > spring.partB) spring = spring.turnedRound();
    }
    for (Overlap& pair : memory.overlaps) {
      pair = {partNow(pair.partA), partNow(pair.partB), pair.way};
      // The way leads from B to A.
      if (pair.partA > pair.partB) pair = {pair.partB, pair.partA, Parting::opposite(pair.way)};
    }
    for (RestingContact& contact : memory.resting) {
      contact.partA = partNow(contact.partA);
      contact.partB = partNow(contact.partB);
    }
    keepFitting(memory, m_to);
    keepAnswering(memory, m_to);
    memory.write(m_out.state.words, m_to.offsets().contact);
  }

  const World& m_from;
  const State& m_old;
  const World& m_to;
  const SceneOrigins& m_origins;
  CarriedState m_out;
  std::vector<std::optional<std::size_t>> m_partOrigin;  // per part of the new world
  std::vector<bool> m_partChanged;
};

}  // namespace

CarriedState carryOver(const World& from, const State& state, const World& to,
                       const SceneOrigins& origins) {
  return Transfer(from, state, to, origins).run();
}

}  // namespace sinew
