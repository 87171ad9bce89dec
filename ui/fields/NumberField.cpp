#include "ui/fields/NumberField.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/fields/Field.h"
#include "ui/fields/Lens.h"
#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

constexpr int kAroundText = 18;  // [pixels] frame, padding and the cursor's margin, both sides

}  // namespace

NumberField::NumberField(ParamSpec spec, QWidget* parent)
    : QLineEdit(parent), m_spec(std::move(spec)) {
  setReadOnly(true);
  setCursor(Qt::SizeHorCursor);
  setMinimumWidth(40);
  setContextMenuPolicy(Qt::NoContextMenu);
}

void NumberField::display(double value) {
  if (m_mode == Mode::Typing || m_mode == Mode::Scrubbing) return;
  m_value = value;
  m_mixed = m_absent = false;
  showValue();
}

void NumberField::displayAbsent(double fallback) {
  if (m_mode == Mode::Typing || m_mode == Mode::Scrubbing) return;
  display(fallback);
  m_absent = true;
  showValue();
}

void NumberField::displayMixed() {
  if (m_mode == Mode::Typing || m_mode == Mode::Scrubbing) return;
  m_mixed = true;
  showValue();
}

void NumberField::setPrefix(const QString& prefix) {
  m_prefix = prefix;
  showValue();
}

QString NumberField::numberThat(const std::function<bool(const QString&)>& fits) const {
  const QString number = quantityText(m_value, m_spec.unit, fits);
  const QString both = m_spec.lens ? number + " · " + lensText(m_value) : number;
  return fits(both) ? both : number;
}

void NumberField::showValue() {
  const QString prefix = m_prefix.isEmpty() ? QString() : m_prefix + " ";
  const int room = contentsRect().width() - kAroundText;
  const auto fits = [&](const QString& number) {
    return fontMetrics().horizontalAdvance(prefix + number) <= room;
  };
  const QString zero = m_value == 0 ? QString::fromStdString(m_spec.zero) : QString();
  const QString text = m_mixed           ? tr("mixed")
                       : m_absent        ? tr("not set")
                       : !zero.isEmpty() ? zero
                                         : numberThat(fits);
  setText(prefix + text);
  setCursorPosition(0);
}

void NumberField::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  if (m_mode != Mode::Typing) showValue();
}

// — dragging —

void NumberField::mousePressEvent(QMouseEvent* event) {
  if (m_mode == Mode::Typing || event->button() != Qt::LeftButton) {
    QLineEdit::mousePressEvent(event);
    return;
  }
  m_mode = Mode::Pressed;
  m_pressedAt = event->globalPosition().toPoint();
  m_before = m_value;
}

void NumberField::mouseMoveEvent(QMouseEvent* event) {
  if (m_mode == Mode::Typing) return QLineEdit::mouseMoveEvent(event);
  const int distance = event->globalPosition().toPoint().x() - m_pressedAt.x();
  if (m_mode == Mode::Pressed && std::abs(distance) >= QApplication::startDragDistance() / 2) {
    m_mode = Mode::Scrubbing;
    emit gestureBegan();
  }
  if (m_mode == Mode::Scrubbing) scrubTo(distance, event->modifiers());
}

void NumberField::mouseReleaseEvent(QMouseEvent* event) {
  if (m_mode == Mode::Typing) return QLineEdit::mouseReleaseEvent(event);
  if (std::exchange(m_mode, Mode::Resting) == Mode::Scrubbing) emit gestureEnded();
}

void NumberField::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_mode == Mode::Typing) return QLineEdit::mouseDoubleClickEvent(event);
  startTyping();
  m_byMouse = true;
}

void NumberField::scrubTo(int distance, Qt::KeyboardModifiers modifiers) {
  const double perSi = shownUnit(m_spec.unit).perSi;
  const double fine = modifiers & Qt::ShiftModifier ? 0.1 : 1;
  double shown = m_before * perSi + distance * step() * fine;
  if (modifiers & Qt::ControlModifier) shown = snapped(shown, 10 * step());
  offer(clamped(snapped(shown, step() * fine) / perSi));
}

void NumberField::nudge(int steps, Qt::KeyboardModifiers modifiers) {
  m_before = m_value;
  const double perSi = shownUnit(m_spec.unit).perSi;
  double size = 10 * step();
  if (modifiers & Qt::ShiftModifier) size = step();
  if (modifiers & Qt::ControlModifier) size = 100 * step();
  offer(clamped(snapped(m_value * perSi + steps * size, step() / 100) / perSi));
}

double NumberField::step() const {
  if (m_spec.type == ParamType::Int) return 1;
  const double shown = std::abs(m_before * shownUnit(m_spec.unit).perSi);
  if (shown == 0) return m_spec.unit.starts_with("rad") ? 1 : 0.01;
  return std::pow(10, std::clamp(std::floor(std::log10(shown)), -6.0, 9.0) - 2);
}

