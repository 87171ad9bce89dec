// Three numbers of one value, of one thing and of several at once.
#include <gtest/gtest.h>

#include <memory>
#include <numbers>

#include "ui/fields/NumberField.h"
#include "ui/fields/NumberFields.h"

namespace sinew::ui {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

class Triple : public ::testing::Test {
 protected:
  void make(const ParamSpec& spec) {
    m_field = std::make_unique<TripleField>(spec, "Value", nullptr);
    m_numbers = m_field->findChildren<NumberField*>();
    ASSERT_EQ(m_numbers.size(), 3);
    QObject::connect(m_field.get(), &Field::edited, [this](const Value& value) { m_told = value; });
  }
  /// What an edit of one number makes of the value `other` of some object.
  Value edit(int component, double number, const Value& other) {
    emit m_numbers[component]->edited(number);
    return m_field->merged(other, m_told);
  }

  std::unique_ptr<TripleField> m_field;
  QList<NumberField*> m_numbers;
  Value m_told;
};

TEST_F(Triple, AnAngleGoesOnPastNinetyDegrees) {
  make(Param::rotation("orientation"));
  Value value{Quat(Quat::Identity())};
  m_field->display(value);
  for (const double degrees : {60.0, 90.0, 120.0, 130.0, 175.0}) {
    value = edit(1, degrees * kDegree, value);
    m_field->display(value);
    const Quat wanted = rotationOf(Vec3(0, degrees * kDegree, 0));
    EXPECT_LT(std::get<Quat>(value.content).angularDistance(wanted), 1e-9) << degrees;
  }
}

TEST_F(Triple, ASecondAngleStandsBesideOneOfNinetyDegrees) {
  make(Param::rotation("orientation"));
  Value value{Quat(Quat::Identity())};
  m_field->display(value);
  for (const auto& [component, degrees] : {std::pair(1, 90.0), {2, 30.0}, {2, 40.0}}) {
    value = edit(component, degrees * kDegree, value);
    m_field->display(value);
  }
  const Quat wanted = rotationOf(Vec3(0, 90 * kDegree, 40 * kDegree));
  EXPECT_LT(std::get<Quat>(value.content).angularDistance(wanted), 1e-9);
}

TEST_F(Triple, WhatIsNotGivenSaysSoUntilItIs) {
  make(Param::vec3("pivot", "m", Vec3::Zero()).optional());
  m_field->displayAbsent(Value(Vec3(Vec3::Zero())));
  for (const NumberField* number : m_numbers) EXPECT_TRUE(number->text().endsWith("not set"));
  const Value given(Vec3(0, 1, 0));
  EXPECT_EQ(edit(1, 1, Value(Vec3(Vec3::Zero()))), given);
  m_field->display(given);
  EXPECT_EQ(m_numbers[1]->text(), "y 1 m");
}

TEST_F(Triple, WhatRoundingLeavesIsShownAsNothingAndKept) {
  make(Param::vec3("position", "m", Vec3::Zero()));
  const Value value(Vec3(1, 2, 9.68e-21));
  m_field->display(value);
  EXPECT_EQ(m_numbers[2]->text(), "z 0 m");
  EXPECT_EQ(edit(0, 3, value), Value(Vec3(3, 2, 9.68e-21)));
  m_field->display(Value(Vec3(0, 0, 9.68e-21)));
  EXPECT_NE(m_numbers[2]->text(), "z 0 m") << "where it is all there is, someone gave it";
}

TEST_F(Triple, OneNumberOfSeveralThingsLeavesTheOthersAlone) {
  make(Param::vec3("position", "m", Vec3::Zero()));
  const Value one(Vec3(1, 2, 3)), other(Vec3(4, 2, 6));
  m_field->displayAll({one, other});
  EXPECT_EQ(std::get<Vec3>(edit(1, 9, one).content), Vec3(1, 9, 3));
  EXPECT_EQ(std::get<Vec3>(edit(1, 9, other).content), Vec3(4, 9, 6));
}

}  // namespace
}  // namespace sinew::ui
