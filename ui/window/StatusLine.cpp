#include "ui/window/StatusLine.h"

#include <QLabel>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/fields/Quantity.h"
#include "ui/fields/ShortLabel.h"
#include "ui/window/Jobs.h"

namespace sinew::ui {
namespace {

constexpr int kRefresh = 200;      // ms; numbers that change faster cannot be read
constexpr int kHintLasts = 8'000;  // ms

/// Whether what is shown was simulated with an older scene, in which it might go otherwise.
bool isOlder(const LiveStatus& status) {
  return status.older && status.older->holds(status.frame);
}

/// Where play goes back to from what is not as the scene is now.
qulonglong lastFresh(const LiveStatus& status) {
  return *status.staleFrom > status.firstFrame ? *status.staleFrom - 1 : 0;
}

}  // namespace

StatusLine::StatusLine(LiveRun& live, Viewport& viewport, QWidget* parent)
    : QStatusBar(parent),
      m_live(live),
      m_viewport(viewport),
      m_hint(new ShortLabel(this)),
      m_mode(new QLabel(this)),
      m_numbers(new QLabel(this)),
      m_jobs(new Jobs(this)) {
  setSizeGripEnabled(false);
  setContentsMargins(8, 0, 8, 0);
  m_hint->setAccessibleName(tr("Hint"));
  m_mode->setAccessibleName(tr("Simulation"));
  m_numbers->setAccessibleName(tr("Numbers of the simulation"));
  for (QLabel* label : {m_hint, m_mode, m_numbers}) {
    label->setProperty("role", "muted");
    label->setTextFormat(Qt::PlainText);
  }
  addWidget(m_hint, 1);
  addPermanentWidget(m_jobs);
  addPermanentWidget(m_mode);
  addPermanentWidget(m_numbers);
  auto* timer = new QTimer(this);
  connect(timer, &QTimer::timeout, this, &StatusLine::refresh);
  timer->start(kRefresh);
  refresh();
}

void StatusLine::hint(const QString& text) {
  m_hint->setText(text);
  m_hint->setToolTip(text);
  QTimer::singleShot(kHintLasts, this, [this, text] {
    if (m_hint->text() == text) m_hint->clear();
  });
}

QString StatusLine::modeText() const {
  const LiveStatus& s = m_live.status();
  switch (s.mode) {
    case LiveMode::Empty:
      return s.trouble ? tr("cannot be simulated") : QString();
    case LiveMode::Compiling:
      return tr("making ready…");
    case LiveMode::Paused:
      if (s.showsStale())
        return tr("paused · as before the last change: Space goes on from frame %1")
            .arg(lastFresh(s));
      return isOlder(s) ? tr("paused · as it was before the last change: Backspace starts anew")
                        : tr("paused");
    case LiveMode::Playing:
      return (s.recording ? tr("recording ×%1 real time") : tr("simulating ×%1 real time"))
          .arg(s.realTimeFactor, 0, 'f', 2);
    case LiveMode::Replaying:
      if (s.showsStale()) return tr("replaying what was before the last change");
      return isOlder(s) ? tr("replaying what was before the last change: Backspace starts anew")
                        : tr("replaying");
  }
  return {};
}

QString StatusLine::widestGapText() const {
  const auto snapshot = m_live.snapshot();
  const auto& constraints = snapshot->report.constraints;
  std::size_t widest = constraints.size();
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (!constraints[i].active || constraints[i].broken || constraints[i].compliant) continue;
    if (widest == constraints.size() || constraints[i].residual > constraints[widest].residual)
      widest = i;
  }
  if (widest >= snapshot->topology->constraints.size()) return {};
  return tr(" · widest gap %1 (%2)")
      .arg(lengthText(constraints[widest].residual),
           QString::fromStdString(snapshot->topology->constraints[widest].constraint));
}

void StatusLine::refresh() {
  m_mode->setText(modeText());
  const auto snapshot = m_live.snapshot();
  if (!snapshot || !snapshot->topology) {
    m_numbers->clear();
    return;
  }
  QString text;
  if (snapshot->report.stepSize > 0)
    text += tr(" · step %1 ms").arg(snapshot->report.stepSize * 1e3, 0, 'g', 3);
  if (snapshot->report.errorEstimate > 0)
    text += tr(" · error %1").arg(snapshot->report.errorEstimate, 0, 'g', 2);
  text += widestGapText();
  text += tr(" · %1 pictures/s").arg(m_viewport.shownPerSecond(), 0, 'f', 0);
  m_numbers->setText(text.mid(1));  // it goes on from the mode
}

}  // namespace sinew::ui
