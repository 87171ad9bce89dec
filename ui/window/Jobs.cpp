#include "ui/window/Jobs.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

/// "40 s", "3 min", "1 h 20 min"
QString timeInWords(double seconds) {
  constexpr int kMinute = 60, kHour = 60;
  if (seconds < 2 * kMinute) return Jobs::tr("%1 s").arg(seconds, 0, 'f', 0);
  const int minutes = static_cast<int>(seconds / kMinute + 0.5);
  if (minutes < 2 * kHour) return Jobs::tr("%1 min").arg(minutes);
  return Jobs::tr("%1 h %2 min").arg(minutes / kHour).arg(minutes % kHour);
}

}  // namespace

Jobs::Jobs(QWidget* parent) : QWidget(parent), m_rows(new QHBoxLayout(this)) {
  m_rows->setContentsMargins(0, 0, 0, 0);
  m_rows->setSpacing(Spacing::kMedium);
}

Jobs::~Jobs() {
  for (auto& job : m_jobs) job->thread.request_stop();
  m_jobs.clear();
}

void Jobs::start(const QString& name, Work work, Done done) {
  m_jobs.push_back(std::make_unique<Job>());
  Job* job = m_jobs.back().get();
  buildRow(*job, name);
  QElapsedTimer clock;
  clock.start();
  const auto progress = [job, name, clock](int count, int inAll) {
    const auto show = [bar = job->bar, told = job->told, count, inAll,
                       seconds = static_cast<double>(clock.elapsed()) / 1000] {
      bar->setRange(0, inAll);
      bar->setValue(count);
      const double left = count > 0 ? seconds * (inAll - count) / count : 0;
      const QString share = tr("%1 %").arg(inAll > 0 ? 100 * count / inAll : 0);
      told->setText(left > 2 ? tr("%1 · %2 left").arg(share, timeInWords(left)) : share);
    };
    QMetaObject::invokeMethod(job->bar, show, Qt::QueuedConnection);
  };
  job->thread = std::jthread([this, job, work = std::move(work), done = std::move(done),
                              progress](const std::stop_token& stop) {
    const auto result = work(progress, stop);
    QMetaObject::invokeMethod(
        this, [this, job, result, done] { finish(job, result, done); }, Qt::QueuedConnection);
  });
}

void Jobs::buildRow(Job& job, const QString& name) {
  job.row = new QWidget(this);
  auto* row = new QHBoxLayout(job.row);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(Spacing::kTight);
  auto* label = new QLabel(name, job.row);
  job.bar = new QProgressBar(job.row);
  job.bar->setRange(0, 0);
  job.bar->setFixedWidth(120);
  job.bar->setTextVisible(false);
  job.bar->setAccessibleName(name);
  // Beside the bar, whose two colours no one colour of digits can be read on.
  job.told = new QLabel(job.row);
  job.told->setProperty("role", "small");
  job.told->setMinimumWidth(job.told->fontMetrics().horizontalAdvance(tr("100 % · 100 min left")));
  auto* stop = new QToolButton(job.row);
  stop->setIcon(icon("close"));
  stop->setIconSize({12, 12});
  stop->setFocusPolicy(Qt::TabFocus);
  stop->setAccessibleName(tr("Cancel: %1").arg(name));
  stop->setToolTip(tr("Cancel"));
  connect(stop, &QToolButton::clicked, this, [&job] { job.thread.request_stop(); });
  for (QWidget* widget : std::initializer_list<QWidget*>{label, job.bar, job.told, stop})
    row->addWidget(widget);
  m_rows->addWidget(job.row);
}

void Jobs::finish(Job* job, const Result<void>& result, const Done& done) {
  job->row->deleteLater();
  m_jobs.remove_if([job](const auto& each) { return each.get() == job; });
  done(result);
}

}  // namespace sinew::ui
