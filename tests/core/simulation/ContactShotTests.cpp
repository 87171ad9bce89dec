// Seeded shots of all sorts of parts at all sorts of others: nothing may get through anything, and
// no blow makes energy.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

constexpr const char* kIntegrators[] = {"rkf45", "euler", "implicit_euler"};
constexpr const char* kAllIntegrators[] = {"rkf45", "euler", "implicit_euler", "bdf2"};
constexpr const char* kShotMotions[] = {"rigid", "global", "local"};
constexpr double kSteps[] = {0.0005, 0.001, 0.004};

struct Manner {
  const char* contact = "barrier";
  const char* motion = "rigid";  // of solids
  const char* integrator = "";   // by seed
  bool swung = false;            // obstacles come to meet the shot
  bool inCompany = false;        // elsewhere one tumbles, and two swing about their joint
  double gravity = 0;            // [m/s²]
  bool thuds = false;            ///< nothing bounces
};

/// A part of a world by itself, to see what it would do if nothing touched it.
class Flight {
 public:
  Flight(const SceneBuilder& all, const std::string& name) {
    SceneBuilder alone = all;
    alone.keepPart(name);
    m_world = alone.world();
    m_simulator = std::make_unique<Simulator>(m_world);
    m_state = m_simulator->state();
  }

  /// Energy [J] that it gains up to `until` from where it is in `state` of the world `of`.
  double gain(const World& of, const State& state, double until) {
    const CompiledPart& source = of.parts()[*of.findPart(m_world->parts()[0].name)];
    const auto copy = [&](int from, int to, int count) {
      std::copy_n(state.reals.begin() + of.offsets().y + from, count,
                  m_state.reals.begin() + m_world->offsets().y + to);
    };
    copy(source.firstQ, 0, source.dims.q);
    copy(of.configurationSize() + source.firstV, m_world->configurationSize(), source.dims.v);
    m_state.reals[m_world->offsets().time] = state.reals[of.offsets().time];
    m_simulator->restore(m_state);
    const double before = m_simulator->dynamics().energyOf(0).total();
    m_simulator->advanceTo(until);
    return m_simulator->dynamics().energyOf(0).total() - before;
  }

 private:
  std::shared_ptr<const World> m_world;
  std::unique_ptr<Simulator> m_simulator;
  State m_state;
};

/// One part flies at another.
class Shot {
 public:
  explicit Shot(int seed, const Manner& manner = {})
      : m_random(static_cast<std::uint64_t>(seed)), m_manner(manner) {
    const double speed = std::pow(10.0, m_random.uniform(0, 2.301));
    const Vec3 from = m_random.vector(1).normalized();
    const Vec3 aside = from.cross(m_random.vector(1));
    const bool chosen = *manner.integrator != 0;
    m_builder.settings({{"contact", manner.contact},
                        {"contact_range", 0.002},
                        {"integrator", chosen ? manner.integrator : kIntegrators[seed % 3]},
                        {"step", kSteps[m_random.below(3)]},
                        {"tolerance", 1e-4},
                        {"gravity", Vec3(0, -manner.gravity, 0)},
                        {"restitution", (manner.thuds ? 0 : 1) * m_random.uniform(0, 1)}});
    m_duration = 1.0 / speed;
    m_swing = manner.swung ? Vec3(0.2 * from) : Vec3(Vec3::Zero());
    addTarget(m_random.below(7));
    const double aim = m_random.uniform(0, 0.15);
    // Planes have a side to stay on.
    const Vec3 start = m_plane ? Vec3(0.3 * from.x(), 0.5, 0.3 * from.z())
                               : Vec3(0.6 * from + aim * aside.normalized());
    const Vec3 flight = m_plane ? Vec3(aside.x(), -1, aside.z()) : Vec3(-from);
    addShooter(m_random.below(3), start, speed * flight.normalized());
    if (manner.inCompany) addCompany();
  }

  std::shared_ptr<const World> world() const { return m_builder.world(); }
  double duration() const { return m_duration; }  ///< [s]

