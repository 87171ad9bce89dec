// What `sinew check` says about constraints: no false alarm on healthy scenes, and every sick one
// named in plain words.
#include "core/simulation/ConstraintDoctor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SceneBuilder chain(int links, const Vec3& direction) {
  SceneBuilder builder;
  builder.part("particle", "p0", {});
  builder.constraint("position", "top", {{"point", at("p0")}});
  for (int i = 1; i <= links; ++i) {
    builder.part("particle", fmt::format("p{}", i), {{"position", Vec3(i * direction)}});
    builder.constraint("distance", fmt::format("link{}", i),
                       {{"a", at(fmt::format("p{}", i))}, {"b", at(fmt::format("p{}", i - 1))}});
  }
  return builder;
}

TEST(ConstraintDoctor, HasNothingToSayOnHealthyScenes) {
  EXPECT_THAT(diagnose(SceneBuilder().world()), IsEmpty());
  EXPECT_THAT(diagnose(chain(1, Vec3(1, 0, 0)).world()), IsEmpty());
  EXPECT_THAT(diagnose(chain(20, Vec3(1, 0, 0)).world()), IsEmpty());
  EXPECT_THAT(diagnose(chain(20, Vec3(0.2, 0.9, -3)).world()), IsEmpty()) << "starts apart";
}

// What can be met does not depend on what hangs on it.
TEST(ConstraintDoctor, WeighsEveryPartByItsOwnMass) {
  for (const double load : {1e-8, 1e4, 1e9}) {
    SceneBuilder builder = chain(8, Vec3(0.3, 0.9, 0));
    builder.part("particle", "load", {{"position", Vec3(3, 8, 0)}, {"mass", load}});
    builder.constraint("distance", "last", {{"a", at("load")}, {"b", at("p8")}});
    EXPECT_THAT(diagnose(builder.world()), IsEmpty()) << load;
  }
}

TEST(ConstraintDoctor, IsNotFooledByAChanceAlignment) {
  SceneBuilder builder = chain(4, Vec3(0.5, 0, 0));  // folds flat: all in a line at the start
  builder.constraint("position", "end", {{"point", at("p4")}, {"target", Vec3(2, 0, 0)}});
  EXPECT_THAT(diagnose(builder.world()), IsEmpty());
}

