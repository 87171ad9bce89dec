#pragma once
#include <array>

#include "ui/fields/Field.h"

namespace sinew::ui {

class NumberField;

/// One number: Real or Int.
class ScalarField : public Field {
  Q_OBJECT
 public:
  ScalarField(const ParamSpec& spec, const QString& label, QWidget* parent);
  void display(const Value& value) override;
  void displayAbsent(const Value& fallback) override;
  void displayMixed() override;

 private:
  const bool m_whole;
  NumberField* m_number;
};

/// Three numbers side by side: a vector, or a rotation as angles about x, then y, then z.
class TripleField : public Field {
  Q_OBJECT
 public:
  TripleField(const ParamSpec& spec, const QString& label, QWidget* parent);
  void display(const Value& value) override;
  void displayAbsent(const Value& fallback) override;
  void displayMixed() override;
  void displayAll(const std::vector<Value>& values) override;
  Value merged(const Value& other, const Value& now) const override;
  bool wide() const override { return true; }

 private:
  void tell(int component, double number);
  static Vec3 numbersOf(const Value& value, const Vec3& shown);
  Value valueOf(const Vec3& numbers) const;

  const bool m_rotation;
  int m_told = 0;                                          // the component edited last
  Vec3 m_numbers = Vec3::Zero(), m_before = Vec3::Zero();  // before the last edit
  std::array<NumberField*, 3> m_fields{};
};

/// Angles about x, y, z [rad], applied in this order about the axes of the world, and back.
Vec3 anglesOf(const Quat& rotation);
Quat rotationOf(const Vec3& angles);

}  // namespace sinew::ui
