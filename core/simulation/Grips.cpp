#include "core/simulation/Grips.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sinew {
namespace {

constexpr double kHandFrequency = 4 * std::numbers::pi;  // [rad/s] two swings a second
constexpr double kLightest = 1e-6;                       // [kg]

bool legal(int slot) {
  return slot >= 0 && slot < StateOffsets::kGrabs;
}

double* numbersOf(const World& world, State& state, int slot) {
  return state.reals.data() + world.offsets().grabs + slot * StateOffsets::kGrabReals;
}

}  // namespace

Grips::Grips(const World& world) : m_world(&world) {
  std::size_t most = 0;
  for (const CompiledPart& part : world.parts()) {
    most = std::max(most, static_cast<std::size_t>(part.dims.v));
  }
  m_force.assign(3 * most, 0);
  m_answer.assign(3 * most, 0);
  m_without.assign(StateOffsets::kGrabs * most, 0);
  m_grips.reserve(StateOffsets::kGrabs);
}

void Grips::take(const World& world, const GrabCommand& command, State& state) {
  const auto part = world.findPart(command.part);
  if (!part || command.at.size() > 3 || !legal(command.slot)) return;
  const double mass = std::max(world.parts()[*part].assemblyMass, kLightest);
  const double stiffness =
      command.stiffness > 0 ? command.stiffness : mass * kHandFrequency * kHandFrequency;
  double* numbers = numbersOf(world, state, command.slot);
  std::fill(numbers, numbers + StateOffsets::kGrabReals, 0.0);
  std::copy(command.at.begin(), command.at.end(), numbers);
  for (int i = 0; i < 3; ++i) numbers[3 + i] = command.target[i];
  numbers[6] = stiffness;
  numbers[7] = command.damping > 0 ? command.damping : 2 * std::sqrt(stiffness * mass);
  state.words[world.offsets().grabWords + command.slot] =
      static_cast<std::uint64_t>(*part + 1) | static_cast<std::uint64_t>(command.at.size()) << 32;
}

void Grips::move(const World& world, const MoveGrabCommand& command, State& state) {
  if (!legal(command.slot)) return;
  double* numbers = numbersOf(world, state, command.slot);
  for (int i = 0; i < 3; ++i) numbers[3 + i] = command.target[i];
}

// As well damped as before.
void Grips::strengthen(const World& world, const StrengthenGrabCommand& command, State& state) {
  if (!legal(command.slot) || !(command.factor > 0)) return;
  double* numbers = numbersOf(world, state, command.slot);
  numbers[6] *= command.factor;
  numbers[7] *= std::sqrt(command.factor);
}

void Grips::pin(const World& world, const PinGrabCommand& command, State& state) {
  if (!legal(command.slot)) return;
  std::uint64_t& word = state.words[world.offsets().grabWords + command.slot];
  if (word == 0) return;
  word = command.pinned ? word | StateOffsets::kGrabPinned : word & ~StateOffsets::kGrabPinned;
}

void Grips::release(const World& world, const ReleaseGrabCommand& command, State& state) {
  if (legal(command.slot)) state.words[world.offsets().grabWords + command.slot] = 0;
}

std::optional<Grips::Grip> Grips::read(const State& state, int slot) const {
  const StateOffsets& at = m_world->offsets();
  const std::uint64_t word = state.words[at.grabWords + slot];
  if (word == 0) return std::nullopt;
  Grip grip;
  grip.part = static_cast<int>(word & 0xffffffffU) - 1;
  const double* numbers = state.reals.data() + at.grabs + slot * StateOffsets::kGrabReals;
  const std::size_t coordinates = word >> 32 & 0xff;
  const auto point = m_world->parts()[grip.part].part->resolve({numbers, coordinates});
  if (!point) return std::nullopt;
  grip.point = *point;
  grip.pinned = (word & StateOffsets::kGrabPinned) != 0;
  grip.target = Vec3(numbers[3], numbers[4], numbers[5]);
  grip.stiffness = numbers[6];
  grip.damping = numbers[7];
  return grip;
}

double Grips::pull(const State& state, Scratches scratch, double* Q,
                   std::vector<ForceArrow>& arrows) {
  m_grips.clear();
  double power = 0;
  for (int slot = 0; slot < StateOffsets::kGrabs; ++slot) {
    auto grip = read(state, slot);
    if (!grip) continue;
    const CompiledPart& held = m_world->parts()[grip->part];
    Vec3 position;
    held.part->locate(*scratch[grip->part], grip->point, position, grip->velocity);
    grip->inQ = grip->atInstant =
        grip->stiffness * (grip->target - position) - grip->damping * grip->velocity;
    grip->power = grip->inQ.dot(grip->velocity);
    std::copy_n(Q + held.firstV, held.dims.v, without(m_grips.size()));
    held.part->addPointForce(*scratch[grip->part], grip->point, grip->inQ, Q + held.firstV);
    arrows.push_back({ForceArrow::Source::Hand, position, grip->inQ, -1, slot, grip->part,
                      grip->target, grip->pinned});
    power += grip->power;
    m_grips.push_back(*grip);
  }
  return power;
}

