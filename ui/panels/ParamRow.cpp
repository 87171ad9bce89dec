#include "ui/panels/ParamRow.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/document/Keys.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr int kLabelWidth = 104;  // px
constexpr int kDot = 20;          // px

}  // namespace

ParamRow::ParamRow(const ParamSource& source, const ParamSpec& spec, const FieldContext& context,
                   QWidget* parent)
    : QWidget(parent),
      m_source(source),
      m_spec(spec),
      m_label(labelOf(spec.key)),
      m_remarkOn(context.remark) {
  setToolTip(tooltipOf(spec));
  build(context);
  connect(m_field, &Field::edited, this, &ParamRow::edit);
  connect(m_field, &Field::refused, this, &ParamRow::refused);
  Document& document = m_source.document;
  connect(m_field, &Field::gestureBegan, this,
          [this, &document] { document.beginGesture(editLabel(tr("Change"))); });
  connect(m_field, &Field::gestureEnded, &document, &Document::endGesture);
  connect(m_field, &Field::gestureCancelled, &document, &Document::cancelGesture);
  refresh();
}

void ParamRow::build(const FieldContext& context) {
  m_field = makeField(m_spec, m_label, context, this);
  auto* label = new QLabel(m_label, this);
  label->setTextInteractionFlags(Qt::NoTextInteraction);
  label->setMinimumWidth(24);
  auto* head = new QHBoxLayout;
  head->setSpacing(Spacing::kTight);
  head->addWidget(label, m_field->wide() ? 1 : 0);
  if (!m_field->wide()) {
    label->setFixedWidth(kLabelWidth);
    label->setWordWrap(true);
    head->addWidget(m_field, 1);
  }
  if (m_spec.effect == Effect::Start) {
    m_atReset = makeDot("start", tr("Apply %1 by resetting the take").arg(m_label.toLower()));
    connect(m_atReset, &QToolButton::clicked, this, &ParamRow::resetWanted);
    QSizePolicy takesNoRoom = m_atReset->sizePolicy();  // it is rarely there
    takesNoRoom.setRetainSizeWhenHidden(false);
    m_atReset->setSizePolicy(takesNoRoom);
    head->addWidget(m_atReset);
  }
  m_revert = makeDot("revert", tr("Set %1 back to its default").arg(m_label.toLower()));
  connect(m_revert, &QToolButton::clicked, this, &ParamRow::revert);
  head->addWidget(m_revert);
  m_key = makeDot("key", tr("Key %1 at the current time").arg(m_label.toLower()));
  connect(m_key, &QToolButton::clicked, this, &ParamRow::toggleKey);
  if (!m_spec.keyable) m_key->setVisible(false);
  head->addWidget(m_key);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(Spacing::kTight);
  column->addLayout(head);
  if (m_field->wide()) column->addWidget(m_field);
}

QToolButton* ParamRow::makeDot(const QString& iconName, const QString& name) {
  auto* dot = new QToolButton(this);
  dot->setIcon(icon(iconName));
  dot->setIconSize({14, 14});
  dot->setFixedSize(kDot, kDot);
  dot->setAccessibleName(name);
  dot->setToolTip(name);
  dot->setFocusPolicy(Qt::TabFocus);
  QSizePolicy keepsRoom = dot->sizePolicy();
  keepsRoom.setRetainSizeWhenHidden(true);
  dot->setSizePolicy(keepsRoom);
  return dot;
}

QLabel* ParamRow::makeNote() {
  auto* note = new QLabel(this);
  note->setProperty("role", "small");
  note->setWordWrap(true);
  layout()->addWidget(note);
  return note;
}

void ParamRow::showRemark() {
  const QString remark = m_remarkOn ? m_remarkOn(m_spec.key) : QString();
  if (remark.isEmpty() && m_remark == nullptr) return;
  if (m_remark == nullptr) m_remark = makeNote();
  m_remark->setText(remark);
  m_remark->setVisible(!remark.isEmpty());
}

bool ParamRow::showUse() {
  const bool used = isUsedNow();
  setEnabled(used);
  if (used) {
    if (m_whyNot != nullptr) m_whyNot->hide();
    return true;
  }
  if (m_whyNot == nullptr) m_whyNot = makeNote();
  m_whyNot->setText(tr("Does nothing now. %1").arg(usedOnlyFor(m_spec)));
  m_whyNot->show();
  return false;
}

bool ParamRow::matches(const QString& words) const {
  return m_label.contains(words, Qt::CaseInsensitive) ||
         QString::fromStdString(m_spec.doc).contains(words, Qt::CaseInsensitive);
}

const Value* ParamRow::given(const std::string& object) const {
  const ParamValues* values = m_source.document.valuesOf(object);
  return values == nullptr ? nullptr : values->find(m_spec.key);
}

