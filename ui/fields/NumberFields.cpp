#include "ui/fields/NumberFields.h"

#include <QHBoxLayout>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr double kSame = 1e-9;  // [SI] less than is shown

void passGestures(NumberField* from, Field* to) {
  QObject::connect(from, &NumberField::gestureBegan, to, &Field::gestureBegan);
  QObject::connect(from, &NumberField::gestureEnded, to, &Field::gestureEnded);
  QObject::connect(from, &NumberField::gestureCancelled, to, &Field::gestureCancelled);
  QObject::connect(from, &NumberField::refused, to, &Field::refused);
}

QHBoxLayout* rowIn(QWidget* widget) {
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(Spacing::kTight);
  return row;
}

}  // namespace

ScalarField::ScalarField(const ParamSpec& spec, const QString& label, QWidget* parent)
    : Field(parent), m_whole(spec.type == ParamType::Int), m_number(new NumberField(spec, this)) {
  rowIn(this)->addWidget(m_number);
  m_number->setAccessibleName(label);
  setFocusProxy(m_number);
  passGestures(m_number, this);
  connect(m_number, &NumberField::edited, this, [this](double number) {
    emit edited(m_whole ? Value(static_cast<std::int64_t>(number)) : Value(number));
  });
}

void ScalarField::display(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.content))
    m_number->display(static_cast<double>(*whole));
  if (const auto* real = std::get_if<double>(&value.content)) m_number->display(*real);
}

void ScalarField::displayAbsent(const Value& fallback) {
  if (const auto* real = std::get_if<double>(&fallback.content)) m_number->displayAbsent(*real);
}

void ScalarField::displayMixed() {
  m_number->displayMixed();
}

TripleField::TripleField(const ParamSpec& spec, const QString& label, QWidget* parent)
    : Field(parent), m_rotation(spec.type == ParamType::Rotation) {
  auto* row = rowIn(this);
  ParamSpec component = spec;
  component.type = ParamType::Real;
  if (m_rotation) component.unit = "rad";
  const char* const names[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    auto* number = new NumberField(component, this);
    number->setPrefix(names[i]);
    number->setAccessibleName(label + " " + names[i]);
    row->addWidget(number, 1);
    passGestures(number, this);
    connect(number, &NumberField::edited, this, [this, i](double n) { tell(i, n); });
    m_fields[static_cast<std::size_t>(i)] = number;
  }
  setFocusProxy(m_fields[0]);
}

void TripleField::display(const Value& value) {
  constexpr double kRounding = 1e-12;  // of the largest of them: that is no number anyone gave
  m_numbers = numbersOf(value, m_numbers);
  const double least = kRounding * m_numbers.cwiseAbs().maxCoeff();
  for (int i = 0; i < 3; ++i) {
    const double number = std::abs(m_numbers[i]) < least ? 0 : m_numbers[i];
    m_fields[static_cast<std::size_t>(i)]->display(number);
  }
}

void TripleField::displayAbsent(const Value& fallback) {
  m_numbers = numbersOf(fallback, m_numbers);
  for (int i = 0; i < 3; ++i) m_fields[static_cast<std::size_t>(i)]->displayAbsent(m_numbers[i]);
}

void TripleField::displayMixed() {
  for (NumberField* field : m_fields) field->displayMixed();
}

void TripleField::displayAll(const std::vector<Value>& values) {
  display(values.front());
  for (int i = 0; i < 3; ++i) {
    const auto differs = [&](const Value& value) {
      return std::abs(numbersOf(value, m_numbers)[i] - m_numbers[i]) > kSame;
    };
    if (std::ranges::any_of(values, differs)) m_fields[static_cast<std::size_t>(i)]->displayMixed();
  }
}

Value TripleField::merged(const Value& other, const Value& now) const {
  Vec3 numbers = numbersOf(other, m_before);
  numbers[m_told] = m_numbers[m_told];
  return numbers == m_numbers ? now : valueOf(numbers);
}

// Many triples of angles mean one rotation: those that are shown stay while they hold.
Vec3 TripleField::numbersOf(const Value& value, const Vec3& shown) {
  if (const auto* vector = std::get_if<Vec3>(&value.content)) return *vector;
  const auto* rotation = std::get_if<Quat>(&value.content);
  if (rotation == nullptr) return Vec3::Zero();
  return rotationOf(shown).angularDistance(*rotation) > 1e-9 ? anglesOf(*rotation) : shown;
}

Value TripleField::valueOf(const Vec3& numbers) const {
  return m_rotation ? Value(rotationOf(numbers)) : Value(numbers);
}

void TripleField::tell(int component, double number) {
  m_told = component;
  m_before = m_numbers;
  m_numbers[component] = number;
  emit edited(valueOf(m_numbers));
}

Vec3 anglesOf(const Quat& rotation) {
  const Eigen::Matrix3d m = rotation.toRotationMatrix();
  const double y = std::asin(std::clamp(-m(2, 0), -1.0, 1.0));
  // Looking straight up or down, x and z turn about the same axis: give it all to x.
  if (std::abs(m(2, 0)) > 1 - 1e-12) return {std::atan2(-m(1, 2), m(1, 1)), y, 0};
  return {std::atan2(m(2, 1), m(2, 2)), y, std::atan2(m(1, 0), m(0, 0))};
}

Quat rotationOf(const Vec3& angles) {
  using Turn = Eigen::AngleAxisd;
  return Quat(Turn(angles.z(), Vec3::UnitZ()) * Turn(angles.y(), Vec3::UnitY()) *
              Turn(angles.x(), Vec3::UnitX()));
}

}  // namespace sinew::ui
