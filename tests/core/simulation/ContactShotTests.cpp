// Seeded shots of all sorts of parts at all sorts of others: nothing may get through anything, what
// is free keeps its momentum, and nobody makes energy of a touch.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "tests/support/CrossingChecker.h"
#include "tests/support/RisingEnergy.h"
#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

struct ShotMethod {
  const char *integrator, *scheme;
};
// The first three are those that other contact than barriers is tried with.
constexpr ShotMethod kMethods[] = {{"rkf45", "semi_implicit"},
                                   {"euler", "semi_implicit"},
                                   {"implicit_euler", "semi_implicit"},
                                   {"bdf2", "semi_implicit"},
                                   {"euler", "forward"}};
constexpr int kSimpleMethods = 3;
constexpr double kSteps[] = {0.0005, 0.001, 0.004};
constexpr double kFastest = 2.301, kFastestSoft = 1.3;  // log₁₀ of 200 and 20 m/s

/// What became of a shot. Trouble is what is wrong besides: the scene, or a run that gave up.
struct Outcome {
  std::string trouble, crossing;
  bool touched = false;
  bool free = false;        ///< both move by forces alone
  double momentumLost = 0;  ///< of what the shot brought
  double rise = 0;          ///< of energy in touch, as a share of that of the impact
};

/// One part flies at another.
class Shot {
 public:
  explicit Shot(int seed, const char* contact = "barrier")
      : m_random(static_cast<std::uint64_t>(seed)), m_varied(std::string(contact) == "barrier") {
    m_method = kMethods[seed % (m_varied ? static_cast<int>(std::size(kMethods)) : kSimpleMethods)];
    m_builder.settings({{"contact", contact},
                        {"contact_range", 0.002},
                        {"integrator", m_method.integrator},
                        {"scheme", m_method.scheme},
                        {"step", kSteps[m_random.below(3)]},
                        {"tolerance", 1e-6},
                        {"gravity", Vec3(0, 0, 0)},
                        {"restitution", m_random.uniform(0, 1)}});
    const int target = m_random.below(m_varied ? 10 : 7), shooter = m_random.below(3);
    // What is soft is crushed to nothing by the fastest: then the run ends, and says so.
    m_soft = m_varied && (target == 7 || target == 8 || m_random.below(4) == 0);
    const double speed = std::pow(10.0, m_random.uniform(0, m_soft ? kFastestSoft : kFastest));
    m_duration = 1 / speed;
    m_from = m_random.vector(1).normalized();
    m_aside = m_from.cross(m_random.vector(1)).normalized();
    if (target == 9) {
      addEdges(speed);
    } else {
      addTarget(target);
      addShooter(shooter, speed);
    }
  }

  /// Whether the energy of contact has a bound: with these integrators, and where nothing keyed
  /// works on it.
  bool bounded() const {
    return !m_keyed && (std::string(m_method.integrator) == "rkf45" || takesAtEnd());
  }
  /// Share of the impact's energy by which it may rise: what error control lets pass, or rounding.
  double bound() const { return takesAtEnd() ? 1e-9 : 1e-3; }

  /// Runs it up to the first crossing.
  Outcome run() const {
    Outcome outcome;
    const auto world = m_builder.world();
    if (!world) {
      outcome.trouble = "does not compile";
      return outcome;
    }
    Simulator simulator(world);
    CrossingChecker checker(simulator);
    RisingEnergy energy(simulator, world, takesAtEnd() ? Course::Contact : Course::Whole);
    outcome.free = world->parts()[0].dims.v > 0;
    const Vec3 momentum = simulator.report().momentum;
    while (simulator.time() < m_duration && outcome.crossing.empty()) {
      const StepReport& report = simulator.step(m_duration);
      if (report.status != RunStatus::Ok) {
        outcome.trouble = report.message;
        break;
      }
      outcome.touched |= report.contacts > 0;
      energy.look();
      checker.look();
      outcome.crossing = checker.fault;
      outcome.momentumLost =
          std::max(outcome.momentumLost, (report.momentum - momentum).norm() / momentum.norm());
    }
    outcome.rise = energy.most() / impactOf(world);
    return outcome;
  }

  /// Runs it without looking for crossings. What energy it gained in touch, as a share of what it
  /// started with.
  double gain() {
    Simulator simulator(m_builder.world());
    const double start = simulator.report().energy.kinetic;
    double most = 0;
    while (simulator.time() < m_duration) {
      const StepReport& report = simulator.step(m_duration);
      if (report.status != RunStatus::Ok) {
        fault = report.message;
        break;
      }
      if (report.contacts == 0) continue;
      touched = true;
      const Energies& now = report.energy;
      const double gained = now.kinetic + now.elastic + now.contact - start;
      most = std::max(most, gained / start);
    }
    return most;
  }

