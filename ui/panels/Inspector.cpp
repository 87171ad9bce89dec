#include "ui/panels/Inspector.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "ui/panels/FoldSection.h"
#include "ui/panels/SectionWords.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

QStringList namesOf(const std::vector<Entity>& entities) {
  QStringList names;
  for (const Entity& entity : entities) names << QString::fromStdString(entity.name);
  return names;
}

const ParamTable* tableOf(const Document& document, const ObjectId& id) {
  const Entity* entity = document.scene().find(id.section, id.name);
  return entity == nullptr ? nullptr : entityTable(document.registry(), id.section, entity->kind);
}

/// Whether all the tables hold a parameter of the same key and meaning.
bool sharedByAll(const std::vector<const ParamTable*>& tables, const ParamSpec& spec) {
  return std::all_of(tables.begin(), tables.end(), [&](const ParamTable* table) {
    const ParamSpec* other = findParam(*table, spec.key);
    return other != nullptr && other->type == spec.type && other->unit == spec.unit;
  });
}

}  // namespace

Inspector::Inspector(Document& document, LiveRun& live, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_live(live),
      m_title(new QLabel(this)),
      m_subtitle(new QLabel(this)),
      m_search(new QLineEdit(this)),
      m_scroll(new QScrollArea(this)) {
  m_title->setProperty("role", "heading");
  m_title->setTextFormat(Qt::PlainText);
  m_title->setWordWrap(true);
  m_subtitle->setProperty("role", "muted");
  m_subtitle->setWordWrap(true);
  m_search->setPlaceholderText(tr("Find a parameter"));
  m_search->setAccessibleName(tr("Find a parameter"));
  m_search->setClearButtonEnabled(true);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setAccessibleName(tr("Parameters"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kMedium, Spacing::kSmall, Spacing::kTight, 0);
  column->setSpacing(Spacing::kTight);
  for (QWidget* widget : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_subtitle),
                          static_cast<QWidget*>(m_search)})
    column->addWidget(widget);
  column->addWidget(m_scroll, 1);

  connect(m_search, &QLineEdit::textChanged, this, &Inspector::search);
  connect(&document, &Document::sceneReplaced, this, &Inspector::rebuildLater);
  connect(&document, &Document::lockedChanged, this, &Inspector::rebuildLater);
  connect(&document, &Document::edited, this, &Inspector::follow);
  connect(&document.selection(), &Selection::changed, this, &Inspector::rebuildLater);
  connect(&live, &LiveRun::statusChanged, this, &Inspector::refreshTimed);
  rebuild();
}

// A selection that changes many times within one event is shown once.
void Inspector::rebuildLater() {
  if (std::exchange(m_rebuildWaits, true)) return;
  QTimer::singleShot(0, this, &Inspector::rebuild);
}

void Inspector::rebuild() {
  m_rebuildWaits = false;
  m_rows.clear();
  m_sections.clear();
  auto* content = new QWidget;
  content->setObjectName("content");
  m_column = new QVBoxLayout(content);
  m_column->setContentsMargins(0, 0, Spacing::kSmall, Spacing::kMedium);
  m_column->setSpacing(0);
  if (m_document.selection().items().empty()) {
    buildScene();
  } else {
    buildSelection();
  }
  m_column->addStretch(1);
  m_scroll->setWidget(content);
  search(m_search->text());
}

void Inspector::buildScene() {
  m_title->setText(tr("Scene"));
  m_subtitle->setText(tr("Select something to see its parameters."));
  struct Object {
    const char* name;
    QString title;
    const ParamTable& table;
  };
  for (const Object& object : {Object{"animation", tr("Animation"), animationTable()},
                               Object{"settings", tr("Simulation"), settingsTable()},
                               Object{"environment", tr("Environment"), environmentTable()}}) {
    std::vector<const ParamSpec*> specs;
    for (const ParamSpec& spec : object.table) specs.push_back(&spec);
    addSection(object.title, {m_document, m_live, {object.name}}, specs);
  }
}

