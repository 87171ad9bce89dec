#include "ui/fields/CompoundFields.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "ui/fields/ChoiceFields.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

void passGestures(Field* from, Field* to) {
  QObject::connect(from, &Field::gestureBegan, to, &Field::gestureBegan);
  QObject::connect(from, &Field::gestureEnded, to, &Field::gestureEnded);
  QObject::connect(from, &Field::gestureCancelled, to, &Field::gestureCancelled);
  QObject::connect(from, &Field::refused, to, &Field::refused);
}

template <class Layout>
Layout* tightLayout(QWidget* widget) {
  auto* layout = new Layout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(Spacing::kTight);
  return layout;
}

QToolButton* smallButton(const QString& iconName, const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(iconName));
  button->setIconSize({16, 16});
  button->setAccessibleName(name);
  button->setToolTip(name);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

PointField::PointField(const QString& label, const FieldContext& context, QWidget* parent)
    : Field(parent),
      m_label(label),
      m_described(context.coordinates),
      m_part(new ChoiceField(plainly(context.partNames), ChoiceField::None::Forbidden,
                             label + " part", this)),
      m_row(tightLayout<QHBoxLayout>(this)) {
  m_row->addWidget(m_part, 3);
  connect(m_part, &Field::edited, this, [this](const Value& part) {
    turnTo(std::get<std::string>(part.content));
    emit edited(m_point);
  });
}

// Where it is on the other part means something on a part of the same sort only.
void PointField::turnTo(const std::string& part) {
  const auto sameNumbers = [](const ParamSpec& a, const ParamSpec& b) { return a.key == b.key; };
  const ParamTable before = m_described(m_point.part), now = m_described(part);
  m_point.part = part;
  if (std::ranges::equal(before, now, sameNumbers)) return;
  m_point.at.clear();
  for (const ParamSpec& spec : now) m_point.at.push_back(std::get<double>(spec.fallback.content));
}

NumberField* PointField::addNumber(const ParamSpec& spec, std::size_t index) {
  auto* number = new NumberField(spec, this);
  const QString name = labelOf(spec.key).toLower();
  number->setPrefix(name);
  number->setAccessibleName(m_label + " " + name);
  number->setToolTip(tooltipOf(spec));
  m_row->addWidget(number, 2);
  connect(number, &NumberField::gestureBegan, this, &Field::gestureBegan);
  connect(number, &NumberField::gestureEnded, this, &Field::gestureEnded);
  connect(number, &NumberField::gestureCancelled, this, &Field::gestureCancelled);
  connect(number, &NumberField::refused, this, &Field::refused);
  connect(number, &NumberField::edited, this, [this, index](double value) {
    m_point.at[index] = value;
    emit edited(m_point);
  });
  return number;
}

void PointField::showCoordinates() {
  ParamTable described = m_described(m_point.part);
  described.resize(std::min(described.size(), m_point.at.size()));
  const auto same = [](const ParamSpec& a, const ParamSpec& b) {
    return a.key == b.key && a.unit == b.unit;
  };
  if (!std::ranges::equal(described, m_shown, same)) {
    for (NumberField* number : std::exchange(m_numbers, {})) {
      number->hide();
      number->deleteLater();
    }
    for (std::size_t i = 0; i < described.size(); ++i)
      m_numbers.push_back(addNumber(described[i], i));
    m_shown = described;
  }
  for (std::size_t i = 0; i < m_numbers.size(); ++i) {
    m_numbers[i]->show();
    m_numbers[i]->display(m_point.at[i]);
  }
}

void PointField::display(const Value& value) {
  const auto* point = std::get_if<MaterialPoint>(&value.content);
  if (point == nullptr) return;
  m_point = *point;
  m_part->display(m_point.part);
  showCoordinates();
}

void PointField::displayMixed() {
  m_part->displayMixed();
  for (NumberField* number : m_numbers) number->hide();
}

ListField::ListField(const ParamSpec& spec, const QString& label, const FieldContext& context,
                     QWidget* parent)
    : Field(parent),
      m_item(spec.item.front()),
      m_empty(spec.zero.empty() ? tr("empty") : QString::fromStdString(spec.zero)),
      m_label(label),
      m_context(context),
      m_note(new QLabel(this)),
      m_column(tightLayout<QVBoxLayout>(this)) {
  m_note->setProperty("role", "small");
  m_column->addWidget(m_note);
  if (isPlain()) return;
  auto* add = smallButton("plus", tr("Add to %1").arg(label.toLower()), this);
  connect(add, &QToolButton::clicked, this, [this] {
    m_list.push_back(m_list.empty() ? m_item.fallback : m_list.back());
    tell();
  });
  m_column->addWidget(add, 0, Qt::AlignLeft);
}

void ListField::addRow(std::size_t index) {
  const QString name = tr("%1 %2").arg(m_label).arg(index + 1);
  auto* row = tightLayout<QHBoxLayout>(new QWidget(m_rows));
  Field* field = makeField(m_item, name, m_context, row->parentWidget());
  field->display(m_list[index]);
  row->addWidget(field, 1);
  auto* remove = smallButton("minus", tr("Remove %1").arg(name.toLower()), row->parentWidget());
  row->addWidget(remove);
  passGestures(field, this);
  connect(field, &Field::edited, this, [this, index](const Value& value) {
    m_list[index] = value;
    tell();
  });
  connect(remove, &QToolButton::clicked, this, [this, index] {
    m_list.erase(m_list.begin() + static_cast<std::ptrdiff_t>(index));
    tell();
  });
  m_rows->layout()->addWidget(row->parentWidget());
  m_fields.push_back(field);
}

void ListField::rebuild() {
  if (m_rows != nullptr) {
    m_rows->hide();
    m_rows->deleteLater();  // one of its buttons may be the sender
  }
  m_fields.clear();
  m_rows = new QWidget(this);
  tightLayout<QVBoxLayout>(m_rows);
  m_column->insertWidget(1, m_rows);
  for (std::size_t i = 0; i < m_list.size(); ++i) addRow(i);
}

void ListField::display(const Value& value) {
  const auto* list = std::get_if<ValueList>(&value.content);
  if (list == nullptr) return;
  m_list = *list;
  if (isPlain()) {
    return m_note->setText(m_list.empty() ? tr("empty") : tr("%1 numbers").arg(m_list.size()));
  }
  m_note->setVisible(m_list.empty());
  m_note->setText(m_empty);
  if (m_fields.size() != m_list.size() || m_rows == nullptr) return rebuild();
  for (std::size_t i = 0; i < m_list.size(); ++i) m_fields[i]->display(m_list[i]);
}

void ListField::displayMixed() {
  m_list.clear();
  if (!isPlain()) rebuild();
  m_note->setText(tr("mixed"));
  m_note->show();
}

void ListField::tell() {
  emit edited(m_list);
}

}  // namespace sinew::ui
