#pragma once
#include <vector>

#include "ui/fields/Field.h"

class QHBoxLayout;
class QVBoxLayout;
class QLabel;

namespace sinew::ui {

class ChoiceField;
class NumberField;

/// A material point: which part, and where on it.
class PointField : public Field {
  Q_OBJECT
 public:
  PointField(const QString& label, const FieldContext& context, QWidget* parent);
  void display(const Value& value) override;
  void displayMixed() override;
  bool wide() const override { return true; }

 private:
  NumberField* addNumber(const ParamSpec& spec, std::size_t index);
  void showCoordinates();
  void turnTo(const std::string& part);

  const QString m_label;
  const std::function<ParamTable(const std::string&)> m_described;
  MaterialPoint m_point;
  ChoiceField* m_part;
  ParamTable m_shown;  // what the numbers mean
  std::vector<NumberField*> m_numbers;
  QHBoxLayout* m_row;
};

/// A list: an editor per element, one to add, one each to remove.
class ListField : public Field {
  Q_OBJECT
 public:
  ListField(const ParamSpec& spec, const QString& label, const FieldContext& context,
            QWidget* parent);
  void display(const Value& value) override;
  void displayMixed() override;
  bool wide() const override { return true; }

 private:
  /// Of numbers that the program writes and nobody by hand: only their count is shown.
  bool isPlain() const { return m_item.type == ParamType::Real; }
  void addRow(std::size_t index);
  void rebuild();
  void tell();

  const ParamSpec m_item;
  const QString m_empty;  // what no entries mean
  const QString m_label;
  const FieldContext m_context;
  ValueList m_list;
  std::vector<Field*> m_fields;
  QWidget* m_rows = nullptr;
  QLabel* m_note;
  QVBoxLayout* m_column;
};

}  // namespace sinew::ui
