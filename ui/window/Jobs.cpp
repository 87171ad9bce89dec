#include "ui/window/Jobs.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

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
    const auto show = [bar = job->bar, name, count, inAll,
                       seconds = static_cast<double>(clock.elapsed()) / 1000] {
      bar->setRange(0, inAll);
      bar->setValue(count);
      const double left = count > 0 ? seconds * (inAll - count) / count : 0;
      bar->setFormat(left > 2 ? tr("%p % · %1 s left").arg(left, 0, 'f', 0) : tr("%p %"));
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
  job.bar->setFixedWidth(160);
  job.bar->setAccessibleName(name);
  auto* stop = new QToolButton(job.row);
  stop->setIcon(icon("close"));
  stop->setIconSize({12, 12});
  stop->setFocusPolicy(Qt::TabFocus);
  stop->setAccessibleName(tr("Cancel: %1").arg(name));
  stop->setToolTip(tr("Cancel"));
  connect(stop, &QToolButton::clicked, this, [&job] { job.thread.request_stop(); });
  for (QWidget* widget :
       {static_cast<QWidget*>(label), static_cast<QWidget*>(job.bar), static_cast<QWidget*>(stop)})
    row->addWidget(widget);
  m_rows->addWidget(job.row);
}

void Jobs::finish(Job* job, const Result<void>& result, const Done& done) {
  job->row->deleteLater();
  m_jobs.remove_if([job](const auto& each) { return each.get() == job; });
  done(result);
}

}  // namespace sinew::ui
