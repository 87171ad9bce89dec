#include "ui/fields/ChoiceFields.h"

#include <QApplication>
#include <QCheckBox>
#include <QColorDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/fields/ChoiceBox.h"

namespace sinew::ui {
namespace {

template <class Widget>
Widget* fillWith(Field* field, Widget* widget, const QString& label) {
  auto* row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(widget);
  widget->setAccessibleName(label);
  field->setFocusProxy(widget);
  return widget;
}

double toScreen(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double toLinear(double screen) {
  return screen <= 0.04045 ? screen / 12.92 : std::pow((screen + 0.055) / 1.055, 2.4);
}

/// Qt's own words in the window's spelling; it has no translation from English to English.
void spellAsElsewhere(QColorDialog& dialog) {
  const auto rightly = [](QString text) {
    const std::pair<const char*, QString> words[] = {
        {"&Basic colors", ColourField::tr("&Basic colours")},
        {"&Custom colors", ColourField::tr("&Custom colours")},
        {"&Add to Custom Colors", ColourField::tr("&Add to custom colours")},
        {"&Pick Screen Color", ColourField::tr("&Pick from the screen")},
        {"&OK", ColourField::tr("Choose")},
        {"OK", ColourField::tr("Choose")},
        {"&Sat:", ColourField::tr("&Saturation:")},
        {"&Val:", ColourField::tr("&Value:")},
        {"&HTML:", ColourField::tr("He&x:")}};
    for (const auto& [qts, ours] : words)
      if (text == qts) return ours;
    return text;
  };
  for (auto* label : dialog.findChildren<QLabel*>()) label->setText(rightly(label->text()));
  for (auto* button : dialog.findChildren<QPushButton*>()) {
    button->setText(rightly(button->text()));
    button->setAccessibleName(button->text().remove('&'));
  }
}

}  // namespace

QColor screenColour(const Vec3& c) {
  const auto channel = [](double v) {
    return static_cast<float>(toScreen(std::clamp(v, 0.0, 1.0)));
  };
  return QColor::fromRgbF(channel(c.x()), channel(c.y()), channel(c.z()));
}

SwitchField::SwitchField(const QString& label, QWidget* parent)
    : Field(parent), m_box(fillWith(this, new QCheckBox(this), label)) {
  m_box->setFocusPolicy(Qt::TabFocus);  // after a click Space still plays
  // What is being typed elsewhere counts, as after a click on anything that takes the focus.
  connect(m_box, &QCheckBox::pressed, this, [this] {
    QWidget* typing = QApplication::focusWidget();
    if (typing != nullptr && typing != m_box) typing->clearFocus();
  });
  connect(m_box, &QCheckBox::clicked, this, [this](bool on) {
    m_box->setTristate(false);
    emit edited(on);
  });
}

void SwitchField::display(const Value& value) {
  m_box->setTristate(false);
  if (const auto* on = std::get_if<bool>(&value.content)) m_box->setChecked(*on);
}

void SwitchField::displayMixed() {
  m_box->setCheckState(Qt::PartiallyChecked);
}

std::function<QList<Choice>()> plainly(std::function<QStringList()> names) {
  return [names = std::move(names)] {
    QList<Choice> choices;
    for (const QString& name : names()) choices.append({name, name});
    return choices;
  };
}

ChoiceField::ChoiceField(Choices choices, None none, const QString& label, QWidget* parent)
    : Field(parent),
      m_choices(std::move(choices)),
      m_none(none),
      m_box(fillWith(this, new ChoiceBox(this), label)) {
  m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_box->setMinimumContentsLength(4);
  fill();
  connect(m_box, &QComboBox::activated, this, [this](int index) {
    emit edited(Value(m_box->itemData(index).toString().toStdString()));
  });
}

void ChoiceField::fill() {
  m_box->clear();
  if (m_none == None::Allowed) m_box->addItem(tr("none"), QString());
  for (const Choice& choice : m_choices()) m_box->addItem(choice.shown, choice.name);
}

void ChoiceField::display(const Value& value) {
  const auto* text = std::get_if<std::string>(&value.content);
  if (text == nullptr) return;
  fill();
  const QString name = QString::fromStdString(*text);
  int index = m_box->findData(name);
  if (index < 0) {  // what it names is not there
    m_box->addItem(name.isEmpty() ? tr("choose…") : tr("%1 (missing)").arg(name), name);
    index = m_box->count() - 1;
  }
  m_box->setCurrentIndex(index);
}

void ChoiceField::displayMixed() {
  fill();
  m_box->setCurrentIndex(-1);
  m_box->setPlaceholderText(tr("mixed"));
}

TextField::TextField(const QString& label, QWidget* parent)
    : Field(parent), m_line(fillWith(this, new QLineEdit(this), label)) {
  connect(m_line, &QLineEdit::editingFinished, this, [this] {
    if (!m_line->isModified() || m_line->text() == m_shown) return;
    m_line->setModified(false);
    emit edited(Value(m_line->text().toStdString()));
  });
}

void TextField::display(const Value& value) {
  const auto* text = std::get_if<std::string>(&value.content);
  if (text == nullptr || (m_line->hasFocus() && m_line->isModified())) return;
  m_shown = QString::fromStdString(*text);
  m_line->setPlaceholderText({});
  if (m_line->text() != m_shown) m_line->setText(m_shown);
}

void TextField::displayMixed() {
  m_shown.clear();
  m_line->clear();
  m_line->setPlaceholderText(tr("mixed"));
}

ColourField::ColourField(const QString& label, QWidget* parent)
    : Field(parent), m_button(fillWith(this, new QToolButton(this), label)) {
  m_button->setIconSize({44, 16});
  m_button->setFocusPolicy(Qt::TabFocus);
  static_cast<QHBoxLayout*>(layout())->addStretch(1);
  connect(m_button, &QToolButton::clicked, this, &ColourField::pick);
}

void ColourField::display(const Value& value) {
  const auto* colour = std::get_if<Vec3>(&value.content);
  if (colour == nullptr) return;
  m_colour = *colour;
  paint(screenColour(m_colour));
  m_button->setAccessibleDescription(screenColour(m_colour).name());
  m_button->setToolTip(screenColour(m_colour).name().toUpper());
}

void ColourField::displayAbsent(const Value& fallback) {
  display(fallback);
  m_colour = Vec3::Constant(0.35);  // what choosing begins with: black hides what is chosen
  paint(Qt::transparent);
  m_button->setAccessibleDescription(tr("none of its own"));
  m_button->setToolTip(tr("None of its own: that of its material, or one that goes by its name"));
}

void ColourField::displayMixed() {
  paint(palette().color(QPalette::Mid));
  m_button->setToolTip(tr("mixed"));
}

void ColourField::paint(const QColor& colour) {
  QPixmap swatch(m_button->iconSize() * devicePixelRatioF());
  swatch.setDevicePixelRatio(devicePixelRatioF());
  swatch.fill(Qt::transparent);
  QPainter painter(&swatch);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette().color(QPalette::Mid));
  painter.setBrush(colour);
  painter.drawRoundedRect(QRectF(0.5, 0.5, 43, 15), 3, 3);
  painter.end();
  m_button->setIcon(QIcon(swatch));
}

void ColourField::pick() {
  QColorDialog dialog(screenColour(m_colour), this);
  dialog.setOption(QColorDialog::DontUseNativeDialog);
  dialog.setWindowTitle(tr("Choose a colour"));
  dialog.setAccessibleName(dialog.windowTitle());
  spellAsElsewhere(dialog);
  const auto tell = [this](const QColor& c) {
    if (!c.isValid()) return;
    const Vec3 colour(toLinear(c.redF()), toLinear(c.greenF()), toLinear(c.blueF()));
    emit edited(Value(colour));
  };
  emit gestureBegan();
  connect(&dialog, &QColorDialog::currentColorChanged, this, tell);
  if (dialog.exec() == QDialog::Accepted) {
    emit gestureEnded();
  } else {
    emit gestureCancelled();
  }
}

}  // namespace sinew::ui
