#include "core/solvers/ConeRows.h"

#include <algorithm>
#include <cmath>

#include "core/math/ContactAxes.h"

namespace sinew {

namespace {

Eigen::Vector4d four(const Vec3& x) {
  return {x[0], x[1], x[2], 0};
}

std::array<Eigen::Vector4d, 3> columnsOf(const Mat3& matrix) {
  return {four(matrix.col(0)), four(matrix.col(1)), four(matrix.col(2))};
}

Mat3 matrixOf(const std::array<Eigen::Vector4d, 3>& columns) {
  Mat3 matrix;
  for (int i = 0; i < 3; ++i) matrix.col(i) = columns[i].head<3>();
  return matrix;
}

}  // namespace

ConeRows::Motion ConeRows::motionOf(const ConeBody& body) {
  return {four(body.velocity), four(body.spin)};
}

void ConeRows::set(Bodies bodies, Contacts contacts) {
  m_rows.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) prepare(m_rows[c], bodies, contacts[c]);
}

void ConeRows::prepare(Row& row, Bodies bodies, const ConeContact& contact) const {
  const ConeBody &a = bodies[contact.a], &b = bodies[contact.b];
  const Mat3 axes = contactAxes(contact.normal);
  const auto levers = [&axes](const Vec3& arm) {
    Mat3 lever;
    for (int i = 0; i < 3; ++i) lever.row(i) = arm.cross(Vec3(axes.row(i)));
    return lever;
  };
  const Mat3 leverA = levers(contact.armA), leverB = levers(contact.armB);
  const Mat3 answerA = a.inverseInertia * leverA.transpose();
  const Mat3 answerB = b.inverseInertia * leverB.transpose();
  row.axes = columnsOf(axes);
  row.along = columnsOf(axes.transpose());
  row.leverA = columnsOf(leverA);
  row.leverB = columnsOf(leverB);
  row.answerA = columnsOf(answerA);
  row.answerB = columnsOf(answerB);
  row.a = contact.a;
  row.b = contact.b;
  row.inverseMassA = a.inverseMass;
  row.inverseMassB = b.inverseMass;
  const Mat3 mobility =
      (a.inverseMass + b.inverseMass) * Mat3::Identity() + leverA * answerA + leverB * answerB;
  const double p = mobility(1, 1), q = mobility(2, 2), r = mobility(1, 2);
  const double largest = 0.5 * (p + q) + std::sqrt(0.25 * (p - q) * (p - q) + r * r);
  row.normalMobility = std::max(0.0, mobility(0, 0));
  row.normalMass = mobility(0, 0) > 0 ? 1 / mobility(0, 0) : 0;
  row.tangentMass = largest > 0 ? 1 / largest : 0;
}

void ConeRows::load(Bodies bodies, Contacts contacts) {
  m_motions.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) m_motions[i] = motionOf(bodies[i]);
  m_before.resize(bodies.size());
  m_wentOn.resize(bodies.size());
  m_pushing.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ConeContact& from = contacts[c];
    m_pushing[c] = {from.impulse, from.least, from.friction, from.active};
  }
}

void ConeRows::store(Bodies bodies, Contacts contacts) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].velocity = m_motions[i].velocity.head<3>();
    bodies[i].spin = m_motions[i].spin.head<3>();
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts[c].impulse = m_pushing[c].impulse;
}

void ConeRows::begin(std::span<const int> bodies, double closing) {
  m_bodies.assign(bodies.begin(), bodies.end());
  m_closing = closing;
}

void ConeRows::beginRound() {
  for (const int i : m_bodies) m_before[i] = m_motions[i];
}

void ConeRows::goOn(double share) {
  for (const int i : m_bodies) {
    Motion &now = m_motions[i], &went = m_wentOn[i];
    const Four velocity = now.velocity - m_before[i].velocity;
    const Four spin = now.spin - m_before[i].spin;
    if (share == 0) {
      went = {velocity, spin};
      continue;
    }
    const Four more = share * went.velocity, moreSpin = share * went.spin;
    now.velocity += more;
    now.spin += moreSpin;
    went = {velocity + more, spin + moreSpin};
  }
}

Vec3 ConeRows::relativeVelocity(int c, const ConeBody& a, const ConeBody& b) const {
  return m_rows[c].relativeVelocity(motionOf(a), motionOf(b));
}

void ConeRows::push(int c, const Vec3& impulse, ConeBody& a, ConeBody& b) const {
  Motion ofA = motionOf(a), ofB = motionOf(b);
  m_rows[c].push(impulse, ofA, ofB);
  a.velocity = ofA.velocity.head<3>();
  a.spin = ofA.spin.head<3>();
  b.velocity = ofB.velocity.head<3>();
  b.spin = ofB.spin.head<3>();
}

ConeRows::Touching ConeRows::touchingA(int c) const {
  const Row& row = m_rows[c];
  Touching touching{row.a};
  touching.lever << matrixOf(row.axes), matrixOf(row.leverA);
  return touching;
}

ConeRows::Touching ConeRows::touchingB(int c) const {
  const Row& row = m_rows[c];
  Touching touching{row.b};
  touching.lever << matrixOf(row.axes), matrixOf(row.leverB);
  return touching;
}

// Relative velocity at one contact by an impulse at another, both along their own axes.
Mat3 ConeRows::response(int to, int from) const {
  Mat3 response = Mat3::Zero();
  const Row &at = m_rows[to], &by = m_rows[from];
  const Mat3 axes = matrixOf(at.axes) * matrixOf(by.along);
  const auto add = [&](bool toA, bool fromA) {
    if ((toA ? at.a : at.b) != (fromA ? by.a : by.b)) return;
    const double inverseMass = toA ? at.inverseMassA : at.inverseMassB;
    const Mat3 lever = matrixOf(toA ? at.leverA : at.leverB);
    const Mat3 answer = matrixOf(fromA ? by.answerA : by.answerB);
    response += (toA == fromA ? 1 : -1) * (inverseMass * axes + lever * answer);
  };
  add(true, true);
  add(false, false);
  add(true, false);
  add(false, true);
  return response;
}

}  // namespace sinew
