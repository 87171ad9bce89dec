#include "ui/window/Guide.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

QPushButton* buttonWith(const QString& text, QWidget* parent) {
  auto* made = new QPushButton(text, parent);
  made->setAccessibleName(text);
  made->setFocusPolicy(Qt::TabFocus);  // a click here must not take the keys from the picture
  return made;
}

/// Whether somebody holds something that is not left held.
bool pullsByHand(const LiveRun& live) {
  const auto snapshot = live.snapshot();
  return snapshot && std::ranges::any_of(snapshot->forces, [](const ForceArrow& force) {
           return force.source == ForceArrow::Source::Hand && !force.pinned;
         });
}

}  // namespace

Guide::Guide(Document& document, LiveRun& live, Viewport& viewport, QWidget* parent)
    : QFrame(parent),
      m_document(document),
      m_live(live),
      m_viewport(viewport),
      m_where(new QLabel(this)),
      m_say(new QLabel(this)),
      m_back(buttonWith(tr("Step before"), this)),
      m_skip(buttonWith(tr("Skip this step"), this)),
      m_end(buttonWith(tr("End the guide"), this)) {
  setProperty("role", "notice");
  setProperty("tone", "information");
  m_where->setProperty("role", "muted");
  m_say->setWordWrap(true);
  m_say->setTextFormat(Qt::PlainText);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(m_where);
  words->addWidget(m_say);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(Spacing::kMedium, Spacing::kSmall, Spacing::kMedium, Spacing::kSmall);
  row->setSpacing(Spacing::kSmall);
  row->addLayout(words, 1);
  for (QPushButton* each : {m_back, m_skip, m_end}) row->addWidget(each, 0, Qt::AlignBottom);
  connect(m_back, &QPushButton::clicked, this, [this] { goTo(m_step == 0 ? 0 : m_step - 1); });
  connect(m_skip, &QPushButton::clicked, this, [this] { goTo(m_step + 1); });
  connect(m_end, &QPushButton::clicked, this, &Guide::end);
  connect(&document, &Document::edited, this, &Guide::look);
  connect(&document, &Document::modifiedChanged, this, &Guide::look);
  connect(&live, &LiveRun::statusChanged, this, &Guide::look);
  connect(&live, &LiveRun::snapshotArrived, this, &Guide::look);
  connect(&viewport, &Viewport::looked, this, &Guide::look);
  hide();
}

void Guide::begin(GuideScript script) {
  m_script = std::move(script);
  goTo(0);
  show();
}

void Guide::end() {
  m_script = {};
  hide();
}

void Guide::goTo(std::size_t step) {
  if (step > m_script.steps.size()) return end();
  m_step = step;
  m_recorded = m_records = false;
  m_pulled = m_pulls = false;
  const bool done = step == m_script.steps.size();
  m_where->setText(
      done ? m_script.title
           : tr("%1 · step %2 of %3").arg(m_script.title).arg(step + 1).arg(m_script.steps.size()));
  m_say->setText(done ? tr("That was all. Every change of the scene can be undone: try things out.")
                      : m_script.steps[step].say);
  m_back->setEnabled(step > 0);
  m_skip->setVisible(!done);
  m_end->setText(done ? tr("Close the guide") : tr("End the guide"));
  m_end->setAccessibleName(m_end->text());
}

void Guide::look() {
  if (m_step >= m_script.steps.size()) return;
  const LiveStatus& status = m_live.status();
  m_recorded = m_recorded || (m_records && !status.recording);
  m_records = status.recording;
  const bool pulls = pullsByHand(m_live);
  m_pulled = m_pulled || (m_pulls && !pulls);
  m_pulls = pulls;
  if (reached(m_script.steps[m_step].goal)) goTo(m_step + 1);
}

bool Guide::reached(const GuideGoal& goal) const {
  using What = GuideGoal::What;
  switch (goal.what) {
    case What::Count:
    case What::Value:
      return reachedIn(goal, m_document.scene(), m_document.registry());
    case What::Look:
      return m_viewport.looksAlongAnAxis();
    case What::Frame:
      return m_live.status().frame >= goal.frame;
    case What::Hand:
      return m_pulled;
    case What::Recorded:
      return m_recorded;
    case What::Saved:
      return !m_document.isModified() && !m_document.path().empty();
  }
  return false;
}

}  // namespace sinew::ui