void Inspector::buildSelection() {
  const std::vector<ObjectId> items = m_document.selection().items();
  ParamSource source{m_document, m_live, {}};
  bool locked = false;
  for (const ObjectId& id : items) {
    source.objects.push_back(id.path());
    locked = locked || m_document.isLocked(id);
  }
  const ObjectId& active = items.back();
  const Entity* entity = m_document.scene().find(active.section, active.name);
  const int count = static_cast<int>(items.size());
  m_title->setText(count > 1 ? tr("%n things", nullptr, count)
                             : QString::fromStdString(active.name));
  QString about = count > 1 || entity == nullptr
                      ? tr("What they have in common")
                      : kindLabel(m_document.registry(), active.section, *entity);
  if (locked) about += " · " + tr("locked");
  m_subtitle->setText(about);
  for (const Group& group : groupsOf(items)) addSection(group.title, source, group.specs);
  if (locked) m_column->parentWidget()->setEnabled(false);
}

std::vector<Inspector::Group> Inspector::groupsOf(const std::vector<ObjectId>& items) const {
  std::vector<const ParamTable*> tables;
  for (const ObjectId& id : items) {
    const ParamTable* table = tableOf(m_document, id);
    if (table == nullptr) return {};
    tables.push_back(table);
  }
  // What a change does to a running take is also what people look for together.
  std::vector<Group> groups = {
      {tr("Motion and shape"), {}}, {tr("Start of the take"), {}}, {tr("Look"), {}}};
  for (const ParamSpec& spec : *tables.front()) {
    if (!sharedByAll(tables, spec)) continue;
    const std::size_t group = spec.effect == Effect::Start  ? 1
                              : spec.effect == Effect::Look ? 2
                                                            : 0;
    groups[group].specs.push_back(&spec);
  }
  if (items.front().section != Section::Parts) groups[0].title = tr("Behaviour");
  std::erase_if(groups, [](const Group& group) { return group.specs.empty(); });
  return groups;
}

void Inspector::addSection(const QString& title, const ParamSource& source,
                           const std::vector<const ParamSpec*>& specs) {
  auto* section = new FoldSection(title, m_column->parentWidget());
  for (const ParamSpec* spec : specs) {
    auto* row = new ParamRow(source, *spec, contextOf(), section);
    connect(row, &ParamRow::resetWanted, this, &Inspector::resetWanted);
    connect(row, &ParamRow::refused, this, &Inspector::refused);
    section->add(row);
    m_rows.push_back(row);
  }
  section->setOpen(!m_folded.contains(title));
  connect(section, &FoldSection::toggled, this, [this](const QString& name, bool open) {
    if (open) {
      m_folded.erase(name);
    } else {
      m_folded.insert(name);
    }
  });
  m_column->addWidget(section);
  m_sections.push_back(section);
}

FieldContext Inspector::contextOf() const {
  FieldContext context;
  context.partNames = [this] { return namesOf(m_document.scene().parts()); };
  context.materialNames = [this] { return namesOf(m_document.scene()[Section::Materials]); };
  context.choices = [this](const std::string& key) {
    QList<Choice> choices;
    if (key != "integrator") return choices;
    for (const auto& kind : m_document.registry().integrators()) {
      choices.append({QString::fromStdString(kind.name), QString::fromStdString(kind.label)});
    }
    return choices;
  };
  return context;
}

void Inspector::follow(const SceneEdit& edit) {
  const auto* set = std::get_if<SetParam>(&edit);
  if (set == nullptr) {
    // Names in choices may have changed, and what is selected may be gone.
    rebuildLater();
    return;
  }
  for (ParamRow* row : m_rows)
    if (row->key() == set->key) row->refresh();
}

void Inspector::refreshAll() {
  if (m_rebuildWaits) return;  // rows may name what is gone
  for (ParamRow* row : m_rows) row->refresh();
}

void Inspector::refreshTimed() {
  if (m_rebuildWaits) return;
  const LiveStatus& status = m_live.status();
  const bool stale = status.startStale && status.time > 0;
  if (std::exchange(m_startWasStale, stale) != stale) return refreshAll();
  for (ParamRow* row : m_rows)
    if (row->isKeyedNow()) row->refresh();
}

void Inspector::search(const QString& words) {
  for (ParamRow* row : m_rows) row->setVisible(words.isEmpty() || row->matches(words));
  for (FoldSection* section : m_sections)
    if (!words.isEmpty()) section->setOpen(true);
}

}  // namespace sinew::ui
