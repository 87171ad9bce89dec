#include "core/simulation/rigid/RigidContacts.h"

#include <algorithm>
#include <cmath>

#include "core/math/Rotation.h"
#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"
#include "core/simulation/TiedParts.h"

namespace sinew {
namespace {

constexpr double kMarginOfSize = 0.005, kMostMargin = 1e-3;  // [–] of the smallest size, [m]
constexpr double kReach = 0.003;                             // [m] beyond what motion asks for
constexpr double kTurnShare = 0.15;  // of the way of a turning body's farthest point

}  // namespace

RigidContacts::RigidContacts(const World& world) : m_world(&world), m_shapes(world.rigidShapes()) {
  const ParamReader settings(settingsTable(), world.scene().settings);
  m_friction = settings.real("friction");
  m_restitution = settings.real("restitution");
  addChosen(world, m_passing);
  m_passing.settle();
  m_passing.keepOnly(TouchResponse::Solid, world.pairRules());
  m_bodies.resize(world.parts().size());
  m_cones.resize(world.parts().size());
  for (int i = 0; i < static_cast<int>(world.parts().size()); ++i) {
    const RigidShape& shape = m_shapes[i];
    m_touch.push_back(ownTouch(world, static_cast<std::size_t>(i)));
    m_margin.push_back(shape.keyed ? 0 : std::min(kMostMargin, kMarginOfSize * shape.size));
    m_extent.push_back(shape.shape.extent());
    m_bodies[i].exists = !shape.shape.empty();
    m_bodies[i].moves = !shape.keyed;
    if (shape.shape.halfSpace) {
      m_planes.push_back(i);
    } else if (m_bodies[i].exists) {
      m_solids.push_back(i);
    }
  }
}

void RigidContacts::place(Scratches scratch, const double* y, std::span<const double> forces) {
  for (int i = 0; i < static_cast<int>(m_bodies.size()); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (m_bodies[i].moves) {
      placeMoving(*scratch[i], i, y + part.firstQ, forces.subspan(part.firstV, 6));
    } else if (m_bodies[i].exists) {
      const KeyedFrame frame = keyedFrame(*part.part, *scratch[i], m_shapes[i]);
      m_bodies[i].placed.place(m_shapes[i].shape, frame.origin, frame.axes);
      m_cones[i].velocity = frame.velocity;
      m_cones[i].spin = frame.spin;
    }
  }
}

void RigidContacts::placeMoving(const PartScratch& scratch, int index, const double* q,
                                std::span<const double> forces) {
  const Part& part = *m_world->parts()[index].part;
  Body& body = m_bodies[index];
  body.placed.place(m_shapes[index].shape, Vec3(q), loadQuat(q + 3).toRotationMatrix());
  Eigen::Matrix<double, 6, 1> rate;
  part.applyInverseDynamics(scratch, forces.data(), rate.data(), 1);
  body.pull = rate.head<3>();
  body.twist = rate.tail<3>();
}

// What a body's surface sweeps within h seconds, and a little more.
Box RigidContacts::boxOf(int part, double h) const {
  const ConeBody& cone = m_cones[part];
  const Body& body = m_bodies[part];
  Box box;
  for (const Vec3& corner : body.placed.corners) box.add(corner);
  const double grown = m_shapes[part].shape.radius + kReach + m_margin[part] +
                       h * (cone.velocity.norm() + m_extent[part] * cone.spin.norm()) +
                       h * h * body.pull.norm();
  return box.grown(grown);
}

double RigidContacts::reach(int a, int b, double h) const {
  const ConeBody &one = m_cones[a], &other = m_cones[b];
  const double turning = m_extent[a] * one.spin.norm() + m_extent[b] * other.spin.norm();
  return 2 * kReach + h * ((other.velocity - one.velocity).norm() + kTurnShare * turning) +
         h * h * (m_bodies[a].pull.norm() + m_bodies[b].pull.norm());
}

void RigidContacts::find(double h) {
  m_contacts.clear();
  m_places.clear();
  m_overfull.reset();
  m_boxes.clear();
  for (const int part : m_solids) m_boxes.push_back(boxOf(part, h));
  m_sweep.update(m_boxes);
  for (const int plane : m_planes) {
    for (const int part : m_solids) {
      if (m_bodies[part].moves && !m_passing.pass(plane, part)) meet(plane, part, h);
    }
  }
  constexpr int kPairsPerLook = 256;
  int pairs = 0;
  for (const auto& [one, other] : m_sweep.pairs()) {
    if (m_contacts.size() > kMostContacts) {
      m_overfull = {m_solids[one], m_solids[other]};
      m_contacts.clear();
      m_places.clear();
      return;
    }
    if (++pairs % kPairsPerLook == 0 && m_interruption && m_interruption->due()) return;
    const int a = m_solids[one], b = m_solids[other];
    if (!m_bodies[a].moves && !m_bodies[b].moves) continue;
    if (!m_passing.pass(a, b)) meet(a, b, h);
  }
}

void RigidContacts::meet(int a, int b, double h) {
  m_found = m_finder.find(m_bodies[a].placed, m_bodies[b].placed, reach(a, b, h));
  Moved moved;
  foresee(a, b, h, m_found, moved);
  for (int i = 0; i < m_found.count; ++i) add(a, b, m_found.normal, m_found.points[i], moved);
}

void RigidContacts::add(int a, int b, const Vec3& normal, const ManifoldPoint& point,
                        const Moved& moved) {
  const PairRules& rules = m_world->pairRules();
  const auto mixed = [](double ruled, double one, double other, double all, auto&& both) {
    if (ruled >= 0) return ruled;
    if (one >= 0 && other >= 0) return both(one, other);
    return one < 0 && other < 0 ? all : std::max(one, other);
  };
  ConeContact& contact = m_contacts.emplace_back();
  contact.a = a;
  contact.b = b;
  contact.normal = normal;
  contact.armA = point.at - moved.a - m_bodies[a].placed.origin;
  contact.armB = point.at - moved.b - m_bodies[b].placed.origin;
  // As the barrier's: ice is slippery whatever stands on it, a rubber ball bounces on anything.
  contact.friction = mixed(rules.friction(a, b), m_touch[a].friction, m_touch[b].friction,
                           m_friction, [](double p, double q) { return std::sqrt(p * q); });
  Place& place = m_places.emplace_back();
  place.a = a;
  place.b = b;
  place.at = point.at - moved.b;
  place.moved = moved;
  place.normal = normal;
  place.gap = point.gap - margin(a, b);
  place.restitution = mixed(rules.restitution(a, b), m_touch[a].restitution, m_touch[b].restitution,
                            m_restitution, [](double p, double q) { return std::max(p, q); });
}

// A corner takes its contact along, a ball that rolls does not: what is round about a corner turns
// away under it. On what is flat, the place goes with what lies on it.
Vec3 RigidContacts::paceOfPlace(int contact, std::span<const ConeBody> bodies) const {
  const ConeContact& at = m_contacts[contact];
  const ConvexShape &a = m_shapes[at.a].shape, &b = m_shapes[at.b].shape;
  const ConeBody &one = bodies[at.a], &other = bodies[at.b];
  const double half = 0.5 * (m_places[contact].gap + margin(at.a, at.b));
  const Vec3 toA = (a.radius + half) * at.normal, toB = (b.radius + half) * at.normal;
  const Vec3 ofA = one.velocity + one.spin.cross(Vec3(at.armA - toA));
  const Vec3 ofB = other.velocity + other.spin.cross(Vec3(at.armB + toB));
  double share = 0.5;  // of B
  if (a.halfSpace || (b.isBall() && !a.isBall())) share = 1;
  if (a.isBall() && !b.isBall()) share = 0;
  return (1 - share) * ofA + share * ofB;
}

}  // namespace sinew
