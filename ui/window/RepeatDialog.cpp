#include "ui/window/RepeatDialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include "ui/document/Copying.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr double kFirstCopies = 3, kMostCopies = 200;

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
      m_repeat(new QPushButton(tr("Repeat"), this)) {
  setWindowTitle(tr("Repeat"));
  setAccessibleName(windowTitle());
  m_copies->setAccessibleName(tr("Copies"));
  m_copies->display(kFirstCopies);
  const Vec3 beside = shiftBeside(m_excerpt, document.registry());
  auto* shifts = new QHBoxLayout;
  for (std::size_t i = 0; i < 3; ++i) {
    m_shift[i] = shiftField(QString("xyz"[i]), beside[static_cast<int>(i)], this);
    shifts->addWidget(m_shift[i]);
  }
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setAccessibleName(tr("Cancel"));
  m_repeat->setAccessibleName(tr("Repeat"));
  m_repeat->setProperty("primary", true);
  buttons->addButton(m_repeat, QDialogButtonBox::AcceptRole);
  m_repeat->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* form = new QFormLayout(this);
  form->setContentsMargins(Spacing::kLarge, Spacing::kLarge, Spacing::kLarge, Spacing::kLarge);
  form->setSpacing(Spacing::kSmall);
  form->setLabelAlignment(Qt::AlignLeft);
  form->addRow(tr("Copies"), m_copies);
  form->addRow(tr("Each shifted by"), shifts);
  form->addRow(buttons);
  for (NumberField* field : {m_copies, m_shift[0], m_shift[1], m_shift[2]}) {
    connect(field, &NumberField::edited, this, &RepeatDialog::showRow);
    connect(field, &NumberField::gestureBegan, this,
            [field] { field->setProperty("before", field->value()); });
    connect(field, &NumberField::gestureCancelled, this, [this, field] {
      field->display(field->property("before").toDouble());
      showRow();
    });
    connect(field, &NumberField::refused, this, &RepeatDialog::refused);
  }
  // Aside, so that what it does is seen.
  adjustSize();
  move(window->mapToGlobal(QPoint((window->width() - width()) / 2, 3 * Spacing::kWide)));
}

void RepeatDialog::showRow() {
  m_document.cancelGesture();
  m_document.beginGesture(tr("Repeat"));
  const Vec3 shift(m_shift[0]->value(), m_shift[1]->value(), m_shift[2]->value());
  const Insertion row = rowOf(m_excerpt, m_document.scene(), m_document.registry(), shift,
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
