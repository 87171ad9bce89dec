#include "ui/window/SlowFrameWatch.h"

#include <utility>

#include "ui/document/CoarserSteps.h"
#include "ui/document/TextOf.h"
#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

QString partsOf(const std::vector<std::string>& parts) {
  if (parts.empty()) return {};
  const QString first = textOf(parts.front());
  return parts.size() < 2 ? first : SlowFrameWatch::tr("%1 and %2").arg(first, textOf(parts[1]));
}

/// What it works on: the end of a sentence.
QString taskOf(const SlowFrame& slow) {
  const auto tr = [](const char* words) { return SlowFrameWatch::tr(words); };
  const QString parts = partsOf(slow.parts);
  switch (slow.task) {
    case StepTask::Forces:
      return tr("works out the forces on all parts");
    case StepTask::Search:
      return tr("looks for what comes near each other");
    case StepTask::Constraints:
      return tr("works out the forces of constraints");
    case StepTask::Corrections:
      return slow.constraint.empty() ? tr("closes what is left of gaps")
                                     : tr("closes the gap of %1").arg(textOf(slow.constraint));
    case StepTask::Contact:
      return parts.isEmpty() ? tr("works out the forces of contact")
                             : tr("works out the forces of contact, now of %1").arg(parts);
    case StepTask::Balance:
      return parts.isEmpty() ? tr("looks for where all balances")
                             : tr("looks for where all balances; %1 still moves most").arg(parts);
    case StepTask::Path:
      return parts.isEmpty()
                 ? tr("makes sure that nothing passes through anything")
                 : tr("makes sure that nothing passes through: last in the way were %1").arg(parts);
  }
  return {};
}

}  // namespace

SlowFrameWatch::SlowFrameWatch(Document& document, LiveRun& live, QObject* parent)
    : QObject(parent), m_document(document), m_live(live) {
  connect(&live, &LiveRun::statusChanged, this, &SlowFrameWatch::look);
}

void SlowFrameWatch::look() {
  const std::optional<SlowFrame> before = std::exchange(m_told, m_live.status().slow);
  if (!m_told) {
    if (before) emit passed();
    return;
  }
  // Once a second: it is to be read.
  if (before && before->frame == m_told->frame && before->seconds == m_told->seconds) return;
  const bool same = before && before->frame == m_told->frame && before->seconds <= m_told->seconds;
  if (same) {
    emit retold(noticeOf(*m_told));
  } else {
    emit told(noticeOf(*m_told));
  }
}

NoticeBar::Notice SlowFrameWatch::noticeOf(const SlowFrame& slow) {
  NoticeBar::Notice notice;
  notice.tone = NoticeBar::Tone::Warning;
  notice.stay = NoticeBar::Stay::WhileItLasts;
  notice.matter = NoticeBar::Matter::SlowFrame;
  notice.what = tr("Frame %1 takes long: %2 s so far.").arg(slow.frame).arg(slow.seconds);
  notice.why =
      tr("The simulation %1, in steps of %2.").arg(taskOf(slow), quantityText(slow.stepSize, "s"));
  if (slow.tries > 0) notice.why += " " + tr("Longer ones did not do.");
  offerCoarser(notice);
  notice.answers.push_back({tr("Stop here"), [this] { m_live.pause(); }});
  return notice;
}

void SlowFrameWatch::offerCoarser(NoticeBar::Notice& notice) {
  const auto coarser = coarserSteps(m_document.scene(), m_document.registry());
  if (!coarser) return;
  const QString before = quantityText(coarser->before, "s");
  const QString after = quantityText(coarser->after, "s");
  notice.why += " ";
  if (coarser->solves) {
    notice.why +=
        tr("Coarser solves for contact (Contact: Analytic) instead of barriers, which cut "
           "steps wherever things touch.");
  } else if (!coarser->integrator.empty()) {
    notice.why += tr("Coarser changes to %1, which bears longer steps and lets swings die away "
                     "sooner.")
                      .arg(textOf(coarser->integrator));
  } else {
    notice.why += tr("Coarser takes steps of %1 instead of %2.").arg(after, before);
  }
  notice.answers.push_back({tr("Coarser"), [this, edits = coarser->edits] {
                              const auto done = m_document.apply(edits, tr("Coarser steps"));
                              if (done) return;
                              emit told({NoticeBar::Tone::Warning,
                                         tr("The scene could not be changed."),
                                         textOf(done.error().message),
                                         {}});
                            }});
}

}  // namespace sinew::ui