TEST(ConstraintDoctor, NamesCopies) {
  SceneBuilder builder = chain(3, Vec3(1, 0, 0));
  builder.constraint("distance", "again", {{"a", at("p2")}, {"b", at("p3")}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Redundant);
  EXPECT_THAT(findings[0].constraints, ElementsAre("link3", "again"));
  EXPECT_THAT(findings[0].sentence, HasSubstr("\"link3\" and \"again\" hold the same thing"));
}

TEST(ConstraintDoctor, KeepsUnrelatedCopiesApart) {
  SceneBuilder builder = chain(3, Vec3(1, 0, 0));
  builder.constraint("distance", "again1", {{"a", at("p0")}, {"b", at("p1")}});
  builder.constraint("distance", "again3", {{"a", at("p2")}, {"b", at("p3")}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_NE(findings[0].constraints, findings[1].constraints);
}

TEST(ConstraintDoctor, NamesPinsToTwoPlaces) {
  SceneBuilder builder = chain(2, Vec3(1, 0, 0));
  builder.constraint("position", "elsewhere", {{"point", at("p0")}, {"target", Vec3(0, 1, 0)}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Conflicting);
  EXPECT_THAT(findings[0].constraints, ElementsAre("top", "elsewhere"));
  EXPECT_NEAR(findings[0].gap, 0.5, 0.01);
  EXPECT_THAT(findings[0].sentence, HasSubstr("cannot all be met together"));
}

TEST(ConstraintDoctor, SaysAnglesAsAngles) {
  SceneBuilder builder;
  builder.part("superquadric", "egg", {{"radii", Vec3(0.2, 0.2, 0.4)}});
  const std::vector<double> tip = {std::numbers::pi / 2, 0};
  builder.constraint("orientation", "one", {{"a", at("egg", tip)}, {"direction", Vec3(1, 0, 0)}});
  builder.constraint("orientation", "two",
                     {{"a", at("egg", tip)}, {"direction", Vec3(1, std::sqrt(3), 0)}});
  const auto findings = diagnose(builder.world());
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].kind, Finding::Kind::Conflicting);
  // Half of 60° is missing to each, or a little more to one of them: 2° aside the sum of squares
  // that is sought is 0.2 % larger.
  EXPECT_NEAR(findings[0].gap, std::sin(std::numbers::pi / 6), 0.04);
  EXPECT_THAT(findings[0].sentence, testing::ContainsRegex("gaps of up to [0-9.]+° stay open"));
}

TEST(ConstraintDoctor, NamesAChainThatIsTooShort) {
  SceneBuilder builder = chain(3, Vec3(0.4, 0.1, 0));
  builder.constraint("position", "end", {{"point", at("p3")}, {"target", Vec3(5, 0, 0)}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Conflicting);
  EXPECT_EQ(findings[0].constraints.size(), 5u) << "all of them together";
  EXPECT_GT(findings[0].gap, 0.1);
}

TEST(ConstraintDoctor, SaysWhenTheTroubleStarts) {
  Curve later;
  later.keys = {{0, {0}, Interpolation::Step}, {2.5, {1}, Interpolation::Step}};
  SceneBuilder builder = chain(2, Vec3(1, 0, 0));
  builder.constraint("position", "elsewhere",
                     {{"point", at("p0")}, {"target", Vec3(0, 1, 0)}, {"activation", later}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].time, 2.5);
  EXPECT_THAT(findings[0].sentence, HasSubstr("from 2.5 s on"));
}

TEST(ConstraintDoctor, FindsRigidPartsTiedTooOften) {
  SceneBuilder builder;
  builder.part("superquadric", "a", {});
  builder.part("superquadric", "b", {{"position", Vec3(0.9, 0.3, 0)}});
  const std::vector<std::vector<double>> points = {{0.9, 0.0}, {-0.9, 0.0}, {0.0, 0.8}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    builder.constraint("point_to_point", fmt::format("joint{}", i),
                       {{"a", at("a", points[i])}, {"b", at("b", points[i])}});
  }
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u) << "three joints hold nine numbers where six are free";
  EXPECT_EQ(findings[0].kind, Finding::Kind::Redundant);
  EXPECT_THAT(findings[0].constraints, ElementsAre("joint0", "joint1", "joint2"));
}

TEST(ConstraintDoctor, FindsAJointWithinOneRigidPart) {
  SceneBuilder builder;
  builder.part("superquadric", "ball", {});
  builder.constraint("point_to_point", "fold",
                     {{"a", at("ball", {0.0, 0.0})}, {"b", at("ball", {1.2, 0.3})}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Conflicting);
  EXPECT_THAT(findings[0].sentence, HasSubstr("\"fold\" cannot be met"));
}

SceneBuilder pinnedOften(int pins) {
  SceneBuilder builder;
  builder.part("particle", "p0", {});
  for (int i = 0; i < pins; ++i) {
    builder.constraint("position", fmt::format("pin{}", i), {{"point", at("p0")}});
  }
  return builder;
}

TEST(ConstraintDoctor, NamesAllOfManyThatHoldTheSame) {
  const auto findings = diagnose(pinnedOften(200).world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Redundant);
  EXPECT_EQ(findings[0].constraints.size(), 200u);
  EXPECT_EQ(findings[0].spare.size(), 200u);
  EXPECT_THAT(findings[0].sentence, HasSubstr("\"pin11\" and 188 more hold the same thing"));
}

TEST(ConstraintDoctor, WorksInProportionToTheConstraintsOnAPart) {
  DoctorWork some, twice;
  diagnose(pinnedOften(200).world(), {}, &some);
  diagnose(pinnedOften(400).world(), {}, &twice);
  constexpr int kFirst = 100;  // what comes first is compared with less than what comes later
  EXPECT_LE(twice.storage, 2 * some.storage + kFirst);
  EXPECT_LE(twice.products, 2 * some.products + kFirst);
  EXPECT_GT(some.products, 0u);
}

TEST(ConstraintDoctor, NamesAllOfManyThatContradict) {
  SceneBuilder builder = pinnedOften(60);
  builder.constraint("position", "elsewhere", {{"point", at("p0")}, {"target", Vec3(0, 1, 0)}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Conflicting);
  EXPECT_EQ(findings[0].constraints.size(), 61u);
  EXPECT_GT(findings[0].gap, 0.1);
}

/// Joints at many points of two balls that lie in each other.
SceneBuilder jointed(int joints) {
  SceneBuilder builder;
  for (const char* name : {"a", "b"}) builder.part("superquadric", name, {});
  for (int i = 0; i < joints; ++i) {
    const std::vector<double> point = {1.2 * std::sin(i), 2.0 * std::cos(3 * i)};
    builder.constraint("point_to_point", fmt::format("joint{}", i),
                       {{"a", at("a", point)}, {"b", at("b", point)}});
  }
  return builder;
}

TEST(ConstraintDoctor, FindsWhatManyJointsHoldTogether) {
  const auto findings = diagnose(jointed(40).world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Redundant);
  EXPECT_EQ(findings[0].constraints.size(), 40u);
}

TEST(ConstraintDoctor, LeavesAloneWhatACrowdDoesNotHold) {
  SceneBuilder builder = jointed(40);
  builder.part("particle", "bob", {{"position", Vec3(0, -3, 0)}});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"b", at("a", {0, 0})}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].constraints.size(), 40u);
}

}  // namespace
}  // namespace sinew::test