// Last first: several may hold one part.
void Grips::unpull(double* Q) {
  for (std::size_t k = m_grips.size(); k-- > 0;) {
    const CompiledPart& held = m_world->parts()[m_grips[k].part];
    std::copy_n(without(k), held.dims.v, Q + held.firstV);
  }
}

double Grips::settle(double h, Scratches scratch, double* Q) {
  double added = 0;
  for (Grip& grip : m_grips) {
    const Mat3 W = mobility(grip, scratch);
    Vec3 wanted = grip.atInstant;
    if (h > 0) {
      wanted = softening(grip, h, W)
                   .partialPivLu()
                   .solve(grip.atInstant - h * grip.stiffness * grip.velocity);
    } else {
      wanted += (grip.damping - gentleDamping(grip, W)) * grip.velocity;
    }
    added += put(grip, wanted, scratch, Q);
  }
  return added;
}

void Grips::leaveToRows(Scratches scratch, double* Q) {
  for (Grip& grip : m_grips) {
    const CompiledPart& held = m_world->parts()[grip.part];
    held.part->addPointForce(*scratch[grip.part], grip.point, -grip.inQ, Q + held.firstV);
    grip.inQ.setZero();
  }
}

// [N s/m] Taken at an instant, damping that is made for all that is tied to a light point would
// stop that point within microseconds, and ask for steps as short.
double Grips::gentleDamping(const Grip& grip, const Mat3& W) const {
  const double quickest = W.diagonal().maxCoeff() * m_world->nominalStep();
  return quickest > 0 ? std::min(grip.damping, 1 / quickest) : grip.damping;
}

double Grips::resistance(int grip, double h) const {
  return m_grips[grip].damping + h * m_grips[grip].stiffness;
}

Vec3 Grips::springOf(int grip) const {
  return m_grips[grip].atInstant + m_grips[grip].damping * m_grips[grip].velocity;
}

void Grips::pointOf(int grip, Scratches scratch, PointKinematics& out) const {
  const Grip& of = m_grips[grip];
  m_world->parts()[of.part].part->point(*scratch[of.part], of.point, out);
}

void Grips::findParts(const State& state, std::vector<int>& parts) const {
  parts.clear();
  for (int slot = 0; slot < StateOffsets::kGrabs; ++slot) {
    if (const auto grip = read(state, slot)) parts.push_back(grip->part);
  }
}

// I + (h d + h² s) W. Hands on one part feel each other: each reckons with all of them being as it
// is.
Mat3 Grips::softening(const Grip& grip, double h, const Mat3& W) const {
  const auto together = std::count_if(m_grips.begin(), m_grips.end(),
                                      [&](const Grip& g) { return g.part == grip.part; });
  const double resistance = h * grip.damping + h * h * grip.stiffness;
  return Mat3::Identity() + static_cast<double>(together) * resistance * W;
}

// Pulls with `force` instead. Returns what that adds to the power [W].
double Grips::put(Grip& grip, const Vec3& force, Scratches scratch, double* Q) {
  const CompiledPart& held = m_world->parts()[grip.part];
  held.part->addPointForce(*scratch[grip.part], grip.point, force - grip.inQ, Q + held.firstV);
  grip.inQ = force;
  const double power = force.dot(grip.velocity), added = power - grip.power;
  grip.power = power;
  return added;
}

double Grips::moved(Scratches scratch, const double* nu, double share) {
  double added = 0;
  for (Grip& grip : m_grips) {
    const CompiledPart& held = m_world->parts()[grip.part];
    std::fill(m_force.begin(), m_force.begin() + held.dims.v, 0.0);
    held.part->addPointForce(*scratch[grip.part], grip.point, grip.inQ, m_force.data());
    const double atEnd =
        std::inner_product(m_force.begin(), m_force.begin() + held.dims.v, nu + held.firstV, 0.0);
    const double power = share * atEnd + (1 - share) * grip.inQ.dot(grip.velocity);
    added += power - grip.power;
    grip.power = power;
  }
  return added;
}

// W = L M⁻¹ Lᵀ [1/kg]: how readily the point gives way.
Mat3 Grips::mobility(const Grip& grip, Scratches scratch) {
  const CompiledPart& held = m_world->parts()[grip.part];
  const int n = held.dims.v;
  std::fill(m_force.begin(), m_force.begin() + 3 * n, 0.0);
  for (int i = 0; i < 3; ++i) {
    held.part->addPointForce(*scratch[grip.part], grip.point, Vec3::Unit(i),
                             m_force.data() + i * n);
  }
  held.part->applyInverseMass(*scratch[grip.part], m_force.data(), m_answer.data(), 3);
  const Eigen::Map<const Eigen::MatrixX3d> force(m_force.data(), n, 3),
      answer(m_answer.data(), n, 3);
  return force.transpose() * answer;
}

}  // namespace sinew
