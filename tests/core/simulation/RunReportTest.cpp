// What a whole run's report makes of its steps.
#include <gtest/gtest.h>

#include "core/simulation/RunReport.h"
#include "core/simulation/StepPeaks.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// A report of a run with one constraint, step after step.
class OneConstraint {
 public:
  void step(double residual, bool closed, bool active = true, bool broken = false) {
    StepReport report;
    report.time = 0.1 * static_cast<double>(++m_steps);
    ConstraintStatus status;
    status.residual = residual;
    status.closed = closed;
    status.active = active;
    status.broken = broken;
    m_met = closed || (m_met && m_active);  // what is switched on has not met yet
    m_active = active;
    status.met = m_met;
    report.constraints = {status};
    m_report.observe(report);
  }
  OrderedJson constraint() const { return m_report.json(RunStatus::Ok, 0, 0)["constraints"][0]; }

 private:
  static std::shared_ptr<const World> world() {
    SceneBuilder builder;
    builder.part("particle", "bob", {});
    builder.constraint("position", "pin", {{"point", at("bob")}});
    return builder.world();
  }
  RunReport m_report{*world()};
  int m_steps = 0;
  bool m_met = false, m_active = false;
};

TEST(RunReport, CountsAGapThatOpensAgain) {
  OneConstraint run;
  run.step(0.5, false);
  run.step(0.001, true);
  run.step(0.2, false);  // torn open: its law starts anew, and it is not closed until it has met
  run.step(0.001, true);
  EXPECT_DOUBLE_EQ(run.constraint()["closed_at"], 0.2);
  EXPECT_DOUBLE_EQ(run.constraint()["residual_max_after_closed"], 0.2);
  EXPECT_DOUBLE_EQ(run.constraint()["residual_end"], 0.001);
}

TEST(RunReport, CountsNoGapWhileAConstraintIsOffOrBrokenOrComesTogetherAgain) {
  OneConstraint run;
  run.step(0.001, true);
  run.step(0.3, true, false);
  run.step(0.4, false);
  run.step(0.002, true);
  run.step(0.6, true, true, true);
  EXPECT_DOUBLE_EQ(run.constraint()["residual_max_after_closed"], 0.002);
}

// What a step ends with counts for as long as it took: one bad frame of a thousand tiny steps is
// not nearly all of the take. Rounds are work, and count by the step.
TEST(RunReport, TellsTheMostAndWhatNinetyNinePercentStayBelow) {
  SceneBuilder builder;
  builder.part("particle", "bob", {});
  builder.constraint("position", "pin", {{"point", at("bob")}});
  RunReport run(*builder.world());
  StepReport report;
  report.constraints.resize(1);
  report.constraints[0] = {
      .residual = 1e-9, .force = 2, .active = true, .closed = true, .met = true};
  run.begin(report);
  const auto step = [&](double seconds, double gap, double force, int rounds) {
    ++report.steps;
    report.time += seconds;
    report.stepSize = seconds;
    report.constraints[0].residual = gap;
    report.constraints[0].force = force;
    report.maxPenetration = 2 * gap;
    report.residual = 0.01;
    report.rounds = rounds;
    run.observe(report);
  };
  for (int i = 0; i < 100; ++i) step(0.01, 1e-9, 2, 1);
  for (int i = 0; i < 200; ++i) step(1e-5, 1e-3, 50, 9);
  const OrderedJson json = run.json(RunStatus::Ok, 0, 0);
  EXPECT_DOUBLE_EQ(json["spread"]["gap"]["max"], 1e-3);
  EXPECT_NEAR(json["spread"]["gap"]["p99"], 1e-9, 1e-11);
  EXPECT_DOUBLE_EQ(json["spread"]["penetration"]["max"], 2e-3);
  EXPECT_NEAR(json["spread"]["residual"]["p99"], 0.01, 1e-4);
  EXPECT_EQ(json["spread"]["rounds"]["max"], 9);
  EXPECT_NEAR(json["spread"]["rounds"]["p99"], 9, 0.1);
  const OrderedJson& pin = json["constraints"][0];
  EXPECT_DOUBLE_EQ(pin["force_max"], 50);
  EXPECT_NEAR(pin["force_max_at"], 1, 1e-4);
  EXPECT_DOUBLE_EQ(pin["force_end"], 50);
}

