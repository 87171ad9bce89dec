#include "core/simulation/rigid/RigidSqueeze.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr double kInRow = 0.5;         // cosine between pushes that go on from part to part
constexpr double kSlowestKeys = 1e-4;  // [m/s] at which the two come nearer

// Whether it pushes or not: where there is no solution impulses are none.
bool touches(const RigidContacts& contacts, int contact) {
  constexpr double kNear = 1e-4;  // [m] besides the margin
  const RigidContacts::Place& place = contacts.places()[contact];
  return !place.crossing && place.gap <= kNear;
}

/// The way of a push, from a part that keys move on through all that touches, in one direction.
class Row {
 public:
  explicit Row(const RigidContacts& contacts)
      : m_contacts(contacts), m_seen(contacts.bodies().size()) {}

  /// The row that begins with a contact of the part, which moves into what it touches there.
  std::optional<Squeeze> from(int presses, int contact) {
    m_along = normalFrom(contact, presses);
    m_reached.assign(1, Reached{presses, -1, velocity(presses, contact).dot(m_along), 0});
    std::ranges::fill(m_seen, 0);
    m_seen[presses] = 1;
    if (m_reached[0].pace < kSlowestKeys) return {};
    goOn(0, contact);
    for (int i = 1; i < static_cast<int>(m_reached.size()); ++i) {
      if (!m_contacts.bodies()[m_reached[i].part].moves) continue;
      for (int c = 0; c < static_cast<int>(m_contacts.contacts().size()); ++c) goOn(i, c);
    }
    return narrowest();
  }

 private:
  struct Reached {
    int part = -1, before = -1;  // the latter in m_reached
    double pace = 0;             // [m/s] along the row, of what no force moves
    double depth = 0;            // [m] of all overlaps until there
  };

  Vec3 normalFrom(int contact, int part) const {
    const ConeContact& at = m_contacts.contacts()[contact];
    return at.a == part ? at.normal : Vec3(-at.normal);
  }

  Vec3 velocity(int part, int contact) const {
    const ConeContact& at = m_contacts.contacts()[contact];
    const ConeBody& body = m_contacts.cones()[part];
    return body.velocity + body.spin.cross(at.a == part ? at.armA : at.armB);
  }

  void goOn(int index, int contact) {
    const Reached last = m_reached[index];
    const ConeContact& at = m_contacts.contacts()[contact];
    if ((at.a != last.part && at.b != last.part) || !touches(m_contacts, contact)) return;
    const int next = at.a == last.part ? at.b : at.a;
    if (m_seen[next] || normalFrom(contact, last.part).dot(m_along) < kInRow) return;
    m_seen[next] = 1;
    const double depth = -m_contacts.places()[contact].gap - m_contacts.margin(at.a, at.b);
    const bool moves = m_contacts.bodies()[next].moves;
    const double pace = moves ? 0 : velocity(next, contact).dot(m_along);
    m_reached.push_back({next, index, pace, last.depth + std::max(depth, 0.0)});
  }

  // Of all that ends at what no force moves and comes nearer.
  std::optional<Squeeze> narrowest() const {
    std::optional<Squeeze> found;
    for (const Reached& end : m_reached) {
      if (end.before < 0 || m_contacts.bodies()[end.part].moves) continue;
      if (m_reached[0].pace - end.pace < kSlowestKeys) continue;
      if (found && -end.depth >= found->room) continue;
      const int pressed = m_reached[end.before].part;
      found = Squeeze{pressed, {m_reached[0].part, end.part}, m_reached[0].part, 0, -end.depth};
    }
    return found;
  }

  const RigidContacts& m_contacts;
  Vec3 m_along = Vec3::Zero();
  std::vector<char> m_seen;  // per part
  std::vector<Reached> m_reached;
};

}  // namespace

std::optional<Squeeze> findSqueeze(const RigidContacts& contacts, double allowed) {
  Row row(contacts);
  std::optional<Squeeze> worst;
  for (int c = 0; c < static_cast<int>(contacts.contacts().size()); ++c) {
    if (!touches(contacts, c)) continue;
    const ConeContact& contact = contacts.contacts()[c];
    for (const int part : {contact.a, contact.b}) {
      if (contacts.bodies()[part].moves) continue;
      const std::optional<Squeeze> found = row.from(part, c);
      if (!found || found->room > -allowed) continue;
      if (!worst || found->room < worst->room) worst = found;
    }
  }
  return worst;
}

}  // namespace sinew