  bool touched = false;
  std::string fault;

 private:
  using Course = RisingEnergy::Course;
  bool takesAtEnd() const { return std::string(m_method.integrator) == "implicit_euler"; }

  /// [J] That of what moves, but for what all go together: that is nobody's to give.
  static double impactOf(const std::shared_ptr<const World>& world) {
    const Simulator start(world);
    const StepReport& report = start.report();
    double mass = 0;
    for (const CompiledPart& part : world->parts()) {
      if (part.dims.v == 0) return report.energy.kinetic;
      mass += part.part->mass();
    }
    return report.energy.kinetic - report.momentum.squaredNorm() / (2 * mass);
  }

  /// Where an obstacle is; a third of them go somewhere while they are shot at.
  Value place() {
    if (!m_varied || m_random.below(3) > 0) return Vec3(0, 0, 0);
    m_keyed = true;
    const Vec3 way = m_random.vector(0.1);
    m_drift = way / m_duration;
    Curve moves;
    moves.components = 3;
    moves.keys = {{0, {0, 0, 0}, Interpolation::Linear},
                  {2 * m_duration, {2 * way.x(), 2 * way.y(), 2 * way.z()}, Interpolation::Linear}};
    return moves;
  }

  void addTarget(int sort) {
    const Quat turn(Eigen::AngleAxisd(m_random.uniform(0, 3), m_random.vector(1).normalized()));
    m_plane = sort == 0;
    switch (sort) {
      case 0:
        m_builder.part("plane", "target", {{"position", place()}});
        break;
      case 1:
        m_builder.part(
            "box", "target",
            {{"size", Vec3(0.3, 0.02, 0.4)}, {"orientation", turn}, {"position", place()}});
        break;
      case 2:
        m_builder.part("sphere", "target", {{"radius", 0.2}, {"position", place()}});
        break;
      case 3:
        m_reach = 0.03;
        m_builder.part(
            "capsule", "target",
            {{"radius", m_reach}, {"length", 0.4}, {"orientation", turn}, {"position", place()}});
        break;
      case 4:
        m_builder.part("particle", "target", {{"radius", 0.1}});
        break;
      case 5:
        m_reach = 0.006;
        addRope("target", Vec3::Zero(), Vec3::Zero());
        break;
      case 6:
        addSolid("target", "rigid", Vec3::Zero(), Vec3::Zero());
        break;
      default:
        addSolid("target", sort == 7 ? "global" : "local", Vec3::Zero(), Vec3::Zero());
    }
  }

  void addShooter(int sort, double speed) {
    const double aim = m_random.uniform(0, 0.5 * m_reach);
    // Planes have a side to stay on.
    const Vec3 start = m_plane ? Vec3(0.3 * m_from.x(), 0.5, 0.3 * m_from.z())
                               : Vec3(0.6 * m_from + aim * m_aside);
    const Vec3 flight = m_plane ? Vec3(0.7 * m_aside.x(), -1, 0.7 * m_aside.z()) : Vec3(-m_from);
    const Vec3 velocity = speed * flight.normalized() + m_drift;
    if (m_soft && m_random.below(2) == 0) {
      addSolid("shot", m_random.below(2) == 0 ? "global" : "local", start, velocity);
    } else if (sort == 0) {
      const double radius = m_random.uniform(0.005, 0.05);
      m_builder.part(
          "particle", "shot",
          {{"radius", radius}, {"mass", 0.2}, {"position", start}, {"velocity", velocity}});
    } else if (sort == 1) {
      addRope("shot", start, velocity);
    } else {
      addSolid("shot", "rigid", start, velocity);
    }
  }

  /// With its middle there.
  void addRope(const char* name, const Vec3& middle, const Vec3& velocity) {
    constexpr double kLength = 0.3;
    const Quat turn(Eigen::AngleAxisd(m_random.uniform(0, 3), m_random.vector(1).normalized()));
    m_builder.part("rope", name,
                   {{"position", Vec3(middle - turn * Vec3(0.5 * kLength, 0, 0))},
                    {"orientation", turn},
                    {"velocity", velocity},
                    {"length", kLength},
                    {"control_points", 5},
                    {"radius", m_random.uniform(0.003, 0.01)},
                    {"youngs_modulus", 1e6}});
  }

