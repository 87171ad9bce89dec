#include "core/simulation/rigid/RigidSqueeze.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

constexpr double kNear = 1e-4;         // [m] besides the margin: so near two touch
constexpr double kHardly = 1e-4;       // [m] missing
constexpr double kInRow = 0.8;         // cosine between pushes that go on from part to part
constexpr double kSlowestKeys = 1e-4;  // [m/s] at which the two come nearer

/// Ways of pushes, from parts that keys move on through all that touches, each in one direction.
class RowSearch {
 public:
  RowSearch(const RigidContacts& contacts, Interruption* interruption)
      : m_contacts(contacts), m_interruption(interruption), m_of(contacts.bodies().size()) {
    for (int c = 0; c < static_cast<int>(contacts.contacts().size()); ++c) {
      const RigidContacts::Place& place = contacts.places()[c];
      if (place.crossing || place.gap > kNear) continue;  // pushing or not: see ConeBlock
      m_of[place.a].push_back(c);
      m_of[place.b].push_back(c);
    }
  }

  std::optional<RigidSqueeze> find() {
    std::optional<RigidSqueeze> worst;
    for (int part = 0; part < static_cast<int>(m_of.size()); ++part) {
      if (m_contacts.bodies()[part].moves) continue;
      m_begun.assign(m_of.size(), 0);
      for (const int c : m_of[part]) {
        if (std::exchange(m_begun[otherThan(part, c)], 1) != 0) continue;
        if (m_interruption && m_interruption->due()) return {};
        const auto found = from(part, c);
        if (found && (!worst || found->named.room < worst->named.room)) worst = found;
      }
    }
    return worst;
  }

 private:
  struct Reached {
    int part = -1, before = -1;     // the latter in m_reached
    Vec3 at = Vec3::Zero();         // [m] where it is touched first
    double depth = 0, margins = 0;  // [m] of the contact with what is before
  };

  int otherThan(int part, int contact) const {
    const ConeContact& at = m_contacts.contacts()[contact];
    return at.a == part ? at.b : at.a;
  }

  Vec3 normalFrom(int part, int contact) const {
    const ConeContact& at = m_contacts.contacts()[contact];
    return at.a == part ? at.normal : Vec3(-at.normal);
  }

  Vec3 velocity(int part, const Vec3& at) const {
    const ConeBody& body = m_contacts.cones()[part];
    return body.velocity + body.spin.cross(at - m_contacts.bodies()[part].placed.origin);
  }

  std::optional<RigidSqueeze> from(int presses, int contact) {
    m_along = normalFrom(presses, contact);
    const Vec3& at = m_contacts.places()[contact].at;
    if (velocity(presses, at).isZero()) return {};
    m_reached.assign(1, Reached{presses, -1, at, 0, 0});
    goOn(0, otherThan(presses, contact));
    for (int i = 1; i < static_cast<int>(m_reached.size()); ++i) {
      const int part = m_reached[i].part;
      if (!m_contacts.bodies()[part].moves) continue;
      for (const int c : m_of[part]) goOn(i, otherThan(part, c));
    }
    return narrowest();
  }

  // To a part not met yet, by the deepest of all places where it is pushed on in that direction.
  void goOn(int index, int next) {
    const int last = m_reached[index].part;
    const auto met = [next](const Reached& reached) { return reached.part == next; };
    if (std::ranges::any_of(m_reached, met)) return;
    Reached reached{next, index, Vec3::Zero(), -kNear, 0};
    bool any = false;
    for (const int c : m_of[last]) {
      if (otherThan(last, c) != next || normalFrom(last, c).dot(m_along) < kInRow) continue;
      const RigidContacts::Place& place = m_contacts.places()[c];
      const double margin = m_contacts.margin(place.a, place.b), depth = -place.gap - margin;
      if (any && depth <= reached.depth) continue;
      any = true;
      reached.at = place.at;
      reached.depth = depth;
      reached.margins = margin;
    }
    if (any) m_reached.push_back(reached);
  }

  // Of all that ends at what no force moves and comes nearer: what turns as one does not.
  std::optional<RigidSqueeze> narrowest() const {
    std::optional<RigidSqueeze> worst;
    for (int i = 1; i < static_cast<int>(m_reached.size()); ++i) {
      const Reached& end = m_reached[i];
      if (end.before <= 0 || m_contacts.bodies()[end.part].moves) continue;
      const int presses = m_reached[0].part;
      const Vec3 half = 0.5 * (m_reached[0].at + end.at);
      const double pace = m_along.dot(velocity(presses, half) - velocity(end.part, half));
      if (pace < kSlowestKeys) continue;
      RigidSqueeze found;
      double missing = 0;
      for (int k = i; k >= 0; k = m_reached[k].before) {
        found.parts.push_back(m_reached[k].part);
        missing += std::max(m_reached[k].depth, 0.0);
        found.margins += m_reached[k].margins;
      }
      if (missing < kHardly || (worst && -missing >= worst->named.room)) continue;
      found.named = {m_reached[end.before].part, {presses, end.part}, presses, 0, -missing};
      worst = found;
    }
    return worst;
  }

  const RigidContacts& m_contacts;
  Interruption* m_interruption;
  std::vector<std::vector<int>> m_of;  // contacts that touch, per part
  Vec3 m_along = Vec3::Zero();
  std::vector<char> m_begun;  // per part: as the first of a row
  std::vector<Reached> m_reached;
};

}  // namespace

bool RigidSqueeze::concerns(const std::array<int, 2>& pair) const {
  return std::ranges::find(parts, pair[0]) != parts.end() &&
         std::ranges::find(parts, pair[1]) != parts.end();
}

std::optional<RigidSqueeze> findSqueeze(const RigidContacts& contacts, double time,
                                        Interruption* interruption) {
  auto found = RowSearch(contacts, interruption).find();
  if (found) found->named.when = time;
  return found;
}

}  // namespace sinew
