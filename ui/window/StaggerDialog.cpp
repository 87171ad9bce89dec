#include "ui/window/StaggerDialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>

#include "core/scene/SceneTables.h"
#include "ui/document/Keys.h"
#include "ui/document/Stagger.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {
constexpr double kBegin = 0.2, kEvery = 0.4, kTakes = 1;  // [s]
constexpr double kLeastTaken = 0.01;                      // [s]

std::optional<Vec3> constantGravity(const Scene& scene) {
  const ParamSpec& spec = *findParam(settingsTable(), "gravity");
  const auto* constant = std::get_if<Vec3>(&givenOr(scene.settings, spec).content);
  return constant == nullptr ? std::nullopt : std::optional(*constant);
}

}  // namespace

StaggerDialog::StaggerDialog(Document& document, const std::vector<std::string>& constraints,
                             QWidget* window)
    : QDialog(window),
      m_document(document),
      m_order(new QListWidget(this)),
      m_gravity(constantGravity(document.scene())),
      m_floats(new QCheckBox(tr("Nothing falls until all are closed"), this)),
      m_begin(secondsField(tr("The first at"), kBegin, 0)),
      m_every(secondsField(tr("The next after"), kEvery, 0)),
      m_takes(secondsField(tr("Each takes"), kTakes, kLeastTaken)) {
  setWindowTitle(tr("Stagger the assembly"));
  setAccessibleName(windowTitle());
  m_order->setAccessibleName(tr("Order"));
  m_order->setDragDropMode(QAbstractItemView::InternalMove);
  for (const std::string& name : constraints) m_order->addItem(QString::fromStdString(name));
  m_order->setCurrentRow(0);
  auto* up = new QPushButton(tr("Earlier"), this);
  auto* down = new QPushButton(tr("Later"), this);
  auto* turn = new QPushButton(tr("Turn round"), this);
  auto* moves = new QHBoxLayout;
  for (QPushButton* button : {up, down, turn}) {
    button->setAccessibleName(button->text());
    button->setAutoDefault(false);
    moves->addWidget(button);
  }
  moves->addStretch(1);
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setAccessibleName(tr("Cancel"));
  auto* accept = buttons->addButton(tr("Stagger"), QDialogButtonBox::AcceptRole);
  accept->setAccessibleName(tr("Stagger"));
  accept->setProperty("primary", true);
  accept->setDefault(true);

  auto* form = new QFormLayout(this);
  form->setContentsMargins(Spacing::kLarge, Spacing::kLarge, Spacing::kLarge, Spacing::kLarge);
  form->setSpacing(Spacing::kSmall);
  form->setLabelAlignment(Qt::AlignLeft);
  form->addRow(m_order);
  form->addRow(moves);
  form->addRow(tr("The first at"), m_begin);
  form->addRow(tr("The next after"), m_every);
  form->addRow(tr("Each takes"), m_takes);
  form->addRow(m_floats);
  form->addRow(buttons);
  offerFloating();

  connect(up, &QPushButton::clicked, this, [this] { moveCurrent(-1); });
  connect(down, &QPushButton::clicked, this, [this] { moveCurrent(1); });
  connect(turn, &QPushButton::clicked, this, [this] {
    for (int row = 1; row < m_order->count(); ++row) m_order->insertItem(0, m_order->takeItem(row));
    apply();
  });
  connect(m_order->model(), &QAbstractItemModel::rowsMoved, this, &StaggerDialog::apply);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

// Nothing holds a part before its constraint's turn.
void StaggerDialog::offerFloating() {
  m_floats->setAccessibleName(m_floats->text());
  m_floats->setToolTip(
      tr("Without it, parts fall until it is their turn. Gravity is keyed: none until the last "
         "constraint has closed."));
  m_floats->setVisible(m_gravity && !m_gravity->isZero());
  connect(m_floats, &QCheckBox::clicked, this, &StaggerDialog::apply);
}

NumberField* StaggerDialog::secondsField(const QString& name, double value, double least) {
  auto* field = new NumberField(Param::real("time", "s", 0).range(least, 1e5), this);
  field->setAccessibleName(name);
  field->display(value);
  connect(field, &NumberField::edited, this, &StaggerDialog::apply);
  connect(field, &NumberField::gestureBegan, this,
          [field] { field->setProperty("before", field->value()); });
  connect(field, &NumberField::gestureCancelled, this, [this, field] {
    field->display(field->property("before").toDouble());
    apply();
  });
  connect(field, &NumberField::refused, this, &StaggerDialog::refused);
  return field;
}

void StaggerDialog::moveCurrent(int by) {
  const int row = m_order->currentRow(), to = row + by;
  if (row < 0 || to < 0 || to >= m_order->count()) return;
  m_order->insertItem(to, m_order->takeItem(row));
  m_order->setCurrentRow(to);
  apply();
}

void StaggerDialog::apply() {
  m_document.cancelGesture();
  m_document.beginGesture(tr("Stagger the assembly"));
  std::vector<std::string> constraints;
  for (int row = 0; row < m_order->count(); ++row)
    constraints.push_back(m_order->item(row)->text().toStdString());
  const Stagger stagger{m_begin->value(), m_every->value(), m_takes->value()};
  std::vector<SceneEdit> edits = staggered(constraints, stagger);
  if (m_floats->isChecked())
    edits.push_back(floatingUntilAssembled(constraints.size(), stagger, *m_gravity));
  const auto done = m_document.apply(edits, tr("Stagger the assembly"));
  if (!done) emit refused(QString::fromStdString(done.error().message));
}

void StaggerDialog::done(int result) {
  if (result == Accepted) {
    m_document.endGesture();
  } else {
    m_document.cancelGesture();
  }
  QDialog::done(result);
}

}  // namespace sinew::ui
