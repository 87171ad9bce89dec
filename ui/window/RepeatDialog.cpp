#include "ui/window/RepeatDialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <numbers>
#include <utility>

#include "ui/document/Copying.h"
#include "ui/document/Members.h"
#include "ui/fields/ChoiceBox.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr double kFirstCopies = 3, kMostCopies = 200;
constexpr double kMostTurn = 2 * std::numbers::pi;  // [rad]

NumberField* shiftField(const QString& axis, double value, QWidget* parent) {
  auto* field = new NumberField(Param::real("shift", "m", 0).range(-1e4, 1e4), parent);
  field->setPrefix(axis);
  field->setAccessibleName(RepeatDialog::tr("Shift %1").arg(axis));
  field->display(value);
  return field;
}

}  // namespace

RepeatDialog::RepeatDialog(Document& document, Scene excerpt, QWidget* window)
    : QDialog(window),
      m_document(document),
      m_excerpt(std::move(excerpt)),
      m_copies(new NumberField(Param::integer("copies", 3).range(1, kMostCopies), this)),
      m_angle(new NumberField(Param::real("angle", "rad", 0).range(-kMostTurn, kMostTurn), this)),
      m_axis(new ChoiceBox(this)),
      m_repeat(new QPushButton(tr("Repeat"), this)),
      m_beside(shiftBeside(m_excerpt, document.registry())),
      m_centre(centreFor(document.scene(), document.selection().items())) {
  setWindowTitle(tr("Repeat"));
  setAccessibleName(windowTitle());
  m_copies->setAccessibleName(tr("Copies"));
  m_copies->display(kFirstCopies);
  m_angle->setAccessibleName(tr("Angle"));
  m_angle->display(0);
  m_axis->setAccessibleName(tr("About"));
  for (const char* axis : {"x", "y", "z"}) m_axis->addItem(tr("about %1").arg(axis));
  m_axis->setCurrentIndex(1);  // upright
  m_repeat->setAccessibleName(tr("Repeat"));
  m_repeat->setProperty("primary", true);
  m_repeat->setDefault(true);
  layOut();
  for (NumberField* field : {m_copies, m_angle, m_shift[0], m_shift[1], m_shift[2]}) follow(field);
  connect(m_axis, &QComboBox::currentIndexChanged, this, &RepeatDialog::showRow);
  // Aside, so that what it does is seen.
  adjustSize();
  move(window->mapToGlobal(QPoint((window->width() - width()) / 2, 3 * Spacing::kWide)));
}

void RepeatDialog::layOut() {
  auto* shifts = new QHBoxLayout;
  for (std::size_t i = 0; i < 3; ++i) {
    m_shift[i] = shiftField(QString("xyz"[i]), m_beside[static_cast<int>(i)], this);
    shifts->addWidget(m_shift[i]);
  }
  auto* turns = new QHBoxLayout;
  turns->addWidget(m_angle, 1);
  turns->addWidget(m_axis, 1);
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setAccessibleName(tr("Cancel"));
  buttons->addButton(m_repeat, QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* form = new QFormLayout(this);
  form->setContentsMargins(Spacing::kLarge, Spacing::kLarge, Spacing::kLarge, Spacing::kLarge);
  form->setSpacing(Spacing::kSmall);
  form->setLabelAlignment(Qt::AlignLeft);
  form->addRow(tr("Copies"), m_copies);
  form->addRow(tr("Each shifted by"), shifts);
  form->addRow(tr("Each turned by"), turns);
  form->addRow(buttons);
  const bool own = m_centre != Vec3::Zero();
  m_axis->setToolTip(own ? tr("An axis through the group's pivot")
                         : tr("An axis through the world's origin, or through the pivot of a group "
                              "that has one"));
}

void RepeatDialog::follow(NumberField* field) {
  connect(field, &NumberField::edited, this, [this, field] {
    if (field == m_angle) forgetShift();
    showRow();
  });
  connect(field, &NumberField::gestureBegan, this,
          [field] { field->setProperty("before", field->value()); });
  connect(field, &NumberField::gestureCancelled, this, [this, field] {
    field->display(field->property("before").toDouble());
    if (field == m_angle) rememberShift();
    showRow();
  });
  connect(field, &NumberField::refused, this, &RepeatDialog::refused);
}

void RepeatDialog::forgetShift() {
  if (!m_turned && shift() == m_beside)
    for (NumberField* field : m_shift) field->display(0);
  m_turned = true;
}

// Without a turn copies would lie in what was copied.
void RepeatDialog::rememberShift() {
  if (m_angle->value() != 0 || shift() != Vec3::Zero()) return;
  for (int i = 0; i < 3; ++i) m_shift[static_cast<std::size_t>(i)]->display(m_beside[i]);
  m_turned = false;
}

Vec3 RepeatDialog::shift() const {
  return {m_shift[0]->value(), m_shift[1]->value(), m_shift[2]->value()};
}

RigidMotion RepeatDialog::stride() const {
  const Quat turn(Eigen::AngleAxisd(m_angle->value(), Vec3::Unit(m_axis->currentIndex())));
  return {turn, m_centre - turn * m_centre + shift()};
}

void RepeatDialog::showRow() {
  m_document.cancelGesture();
  m_document.beginGesture(tr("Repeat"));
  const Insertion row = rowOf(m_excerpt, m_document.scene(), m_document.registry(), stride(),
                              static_cast<int>(m_copies->value()));
  const auto done = m_document.apply(row.edits, tr("Repeat"));
  m_repeat->setEnabled(done.has_value());
  if (!done) return emit refused(QString::fromStdString(done.error().message));
  m_document.selection().select(row.items);
}

void RepeatDialog::done(int result) {
  if (result == Accepted) {
    m_document.endGesture();
  } else {
    m_document.cancelGesture();
  }
  QDialog::done(result);
}

}  // namespace sinew::ui
