#pragma once
// What the checker of crossings leaves out near ties: that is a rule of scenes (TieZones), and no
// part of finding contacts.
#include "core/contact/TieZones.h"
#include "core/simulation/ContactRange.h"
#include "core/simulation/TiedParts.h"
#include "tests/support/CheckedSurface.h"

namespace sinew::test {

class CheckedTies {
 public:
  CheckedTies(const World& world, const Scratches& start)
      : m_parts(partsOf(world)),
        m_surfaces(m_parts, start, SurfaceSet::Balls::Solid),
        m_zones(m_surfaces, m_parts, tiesOf(world, start), contactRangeOf(world)) {}

  bool tied(int partA, int partB) const {
    return m_zones.tied(m_surfaces.ofPart(partA), m_surfaces.ofPart(partB));
  }
  /// Whether elements of two parts, vertices numbered by themselves, may come nearer than others.
  bool leftOut(int partA, std::span<const int> a, int partB, std::span<const int> b) const {
    if (!tied(partA, partB)) return false;
    const Numbers first = numbersOf(partA, a), second = numbersOf(partB, b);
    return m_zones.thinner({m_surfaces.ofPart(partA), first.all()},
                           {m_surfaces.ofPart(partB), second.all()}) > 0;
  }
  /// Of a part, the vertex that is farthest from where it is tied to another.
  int farthestVertex(int part, int other) const {
    const int surface = m_surfaces.ofPart(part);
    return m_zones.farthestVertex(surface, m_surfaces.ofPart(other)) -
           m_surfaces.firstVertex(surface);
  }

 private:
  struct Numbers {
    std::array<int, 3> vertex{};
    std::size_t count = 0;
    std::span<const int> all() const { return std::span(vertex).first(count); }
  };
  static std::vector<Tie> tiesOf(const World& world, const Scratches& start) {
    PassThrough passing;
    return addTied(world, start, contactRangeOf(world), passing).places;
  }
  static std::vector<const Part*> partsOf(const World& world) {
    std::vector<const Part*> parts;
    for (const CompiledPart& part : world.parts()) parts.push_back(part.part.get());
    return parts;
  }
  // A ball is met as its middle, whatever of its skin is asked for; a lone vertex is an edge of no
  // length here.
  Numbers numbersOf(int part, std::span<const int> element) const {
    const int surface = m_surfaces.ofPart(part), first = m_surfaces.firstVertex(surface);
    Numbers numbers;
    if (m_surfaces[surface].start.size() == 1) return {{first, 0, 0}, 1};
    for (const int vertex : element) numbers.vertex[numbers.count++] = first + vertex;
    return numbers;
  }

  std::vector<const Part*> m_parts;
  SurfaceSet m_surfaces;
  TieZones m_zones;
};

}  // namespace sinew::test