  void addSolid(const char* name, const char* motion, const Vec3& middle, const Vec3& velocity) {
    const Quat turn(Eigen::AngleAxisd(m_random.uniform(0, 3), m_random.vector(1).normalized()));
    const bool rigid = std::string(motion) == "rigid";
    m_builder.part("superquadric", name,
                   {{"motion", motion},
                    {"radii", Vec3(0.12, m_random.uniform(rigid ? 0.01 : 0.05, 0.1), 0.08)},
                    {"mass", 0.5},
                    {"position", middle},
                    {"orientation", turn},
                    {"velocity", velocity},
                    {"internal_damping", 2.0},
                    {"angular_velocity", m_random.vector(rigid ? 20 : 5)}});
  }

  /// Two bricks, or a brick and a board that stands, that meet with an edge of each.
  void addEdges(double speed) {
    const Vec3 radii(0.1, m_random.uniform(0.02, 0.1), 0.12), board(0.3, 0.02, 0.4);
    const Vec3 along = m_aside;
    const Vec3 across = Eigen::AngleAxisd(m_random.uniform(0.3, 2.8), m_from) * along;
    if (m_random.below(2) == 0) {
      m_builder.part("box", "target",
                     {{"size", board}, {"orientation", edgeTowards(m_from, along, board)}});
    } else {
      addBrick("target", radii, edgeTowards(m_from, along, radii), Vec3::Zero(), Vec3::Zero());
    }
    addBrick("shot", radii, edgeTowards(-m_from, across, radii), 0.6 * m_from, -speed * m_from);
  }

  void addBrick(const char* name, const Vec3& radii, const Quat& turn, const Vec3& middle,
                const Vec3& velocity) {
    m_builder.part("superquadric", name,
                   {{"motion", "rigid"},
                    {"exponent_u", 0.2},
                    {"exponent_v", 0.2},
                    {"radii", radii},
                    {"mass", 0.5},
                    {"position", middle},
                    {"orientation", turn},
                    {"velocity", velocity}});
  }

  /// Turns a brick of these sizes so that one of its edges, which run along its z axis, looks that
  /// way and lies along `along`.
  static Quat edgeTowards(const Vec3& way, const Vec3& along, const Vec3& sizes) {
    const Vec3 diagonal = Vec3(sizes.x(), sizes.y(), 0).normalized(), z = Vec3::UnitZ();
    Mat3 own, world;
    own << diagonal, z.cross(diagonal), z;
    world << way, along.cross(way), along;
    return Quat(Mat3(world * own.transpose())).normalized();
  }

  Seeded m_random;
  SceneBuilder m_builder;
  ShotMethod m_method{};
  Vec3 m_from = Vec3::UnitX(), m_aside = Vec3::UnitY();  // the shot comes from there
  Vec3 m_drift = Vec3::Zero();                           // [m/s] of the target, if it is keyed
  double m_duration = 0;                                 // [s]
  double m_reach = 0.03;                                 // [m] within which the target is hit
  bool m_varied = true, m_soft = false, m_keyed = false, m_plane = false;
};

void shoot(int first, int count) {
  int touched = 0;
  for (int seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("shot " + std::to_string(seed));
    const Shot shot(seed);
    const Outcome outcome = shot.run();
    EXPECT_EQ(outcome.trouble, "");
    EXPECT_EQ(outcome.crossing, "");
    touched += outcome.touched;
    EXPECT_LE(outcome.free ? outcome.momentumLost : 0, 1e-8);
    EXPECT_LE(shot.bounded() ? outcome.rise : 0, shot.bound());
  }
  EXPECT_GE(touched, 0.8 * count) << "too many shots go by";
}

// The same shots where nothing but obstacles is felt, and softly: the checker must see it.
TEST(ContactShots, CrossingsAreSeenWhereNothingPreventsThem) {
  int crossed = 0;
  for (int seed = 0; seed < 24; ++seed) {
    const Outcome outcome = Shot(seed, "springs").run();
    EXPECT_EQ(outcome.trouble, "") << "shot " << seed;
    crossed += !outcome.crossing.empty();
  }
  EXPECT_GT(crossed, 12);
}

// The paper's springs let parts in, but make nothing of it: Euler's method swings about the energy
// of a spring by half of ω h = 0.3.
TEST(ContactShots, StickySpringsGiveNoEnergy) {
  int touched = 0;
  for (int seed = 0; seed < 48; ++seed) {
    Shot shot(seed, "sticky");
    EXPECT_LT(shot.gain(), 0.15) << "shot " << seed;
    EXPECT_EQ(shot.fault, "") << "shot " << seed;
    touched += shot.touched;
  }
  EXPECT_GT(touched, 32) << "too many shots go by";
}

TEST(ContactShots, NothingGetsThroughAnything) {
  shoot(0, 20);
}

TEST(ContactShots, SoakNothingGetsThroughAnythingInAThousand) {
  shoot(1000, 1000);
}

}  // namespace
}  // namespace sinew::test
