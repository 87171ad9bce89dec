#include "ui/panels/Doctor.h"

#include <sys/resource.h>

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr int kRestMs = 400;  // after a change, so that a drag is not looked at all along

QString wordsFor(const Remedy& remedy) {
  const QString name = QString::fromStdString(remedy.constraint);
  switch (remedy.kind) {
    case Remedy::Kind::HoldAsItBegins:
      return Doctor::tr("Hold %1 as it begins").arg(name);
    case Remedy::Kind::SwitchOffThen:
      return Doctor::tr("Switch off %1 from %2 s on").arg(name).arg(remedy.time, 0, 'g', 4);
    case Remedy::Kind::SwitchOff:
      return Doctor::tr("Switch off %1").arg(name);
    case Remedy::Kind::Delete:
      break;
  }
  return Doctor::tr("Delete %1").arg(name);
}

QString tipOf(const Remedy& remedy) {
  switch (remedy.kind) {
    case Remedy::Kind::HoldAsItBegins:
      return Doctor::tr("Takes the place or the length that there is at the start");
    case Remedy::Kind::SwitchOffThen:
      return Doctor::tr("A key of its activation: it makes way for the others");
    case Remedy::Kind::SwitchOff:
      return Doctor::tr("It stays in the scene and does nothing");
    case Remedy::Kind::Delete:
      break;
  }
  return Doctor::tr("Takes it out of the scene");
}

}  // namespace

Doctor::Doctor(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_list(new QListWidget(this)),
      m_verdict(new QLabel(this)),
      m_remedies(new QWidget(this)) {
  m_list->setAccessibleName(tr("What is wrong with constraints"));
  m_list->setWordWrap(true);
  m_verdict->setAccessibleName(tr("Verdict"));
  m_verdict->setWordWrap(true);
  m_verdict->setMargin(Spacing::kMedium);
  new QHBoxLayout(m_remedies);
  m_remedies->layout()->setContentsMargins(Spacing::kMedium, 0, Spacing::kMedium, Spacing::kSmall);
  // The panel must not grow when there is something to do.
  m_remedies->setMinimumHeight(QPushButton("O").sizeHint().height() + Spacing::kSmall);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_verdict, 0, Qt::AlignTop);
  column->addWidget(m_list, 1);
  column->addWidget(m_remedies);
  m_wait.setSingleShot(true);
  m_wait.setInterval(kRestMs);
  connect(&m_wait, &QTimer::timeout, this, &Doctor::examine);
  connect(&document, &Document::edited, this, &Doctor::sceneChanged);
  connect(&document, &Document::sceneReplaced, this, &Doctor::sceneChanged);
  connect(m_list, &QListWidget::currentRowChanged, this, &Doctor::showRemedies);
  connect(&document.selection(), &Selection::changed, this, &Doctor::selectionChanged);
  showFindings();
}

Doctor::~Doctor() = default;

void Doctor::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_known || m_outcome.revision != m_document.revision()) examine();
}

void Doctor::showWhatIsWrongWith(const std::vector<ObjectId>& constraints) {
  m_asked = constraints;
  if (m_known && !m_looking && m_outcome.revision == m_document.revision()) answer();
}

// The first finding about any of those that were asked about.
void Doctor::answer() {
  const std::vector<ObjectId> asked = std::exchange(m_asked, {});
  for (std::size_t row = 0; row < m_outcome.findings.size() && !asked.empty(); ++row) {
    const auto items = constraintsOf(m_outcome.findings[row]);
    const bool concerned = std::ranges::any_of(
        items, [&](const ObjectId& id) { return std::ranges::find(asked, id) != asked.end(); });
    if (concerned) return m_list->setCurrentRow(static_cast<int>(row));
  }
}

void Doctor::sceneChanged() {
  showRemedies(-1);  // they were worked out for the scene as it was
  if (isVisible()) m_wait.start();
}

