#include "core/simulation/RememberedContacts.h"

#include <cmath>
#include <map>
#include <span>

#include "core/contact/Parting.h"

namespace sinew {
namespace {

class Fitting {
 public:
  explicit Fitting(const World& world) : m_world(world) {}

  bool fits(const StuckSpring& spring) {
    if (!isPart(spring.partA) || !isPart(spring.partB)) return false;
    if (spring.pairing > Pairing::VertexPlane) return false;
    for (int i = 0; i < pointsOf(spring.pairing); ++i) {
      const bool ofA = i < pointsOfA(spring.pairing);
      const int vertices = verticesOf(ofA ? spring.partA : spring.partB);
      if (spring.vertex[i] < 0 || spring.vertex[i] >= vertices) return false;
    }
    return std::isfinite(spring.place[0]) && std::isfinite(spring.place[1]);
  }
  bool fits(const Overlap& pair) const {
    return isPart(pair.partA) && isPart(pair.partB) && pair.partA <= pair.partB && pair.way >= 0 &&
           pair.way < Parting::kWays;
  }
  bool fits(const RestingContact& contact) {
    return isPart(contact.partA) && isPart(contact.partB) && contact.force.allFinite() &&
           contact.at.allFinite() && std::isfinite(contact.gap);
  }

 private:
  bool isPart(int part) const {
    return part >= 0 && part < static_cast<int>(m_world.parts().size());
  }
  int verticesOf(int part) {
    const auto [known, fresh] = m_vertices.try_emplace(part, 0);
    if (fresh) {
      const ContactSurface surface = m_world.parts()[part].part->contactSurface();
      known->second = static_cast<int>(surface.vertices.size());
    }
    return known->second;
  }

  const World& m_world;
  std::map<int, int> m_vertices;  // per part
};

}  // namespace

bool keepFitting(ContactMemory& memory, const World& world) {
  Fitting fitting(world);
  const auto misfit = [&](const auto& item) { return !fitting.fits(item); };
  return std::erase_if(memory.springs, misfit) + std::erase_if(memory.overlaps, misfit) +
             std::erase_if(memory.resting, misfit) ==
         0;
}

// Sticky parts that began in each other are solid to each other (SceneDynamics::compileContact).
void keepAnswering(ContactMemory& memory, const World& world) {
  const auto response = [&](const auto& pair) {
    return world.pairRules().response(pair.partA, pair.partB);
  };
  const SolidContact solid = world.solidContact();
  const auto isSolid = [&](const auto& pair) {
    const TouchResponse wanted = response(pair);
    return solid != SolidContact::None &&
           (wanted == TouchResponse::Solid || wanted == TouchResponse::Sticky);
  };
  std::erase_if(memory.springs,
                [&](const auto& pair) { return response(pair) != TouchResponse::Sticky; });
  std::erase_if(memory.overlaps, [&](const auto& pair) { return !isSolid(pair); });
  const bool solved = solid == SolidContact::Analytic || solid == SolidContact::Rows;
  std::erase_if(memory.resting, [&](const auto& pair) { return !solved || !isSolid(pair); });
}

bool contactsFit(const State& state, const World& world) {
  const auto words = std::span(state.words).subspan(world.offsets().contact);
  if (words.size() % ContactMemory::kRecord != 0) return false;
  ContactMemory memory;
  memory.read(words);
  return keepFitting(memory, world);
}

}  // namespace sinew