  /// Runs it; false with `fault` if something crossed.
  bool run() {
    const auto world = m_builder.world();
    if (!world) return false;
    Simulator simulator(world);
    CrossingChecker checker(simulator);
    while (simulator.time() < m_duration) {
      const StepReport& report = simulator.step(m_duration);
      if (report.status != RunStatus::Ok) {
        fault = report.message;
        stopped = true;
        return false;
      }
      touched |= report.contacts > 0;
      checker.look();
      fault = checker.fault;
      if (!fault.empty()) return false;
    }
    return true;
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

  /// Under implicit Euler: the most by which the energy of the two rose at any time while there
  /// were touches, as a share of that of the impact, beyond what each would have gained by itself:
  /// what bends as it tumbles gains a little in flight, for which contact is not to blame.
  double rise() {
    const auto world = m_builder.world();
    Simulator simulator(world);
    std::vector<Flight> flights;
    for (int i = 0; i < kTwo; ++i) {
      if (world->parts()[i].dims.v > 0) flights.emplace_back(m_builder, world->parts()[i].name);
    }
    const double impact = impactOf(simulator);
    const auto energy = [&] { return energyOfTwo(simulator); };
    double least = energy(), most = 0;
    while (simulator.time() < m_duration) {
      const bool touching = simulator.report().contacts > 0;
      const double before = energy();
      const State start = simulator.state();
      if (simulator.step(m_duration).status != RunStatus::Ok) {
        fault = simulator.report().message;
        break;
      }
      touched |= simulator.report().contacts > 0;
      if (!touching && simulator.report().contacts == 0) {
        least += energy() - before;
      } else if (energy() > before) {
        for (Flight& flight : flights) {
          least += std::max(0.0, flight.gain(*world, start, simulator.time()));
        }
      }
      least = std::min(least, energy());
      most = std::max(most, energy() - least);
    }
    steps = simulator.report().steps;
    return most / impact;
  }

  bool touched = false;
  bool stopped = false;  ///< by the simulator, which says why in `fault`
  std::string fault;
  std::uint64_t steps = 0;  ///< in rise()

 private:
  static constexpr int kTwo = 2;  // the target and the shot come first

  /// [J] All that moves, but for what the two go on with together: no touch can take that.
  static double impactOf(const Simulator& simulator) {
    double mass = 0, kinetic = 0;
    bool free = true;
    Vec3 momentum = Vec3::Zero();
    for (int i = 0; i < kTwo; ++i) {
      const CompiledPart& part = simulator.world().parts()[i];
      const PartEnergy energy = simulator.dynamics().energyOf(i);
      free &= part.dims.v > 0;
      mass += part.part->mass();
      kinetic += energy.kinetic;
      momentum += energy.momentum;
    }
    return free ? kinetic - momentum.squaredNorm() / (2 * mass) : kinetic;
  }

  static double energyOfTwo(const Simulator& simulator) {
    double sum = simulator.dynamics().contacts().energy;
    for (int i = 0; i < kTwo; ++i) sum += simulator.dynamics().energyOf(i).total();
    return sum;
  }

  void addCompany() {
    const auto solid = [&](const char* name, const Vec3& at, const Vec3& spin) {
      m_builder.part("superquadric", name,
                     {{"mass", 10.0},
                      {"radii", Vec3(0.3, 0.1, 0.2)},
                      {"position", at},
                      {"angular_velocity", spin}});
    };
    solid("tumbles", Vec3(50, 5, 0), Vec3(3, 7, 1));
    solid("swings", Vec3(60, 5, 0), Vec3(0, 0, 5));
    m_builder.constraint(
        "position", "nail",
        {{"point", Value(MaterialPoint{"swings", {0.0, 0.0}})}, {"target", Vec3(60.3, 5, 0)}});
  }

  void addTarget(int sort) {
    const Quat turn(Eigen::AngleAxisd(m_random.uniform(0, 3), m_random.vector(1).normalized()));
    m_plane = sort == 0;
    switch (sort) {
      case 0:
        m_builder.part("plane", "target", {});
        break;
      case 1:
        m_builder.part(
            "box", "target",
            {{"size", Vec3(0.3, 0.02, 0.4)}, {"orientation", turn}, {"position", way()}});
        break;
      case 2:
        m_builder.part("sphere", "target", {{"radius", 0.2}, {"position", way()}});
        break;
      case 3:
        m_builder.part(
            "capsule", "target",
            {{"radius", 0.03}, {"length", 0.4}, {"orientation", turn}, {"position", way()}});
        break;
      case 4:
        m_builder.part("particle", "target", {{"radius", 0.1}});
        break;
      case 5:
        addRope("target", Vec3::Zero(), Vec3::Zero());
        break;
      default:
        addSolid("target", Vec3::Zero(), Vec3::Zero());
    }
  }

  /// Of an obstacle: where it stays, or there and back at a fraction of the speed of the shot.
  Value way() const {
    if (!m_manner.swung) return Vec3(Vec3::Zero());
    Curve way;
    way.components = 3;
    const auto key = [&](double time, const Vec3& at) {
      way.keys.push_back({time, {at.x(), at.y(), at.z()}, Interpolation::Linear});
    };
    key(0, Vec3::Zero());
    key(0.6 * m_duration, m_swing);
    key(m_duration, Vec3::Zero());
    return way;
  }

  void addShooter(int sort, const Vec3& at, const Vec3& velocity) {
    if (sort == 0) {
      const double radius = m_random.uniform(0.005, 0.05);
      m_builder.part("particle", "shot",
                     {{"radius", radius}, {"mass", 0.2}, {"position", at}, {"velocity", velocity}});
    } else if (sort == 1) {
      addRope("shot", at, velocity);
    } else {
      addSolid("shot", at, velocity);
    }
  }

  void addRope(const char* name, const Vec3& at, const Vec3& velocity) {
    m_builder.part("rope", name,
                   {{"position", at},
                    {"velocity", velocity},
                    {"length", 0.3},
                    {"control_points", 5},
                    {"radius", m_random.uniform(0.003, 0.01)},
                    {"youngs_modulus", 1e6}});
  }

  void addSolid(const char* name, const Vec3& at, const Vec3& velocity) {
    const Quat turn(Eigen::AngleAxisd(m_random.uniform(0, 3), m_random.vector(1).normalized()));
    m_builder.part("superquadric", name,
                   {{"motion", m_manner.motion},
                    {"radii", Vec3(0.12, m_random.uniform(0.01, 0.1), 0.08)},
                    {"mass", 0.5},
                    {"position", at},
                    {"orientation", turn},
                    {"velocity", velocity},
                    {"angular_velocity", m_random.vector(20)}});
  }

  Seeded m_random;
  Manner m_manner;
  Vec3 m_swing = Vec3::Zero();  // [m] of obstacles
  SceneBuilder m_builder;
  double m_duration = 0;  // [s]
  bool m_plane = false;
};

// A solid whose taper and radii move has springs for them, which the hardest blows overcome.
bool givesWay(const Shot& shot) {
  return shot.fault.find("inside out") != std::string::npos ||
         shot.fault.find("squeezed to nothing") != std::string::npos;
}

// The integrator itself makes a hundredth of the energy, in flight or of springs, and the take is
// stopped for that: what was seen up to there still counts.
bool makesEnergy(const Shot& shot) {
  return shot.fault.find("nothing put in") != std::string::npos;
}

void shoot(int first, int count, const Manner& manner = {}) {
  int touched = 0, stopped = 0;
  for (int seed = first; seed < first + count; ++seed) {
    Shot shot(seed, manner);
    const bool euler = std::string_view(kIntegrators[seed % 3]) == "euler";
    EXPECT_TRUE(shot.run() || (euler && makesEnergy(shot))) << seed << ": " << shot.fault;
    touched += shot.touched;
    stopped += shot.stopped;
  }
  EXPECT_GT(touched, count / 3) << "too many shots go by";
  EXPECT_LE(stopped, count / 200) << "too many are stopped for what ropes gain that fold";
}

// The same shots where nothing but obstacles is felt, and softly: the checker must see it.
TEST(ContactShots, CrossingsAreSeenWhereNothingPreventsThem) {
  int crossed = 0;
  for (int seed = 0; seed < 24; ++seed) {
    Shot shot(seed, {.contact = "springs"});
    if (!shot.run()) ++crossed;
  }
  EXPECT_GT(crossed, 6);
}

// The paper's springs let parts in, but make nothing of it: Euler's method swings about the energy
// of a spring by half of ω h = 0.3.
TEST(ContactShots, StickySpringsGiveNoEnergy) {
  int touched = 0, stopped = 0;
  for (int seed = 0; seed < 48; ++seed) {
    Shot shot(seed, {.contact = "sticky"});
    EXPECT_LT(shot.gain(), 0.15) << "shot " << seed;
    if (makesEnergy(shot)) {
      ++stopped;
    } else {
      EXPECT_EQ(shot.fault, "") << "shot " << seed;
    }
    touched += shot.touched;
  }
  EXPECT_LE(stopped, 2) << "too many takes are stopped for what the integrator gains";
  EXPECT_GT(touched, 16) << "too many shots go by";
}

// At every step of a blow, whatever is thrown at whatever.
void makeNoEnergy(int first, int count, const Manner& manner = {}, double most = 1e-7) {
  int touched = 0, shots = 0, broken = 0, stopped = 0;
  double rise = 0;  // largest share of an impact's energy
  for (int seed = first - first % 3 + 2; seed < first + count; seed += 3) {  // implicit_euler
    Manner its = manner;
    its.motion = kShotMotions[seed / 3 % 3];
    Shot shot(seed, its);
    ++shots;
    rise = std::max(rise, shot.rise());
    EXPECT_LE(rise, most) << "shot " << seed << " or one before";
    if (givesWay(shot)) {
      ++broken;
    } else if (makesEnergy(shot)) {
      ++stopped;
    } else {
      EXPECT_EQ(shot.fault, "") << "shot " << seed;
    }
    touched += shot.touched;
  }
  testing::Test::RecordProperty("rise", std::to_string(1e9 * rise));  // billionths
  EXPECT_GT(touched, shots / 4) << "too many shots go by";
  EXPECT_LE(stopped, 1 + shots / 100) << "too many takes are stopped for what is gained in flight";
  EXPECT_LE(broken, shots / 200) << "too many solids give way";
}

TEST(ContactShots, BlowsMakeNoEnergyUnderImplicitEuler) {
  makeNoEnergy(0, 150);
}

TEST(ContactShots, BlowsMakeNoEnergyWhereThingsFall) {
  makeNoEnergy(0, 114, {.gravity = 9.81});
  makeNoEnergy(6431, 1, {.gravity = 9.81});  // a ball and a rope that fall together
  Shot turning(6398, {.motion = kShotMotions[6398 / 3 % 3], .gravity = 9.81});
  EXPECT_LE(turning.rise(), 1e-7);
  EXPECT_LT(turning.steps, 400U) << "ropes that turn along each other: no length of steps helps";
}

TEST(ContactShots, BlowsMakeNoEnergyBesideWhatTumblesAndIsHeld) {
  makeNoEnergy(0, 75, {.inCompany = true});
}

// Where nothing bounces contact is taken at the end of steps that are as long as it likes.
TEST(ContactShots, ThudsMakeNoEnergyUnderImplicitEuler) {
  makeNoEnergy(0, 120, {.thuds = true});
}

// Each blow is judged by itself: nobody waits for another's.
TEST(ContactShots, CompanyCostsABlowNoSteps) {
  std::uint64_t alone = 0, inCompany = 0;
  for (int seed = 2; seed < 20; seed += 3) {
    for (const bool company : {false, true}) {
      Shot shot(seed, {.inCompany = company});
      (void)shot.rise();
      (company ? inCompany : alone) += shot.steps;
    }
  }
  EXPECT_LT(static_cast<double>(inCompany), 1.05 * static_cast<double>(alone));
}

TEST(ContactShots, SoakBlowsMakeNoEnergyUnderImplicitEulerInAThousand) {
  makeNoEnergy(3000, 3000);
  // Some then roll or slide on in steps by the thousand, each of which may make next to nothing.
  constexpr double kRollsOn = 1e-5;
  makeNoEnergy(6000, 3000, {.gravity = 9.81}, kRollsOn);
  makeNoEnergy(9000, 1500, {.inCompany = true, .gravity = 9.81}, kRollsOn);
  makeNoEnergy(12000, 1500, {.gravity = 9.81, .thuds = true}, kRollsOn);
}

TEST(ContactShots, NothingGetsThroughAnything) {
  shoot(0, 12);
  shoot(12, 12, {.thuds = true});
  shoot(1195, 1);  // a rope that folds in flight, under Euler's method
}

TEST(ContactShots, SoakNothingGetsThroughAnythingInAThousand) {
  shoot(1000, 1000);
  shoot(2000, 300, {.thuds = true});
}

// A solid so hit that its taper would turn it inside out in any step of error control.
TEST(ContactShots, WhereErrorControlFindsNoStepAStableOneGoesOn) {
  Shot shot(30017, {.motion = "global", .integrator = "rkf45", .swung = true});
  Simulator simulator(shot.world());
  CrossingChecker checker(simulator);
  const auto step = [&](Simulator& which) {
    ASSERT_EQ(which.step(shot.duration()).status, RunStatus::Ok) << which.report().message;
  };
  while (simulator.time() < shot.duration() && !simulator.report().unsettled) {
    step(simulator);
    checker.look();
  }
  ASSERT_TRUE(simulator.report().unsettled && simulator.report().unsettledParts[0] >= 0);
  const State rescued = simulator.state();
  int exact = 0;
  for (int i = 0; i < 40; ++i) {
    step(simulator);
    exact += !simulator.report().unsettled;
    checker.look();
    ASSERT_EQ(checker.fault, "");
  }
  EXPECT_GT(exact, 30) << "error control takes up again at once";
  Simulator resumed(shot.world());
  resumed.restore(rescued);
  for (int i = 0; i < 40; ++i) step(resumed);
  EXPECT_EQ(resumed.state().hash(), simulator.state().hash()) << "nothing of the rescue is left";
}

// Steps cut into 64 would turn these inside out.
TEST(ContactShots, ShapesSurviveBlowsInFinerSteps) {
  for (const int seed : {9896, 9968, 10310}) {
    Shot shot(seed, {.motion = "global", .inCompany = true, .gravity = 9.81});
    EXPECT_LE(shot.rise(), 1e-7) << "shot " << seed;
    EXPECT_EQ(shot.fault, "") << "shot " << seed;
  }
}

// Whatever the method, however solids move, and obstacles too. Some are hit harder than they can
// be: those stop and say so.
void shootAnyhow(int first, int count) {
  int touched = 0, stopped = 0;
  for (int seed = first; seed < first + count; ++seed) {
    Shot shot(seed, {.motion = kShotMotions[seed / 4 % 3],
                     .integrator = kAllIntegrators[seed % 4],
                     .swung = seed / 12 % 2 == 1});
    EXPECT_TRUE(shot.run() || shot.stopped) << "shot " << seed << ": " << shot.fault;
    stopped += shot.stopped;
    touched += shot.touched;
  }
  EXPECT_GT(touched, count / 3) << "too many shots go by";
  EXPECT_LE(stopped, 1 + count / 100) << "too many stop";
}

TEST(ContactShots, NothingGetsThroughAnythingThatMovesOrBends) {
  shootAnyhow(6000, 24);
}

TEST(ContactShots, SoakNothingGetsThroughAnythingThatMovesOrBendsInFourHundred) {
  shootAnyhow(7000, 400);
}

}  // namespace
}  // namespace sinew::test