// On a thread of its own: a large scene takes a while.
void Doctor::examine() {
  if (m_looking) return;
  m_looking = true;
  showFindings();
  m_thread = std::jthread([this, scene = m_document.scene(), revision = m_document.revision(),
                           &registry = m_document.registry()](const std::stop_token& stop) {
    ::setpriority(PRIO_PROCESS, 0, 10);  // on Linux that is this thread: the window comes first
    Outcome outcome{revision, {}, {}};
    if (auto world = World::compile(scene, registry, {nullptr, stop})) {
      outcome.findings = diagnose(std::move(*world), stop);
    } else {
      outcome.failure = world.error().message;
    }
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this, [this, outcome = std::move(outcome)] { take(outcome); }, Qt::QueuedConnection);
  });
}

void Doctor::take(Outcome outcome) {
  m_looking = false;
  m_known = true;
  m_outcome = std::move(outcome);
  showFindings();
  if (m_outcome.revision == m_document.revision()) return answer();
  if (isVisible()) m_wait.start();
}

void Doctor::showFindings() {
  m_list->clear();
  for (const Finding& finding : m_outcome.findings) {
    const bool open = finding.kind == Finding::Kind::Conflicting;
    new QListWidgetItem(icon(open ? "trouble" : "information"),
                        QString::fromStdString(finding.sentence), m_list);
  }
  const auto count = static_cast<int>(m_document.scene().constraints().size());
  if (m_looking) {
    m_verdict->setText(tr("Looking the constraints over …"));
  } else if (!m_outcome.failure.empty()) {
    m_verdict->setText(tr("The scene cannot be simulated as it is: %1")
                           .arg(QString::fromStdString(m_outcome.failure)));
  } else if (count == 0) {
    m_verdict->setText(tr("There are no constraints yet."));
  } else if (m_outcome.findings.empty()) {
    m_verdict->setText(
        tr("All constraints can be met together where nothing is in the way, and none repeats "
           "another. What contact keeps from meeting, the simulation tells as it goes on."));
  } else {
    m_verdict->setText(
        tr("Click one of these to select the constraints it is about, and to see what "
           "could be done."));
  }
  m_list->setVisible(m_list->count() > 0);
  showRemedies(-1);
}

void Doctor::showRemedies(int row) {
  auto* line = static_cast<QHBoxLayout*>(m_remedies->layout());
  while (QLayoutItem* item = line->takeAt(0)) {
    if (item->widget() != nullptr) item->widget()->deleteLater();
    delete item;
  }
  if (row < 0) return;
  const Finding& finding = m_outcome.findings[static_cast<std::size_t>(row)];
  m_document.selection().select(constraintsOf(finding));
  for (const Remedy& remedy : remediesFor(finding, m_document.scene(), m_document.registry())) {
    auto* button = new QPushButton(wordsFor(remedy), m_remedies);
    button->setAccessibleName(button->text());
    button->setToolTip(tipOf(remedy));
    connect(button, &QPushButton::clicked, this, [this, remedy] { apply(remedy); });
    line->addWidget(button);
  }
  line->addStretch(1);
}

std::vector<ObjectId> Doctor::constraintsOf(const Finding& finding) const {
  std::vector<ObjectId> items;
  for (const std::string& name : finding.constraints)
    if (m_document.scene().find(Section::Constraints, name) != nullptr)
      items.push_back({Section::Constraints, name});
  return items;
}

// Whoever turns to something else is no longer asked about this.
void Doctor::selectionChanged() {
  const int row = m_list->currentRow();
  if (row < 0) return;
  const Finding& finding = m_outcome.findings[static_cast<std::size_t>(row)];
  if (m_document.selection().items() != constraintsOf(finding)) m_list->setCurrentRow(-1);
}

void Doctor::apply(const Remedy& remedy) {
  const auto done = m_document.apply(remedy.edits, wordsFor(remedy));
  if (!done) emit refused(QString::fromStdString(done.error().message));
}

}  // namespace sinew::ui