double NumberField::snapped(double shown, double grid) const {
  return std::round(shown / grid) * grid;
}

double NumberField::clamped(double value) const {
  const double least =
      m_spec.minExclusive ? m_spec.min + step() / shownUnit(m_spec.unit).perSi : m_spec.min;
  if (m_spec.type == ParamType::Int) value = std::round(value);
  return std::max(least, std::min(value, m_spec.max));
}

bool NumberField::offer(double value) {
  const bool low = m_spec.minExclusive ? value > m_spec.min : value >= m_spec.min;
  const bool whole = m_spec.type != ParamType::Int || value == std::round(value);
  if (!low || value > m_spec.max) {
    refuse(tr("%1 must be %2.").arg(accessibleName(), rangeInWords(m_spec)));
    return false;
  }
  if (!whole) {
    refuse(tr("%1 must be a whole number.").arg(accessibleName()));
    return false;
  }
  markRefused(false);
  if (value == m_value && !m_mixed && !m_absent) return true;
  m_value = value;
  m_mixed = m_absent = false;
  if (m_mode != Mode::Typing) showValue();
  emit edited(value);
  return true;
}

// — typing —

void NumberField::startTyping() {
  m_mode = Mode::Typing;
  m_byMouse = false;
  setReadOnly(false);
  setCursor(Qt::IBeamCursor);
  const double shown = m_value * shownUnit(m_spec.unit).perSi;
  // Fifteen digits hold what people mean; the last bits of a degree are not worth showing.
  setText(m_mixed ? QString() : QString::number(shown, 'g', 15));
  setFocus(Qt::MouseFocusReason);
  selectAll();
}

bool NumberField::commit() {
  const QString typed = text().trimmed();
  const auto value = m_spec.lens ? readLens(typed) : readNumber(typed, m_spec.unit);
  const bool untouched = !isModified() || (m_mixed && typed.isEmpty());
  rest();
  if (untouched) return true;
  if (!value) {
    refuse(QString::fromStdString(value.error().message));
    return false;
  }
  return offer(*value);
}

void NumberField::rest() {
  m_mode = Mode::Resting;
  setReadOnly(true);
  setCursor(Qt::SizeHorCursor);
  deselect();
  showValue();
}

void NumberField::refuse(const QString& why) {
  markRefused(true);
  QToolTip::showText(mapToGlobal(QPoint(0, height())), why, this);
  emit refused(why);
}

void NumberField::markRefused(bool refused) {
  if (property("refused").toBool() == refused) return;
  setProperty("refused", refused);
  style()->unpolish(this);
  style()->polish(this);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
  if (m_mode == Mode::Scrubbing && key == Qt::Key_Escape) {
    m_mode = Mode::Resting;
    emit gestureCancelled();
    return;
  }
  if (m_mode == Mode::Typing) {
    if (!enter && key != Qt::Key_Escape) return QLineEdit::keyPressEvent(event);
    const bool taken = enter && commit();
    if (!enter) rest();
    // Whoever came by mouse goes on elsewhere: the next keys are the picture's again. One that is
    // refused stays, and so do hands that go from field to field by keys.
    if (m_byMouse && (taken || !enter)) clearFocus();
    return;
  }
  if (key == Qt::Key_Up || key == Qt::Key_Down)
    return nudge(key == Qt::Key_Up ? 1 : -1, event->modifiers());
  if (enter || key == Qt::Key_F2) return startTyping();
  const QString text = event->text();
  if (!text.isEmpty() && (text[0].isDigit() || QString("-+.,(").contains(text[0]))) {
    startTyping();
    return QLineEdit::keyPressEvent(event);
  }
  QLineEdit::keyPressEvent(event);
}

bool NumberField::event(QEvent* event) {
  // Digits and arrows are this field's while it has the focus, whatever shortcuts there are.
  if (event->type() == QEvent::ShortcutOverride && m_mode != Mode::Typing) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool digit = !key->text().isEmpty() && key->text()[0].isDigit();
    const bool own = digit || key->key() == Qt::Key_Up || key->key() == Qt::Key_Down ||
                     (m_mode == Mode::Scrubbing && key->key() == Qt::Key_Escape);
    if (own) event->accept();
  }
  return QLineEdit::event(event);
}

void NumberField::focusOutEvent(QFocusEvent* event) {
  if (m_mode == Mode::Typing) commit();
  markRefused(false);
  QLineEdit::focusOutEvent(event);
}

void NumberField::wheelEvent(QWheelEvent* event) {
  event->ignore();  // the panel scrolls; a number must not change under a passing wheel
}

}  // namespace sinew::ui