TEST(RunReport, SaysWhichContactDidNotSettleAndHowLong) {
  SceneBuilder builder;
  builder.part("particle", "bob", {});
  builder.part("particle", "ann", {});
  RunReport run(*builder.world());
  StepReport report;
  report.unsettled = true;
  run.begin(report);
  EXPECT_EQ(run.unsettled().steps, 0) << "before it began";
  report.stepSize = 0.01;
  for (const int second : {1, -1, 0, 1}) {
    ++report.steps;
    report.unsettled = second != 0;
    report.unsettledParts = {0, second};
    run.observe(report);
  }
  const OrderedJson json = run.json(RunStatus::Ok, 0, 0);
  EXPECT_EQ(json["unsettled_steps"], 3);
  EXPECT_DOUBLE_EQ(json["unsettled_seconds"], 0.03);
  EXPECT_EQ(json["unsettled_parts"], OrderedJson({"bob", "ann"})) << "most often";
}

// What went on before a frame that is gone on from is not the run's.
TEST(RunReport, ARunThatGoesOnTellsOnlyOfItself) {
  SceneBuilder builder;
  builder.settings({{"contact", "springs"}, {"step", 0.01}});
  builder.part("particle", "bob", {{"position", Vec3(0.1, 0, 0)}});
  builder.part("plane", "floor", {{"position", Vec3(0, -0.04, 0)}, {"stiffness", 100.0}});
  builder.constraint("position", "pin", {{"point", at("bob")}, {"assembly_time", 0.2}});
  const auto world = builder.world();
  Simulator first(world);
  first.advanceTo(1);
  ASSERT_TRUE(first.report().constraints[0].closed);
  ASSERT_EQ(first.report().contacts, 1);
  Simulator second(world);
  second.restore(first.state());
  RunReport report(*world);
  report.begin(second.report());
  while (second.time() < 1.1) report.observe(second.step(1.1));
  const OrderedJson json = report.json(RunStatus::Ok, 0, 0);
  EXPECT_TRUE(json["constraints"][0]["closed_at"].is_null());
  EXPECT_EQ(json["steps"], 10);
  EXPECT_EQ(json["contacts"]["events"], 0);
  EXPECT_GT(json["stage_seconds"]["accept"], 0);
}

TEST(StepPeaks, GapsAreOfWhatMustHoldAndInMetres) {
  StepReport report;
  report.constraints = {{.residual = 5, .active = true},
                        {.residual = 4, .active = true, .met = true, .angle = true},
                        {.residual = 3, .met = true},
                        {.residual = 2, .active = true, .broken = true, .met = true},
                        {.residual = 0.1, .active = true, .met = true}};
  StepPeaks peaks;
  peaks.add(report);
  EXPECT_DOUBLE_EQ(peaks.gap, 0.1);
}

// A bob on its way home and a jelly being turned are wide open at first, and that is no gap.
TEST(StepPeaks, MeanTheSameGapAsTheReport) {
  SceneBuilder builder;
  builder.settings({{"contact", "springs"}, {"step", 0.01}});
  builder.part("particle", "bob", {{"position", Vec3(0.1, 0, 0)}});
  builder.part("superquadric", "jelly", {{"position", Vec3(3, 0, 0)}});
  builder.constraint("position", "pin", {{"point", at("bob")}, {"assembly_time", 0.2}});
  builder.constraint("orientation", "turn",
                     {{"a", at("jelly", {0, 0})}, {"direction", Vec3(0, 1, 0)}});
  const auto world = builder.world();
  Simulator simulator(world);
  EXPECT_FALSE(simulator.report().constraints[0].angle);
  EXPECT_TRUE(simulator.report().constraints[1].angle);
  RunReport run(*world);
  run.begin(simulator.report());
  StepPeaks peaks;
  while (simulator.time() < 2) {
    run.observe(simulator.step(2));
    peaks.add(simulator.report());
    if (simulator.time() < 0.1) {
      EXPECT_EQ(peaks.gap, 0);  // it is on its way
    }
  }
  ASSERT_TRUE(simulator.report().constraints[0].met);
  EXPECT_GT(peaks.gap, 0);
  EXPECT_LT(peaks.gap, 1e-6);
  EXPECT_DOUBLE_EQ(run.json(RunStatus::Ok, 0, 0)["spread"]["gap"]["max"], peaks.gap);
}

// A gap of 3, 4 and 12 mm along the axes is one of 13 mm.
TEST(RunReport, ResidualIsHowFarThePointIsAway) {
  SceneBuilder builder;
  builder.part("particle", "bob", {{"position", Vec3(0.003, 0.004, 0.012)}});
  builder.constraint("position", "pin", {{"point", at("bob")}, {"target", Vec3(0, 0, 0)}});
  const Simulator simulator(builder.world());
  EXPECT_NEAR(simulator.report().constraints[0].residual, 0.013, 1e-15);
}

}  // namespace
}  // namespace sinew::test