Value ParamRow::valueOf(const std::string& object) const {
  if (const Value* value = given(object)) return *value;
  // Kinds that share a parameter may differ in its default.
  const ParamTable* table = m_source.document.tableOf(object);
  const ParamSpec* own = table == nullptr ? nullptr : findParam(*table, m_spec.key);
  const ParamValues* values = m_source.document.valuesOf(object);
  return own == nullptr || values == nullptr ? m_spec.fallback
                                             : valueInForce(*own, *table, *values);
}

bool ParamRow::isKeyedNow() const {
  return std::any_of(m_source.objects.begin(), m_source.objects.end(),
                     [this](const std::string& object) { return isKeyed(valueOf(object)); });
}

bool ParamRow::isUsedNow() const {
  const auto uses = [this](const std::string& object) {
    const ParamTable* table = m_source.document.tableOf(object);
    const ParamSpec* own = table == nullptr ? nullptr : findParam(*table, m_spec.key);
    const ParamValues* values = m_source.document.valuesOf(object);
    return own == nullptr || values == nullptr || isUsed(*own, *table, *values);
  };
  return std::ranges::any_of(m_source.objects, uses);
}

void ParamRow::show(const std::vector<std::string>& objects) {
  m_source.objects = objects;
  refresh();
}

void ParamRow::refresh() {
  const double time = m_source.live.status().time;
  std::vector<Value> values;
  bool changed = false, keyed = false;
  for (const std::string& object : m_source.objects) {
    const Value value = valueOf(object);
    values.push_back(valueAt(value, m_spec, time));
    changed = changed || given(object) != nullptr;
    keyed = keyed || isKeyed(value);
  }
  if (m_spec.optional && m_spec.derived == nullptr && !changed) {
    m_field->displayAbsent(m_spec.fallback);
  } else {
    m_field->displayAll(values);
  }
  m_revert->setVisible(changed && !m_spec.required);
  showRemark();
  if (m_spec.keyable) {
    const double half = 0.5 / m_source.live.status().fps;
    const bool here = hasKeyAt(valueOf(m_source.objects.front()), time, half);
    m_key->setIcon(icon(here ? "key_set" : "key"));
    m_key->setCheckable(true);
    m_key->setChecked(keyed);
    m_key->setToolTip(here ? tr("Remove the key at the current time")
                           : tr("Set a key at the current time"));
  }
  if (m_atReset != nullptr) {
    const LiveStatus& status = m_source.live.status();
    m_atReset->setVisible(status.startStale && status.time > 0);
    m_atReset->setToolTip(tr("Applies at reset. Click to reset the take now."));
  }
}

QString ParamRow::editLabel(const QString& verb) const {
  const std::string& object = m_source.objects.front();
  const QString name = QString::fromStdString(object.substr(object.find('/') + 1));
  const QString whose = m_source.objects.size() > 1
                            ? tr("%n things", nullptr, static_cast<int>(m_source.objects.size()))
                            : name;
  return tr("%1 %2 of %3").arg(verb, m_label.toLower(), whose);
}

void ParamRow::edit(const Value& now) {
  const QString fault = faultIn(now, m_spec);
  if (!fault.isEmpty()) {
    emit refused(fault);
    refresh();
    return;
  }
  const double time = m_source.live.status().time;
  std::vector<SceneEdit> edits;
  for (const std::string& object : m_source.objects) {
    const Value before = valueOf(object);
    const Value merged = m_field->merged(valueAt(before, m_spec, time), now);
    Value changed = withEdit(before, merged, m_spec, time, m_source.document.autoKey());
    edits.emplace_back(SetParam{object, m_spec.key, std::move(changed)});
  }
  apply(edits, editLabel(tr("Change")));
}

void ParamRow::toggleKey() {
  const double time = m_source.live.status().time;
  const double half = 0.5 / m_source.live.status().fps;
  const bool remove = hasKeyAt(valueOf(m_source.objects.front()), time, half);
  std::vector<SceneEdit> edits;
  for (const std::string& object : m_source.objects) {
    const Value value = valueOf(object);
    Value keyed = remove ? withoutKeyAt(value, m_spec, time, half) : withKeyAt(value, m_spec, time);
    edits.emplace_back(SetParam{object, m_spec.key, std::move(keyed)});
  }
  apply(edits, editLabel(remove ? tr("Unkey") : tr("Key")));
  refresh();
}

void ParamRow::revert() {
  std::vector<SceneEdit> edits;
  for (const std::string& object : m_source.objects)
    edits.emplace_back(SetParam{object, m_spec.key, std::nullopt});
  apply(edits, editLabel(tr("Revert")));
}

void ParamRow::apply(const std::vector<SceneEdit>& edits, const QString& label) {
  const auto done = m_source.document.apply(edits, label);
  if (done) return;
  emit refused(QString::fromStdString(done.error().message));
  refresh();
}

}  // namespace sinew::ui
