#pragma once
#include "ui/fields/Field.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace sinew::ui {

/// On or off.
class SwitchField : public Field {
  Q_OBJECT
 public:
  SwitchField(const QString& label, QWidget* parent);
  void display(const Value& value) override;
  void displayMixed() override;

 private:
  QCheckBox* m_box;
};

/// Choices that are shown as they are called.
std::function<QList<Choice>()> plainly(std::function<QStringList()> names);

/// One of several names: choices of an Enum, parts, materials.
class ChoiceField : public Field {
  Q_OBJECT
 public:
  using Choices = std::function<QList<Choice>()>;
  /// `none`: whether no name at all is a choice too.
  enum class None { Forbidden, Allowed };
  ChoiceField(Choices choices, None none, const QString& label, QWidget* parent);
  void display(const Value& value) override;
  void displayMixed() override;

 private:
  void fill();

  Choices m_choices;
  const None m_none;
  QComboBox* m_box;
};

/// A line of text.
class TextField : public Field {
  Q_OBJECT
 public:
  TextField(const QString& label, QWidget* parent);
  void display(const Value& value) override;
  void displayMixed() override;

 private:
  QLineEdit* m_line;
  QString m_shown;
};

/// A linear colour as the screen shows it.
QColor screenColour(const Vec3& linear);

/// A colour, linear inside, shown and picked as screens show it.
class ColourField : public Field {
  Q_OBJECT
 public:
  ColourField(const QString& label, QWidget* parent);
  void display(const Value& value) override;
  void displayAbsent(const Value& fallback) override;
  void displayMixed() override;

 private:
  void pick();
  void paint(const QColor& colour);

  QToolButton* m_button;
  Vec3 m_colour = Vec3::Zero();
};

}  // namespace sinew::ui
