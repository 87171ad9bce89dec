// Which constraints are told as such that cannot be met, and how long; which contact as rough.
#include "ui/window/FightWatch.h"

#include <gtest/gtest.h>

#include <functional>

#include "ui/window/RoughContacts.h"

namespace sinew::ui {
namespace {

class FightsOf : public ::testing::Test {
 protected:
  FightsOf() {
    auto topology = std::make_shared<RenderTopology>();
    topology->constraints.resize(1);
    topology->constraints[0].constraint = "knot";
    m_snapshot.topology = topology;
    m_snapshot.report.constraints.resize(1);
    state().active = state().conflicting = true;
  }

  ConstraintStatus& state() { return m_snapshot.report.constraints[0]; }
  double now() const { return m_snapshot.report.time; }

  /// Whether it was told in this time [s] of the take, while its gap went as `gap` says [m].
  bool isToldIn(double time, const std::function<double()>& gap) {
    bool told = false;
    for (const double end = now() + time; now() < end; m_snapshot.report.time += 1.0 / 30) {
      state().residual = gap();
      m_fights.look(m_snapshot);
      told = told || m_fights.goesOn("knot");
    }
    return told;
  }

  Snapshot m_snapshot;
  FightWatch m_fights;
};

TEST_F(FightsOf, TellWhatStaysOpenUntilItIsMet) {
  const auto stays = [] { return 0.3; };
  EXPECT_FALSE(isToldIn(0.2, stays)) << "a moment is nothing";
  EXPECT_TRUE(isToldIn(0.2, stays));
  state().conflicting = false;
  EXPECT_FALSE(isToldIn(0.9, stays));
  EXPECT_FALSE(m_fights.isOver({"knot"})) << "it may come back";
  EXPECT_FALSE(isToldIn(0.2, stays));
  EXPECT_TRUE(m_fights.isOver({"knot"}));
}

TEST_F(FightsOf, LeaveOutWhatCloses) {
  EXPECT_FALSE(isToldIn(2, [this] { return 0.3 * std::exp(-2 * now()); }));
  EXPECT_TRUE(isToldIn(1, [this] { return 0.01 * (1 + std::sin(30 * now())); })) << "swings";
}

TEST_F(FightsOf, LeaveOutWhatIsTooSmallToSee) {
  state().closed = true;
  EXPECT_FALSE(isToldIn(1, [this] { return 1e-4 * now(); })) << "as after a hard pull";
  state().open = OpenGap::Unreachable;
  EXPECT_TRUE(isToldIn(1, [] { return 0.01; }));
}

TEST_F(FightsOf, LeaveOutWhatAHandPulls) {
  const auto stays = [] { return 0.3; };
  m_snapshot.forces.emplace_back().source = ForceArrow::Source::Hand;
  EXPECT_FALSE(isToldIn(1, stays));
  m_snapshot.forces.clear();
  EXPECT_FALSE(isToldIn(0.2, stays));
  EXPECT_TRUE(isToldIn(0.2, stays));
}

TEST_F(FightsOf, BeginAnewAfterALeapButAreNotOver) {
  const auto stays = [] { return 0.3; };
  EXPECT_TRUE(isToldIn(1, stays));
  for (const double time : {5.0, 0.0}) {
    m_snapshot.report.time = time;
    EXPECT_FALSE(isToldIn(0.2, stays));
    EXPECT_FALSE(m_fights.isOver({"knot"}));
  }
  state().conflicting = false;
  EXPECT_FALSE(isToldIn(1.1, stays));
  EXPECT_TRUE(m_fights.isOver({"knot"}));
}

TEST_F(FightsOf, AreOverAtOnceWhereAChangeMendsThem) {
  const auto stays = [] { return 0.3; };
  EXPECT_TRUE(isToldIn(1, stays));
  ++m_snapshot.sceneRevision;
  m_fights.look(m_snapshot);
  EXPECT_FALSE(m_fights.isOver({"knot"})) << "it changed something else";
  ++m_snapshot.sceneRevision;
  state().active = false;
  m_fights.look(m_snapshot);
  EXPECT_TRUE(m_fights.isOver({"knot"})) << "while time stands";
}

/// How often a pair was told of in a second of the take whose frames leave as much rough [s].
int toldInASecond(RoughContacts& contacts, Snapshot& snapshot, double eachFrame) {
  int told = 0;
  snapshot.peaks.unsettled = eachFrame;
  for (int frame = 0; frame < 30; ++frame) {
    snapshot.report.time += 1.0 / 30;
    told += contacts.look(snapshot) ? 1 : 0;
  }
  return told;
}

TEST(RoughContacts, AreToldOncePerPairWhereTheyGoOn) {
  RoughContacts contacts;
  Snapshot snapshot;
  snapshot.peaks.unsettledParts = {0, 2};
  EXPECT_EQ(toldInASecond(contacts, snapshot, 0), 0);
  EXPECT_EQ(toldInASecond(contacts, snapshot, 0.002), 0) << "a blow";
  EXPECT_EQ(toldInASecond(contacts, snapshot, 0.01), 1);
  EXPECT_EQ(contacts.pair(), (RoughContacts::Pair{0, 2}));
  EXPECT_EQ(toldInASecond(contacts, snapshot, 0.01), 0) << "said already";
  snapshot.peaks.unsettledParts = {1, 2};
  EXPECT_EQ(toldInASecond(contacts, snapshot, 0.01), 1);
  contacts.forget();
  EXPECT_EQ(toldInASecond(contacts, snapshot, 0.01), 1) << "another scene";
}

}  // namespace
}  // namespace sinew::ui
