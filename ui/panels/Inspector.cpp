#include "ui/panels/Inspector.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Addition.h"
#include "ui/document/TextOf.h"
#include "ui/panels/SectionWords.h"
#include "ui/panels/TieList.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

QStringList namesOf(const std::vector<Entity>& entities) {
  QStringList names;
  for (const Entity& entity : entities) names << QString::fromStdString(entity.name);
  return names;
}

/// Whether all the tables hold a parameter of the same key and meaning.
bool sharedByAll(const std::vector<const ParamTable*>& tables, const ParamSpec& spec) {
  return std::all_of(tables.begin(), tables.end(), [&](const ParamTable* table) {
    const ParamSpec* other = findParam(*table, spec.key);
    return other != nullptr && other->type == spec.type && other->unit == spec.unit;
  });
}

}  // namespace

Inspector::Inspector(Document& document, LiveRun& live, const AssetFolders& assets, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_live(live),
      m_assets(assets),
      m_title(new QLabel(this)),
      m_subtitle(new QLabel(this)),
      m_ties(new TieList(document, live, this)),
      m_search(new QLineEdit(this)),
      m_scroll(new QScrollArea(this)),
      m_content(new QWidget) {
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
  m_content->setObjectName("content");
  auto* pages = new QVBoxLayout(m_content);
  pages->setContentsMargins(0, 0, 0, 0);
  pages->setSpacing(0);
  pages->addStretch(1);
  m_scroll->setWidget(m_content);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kMedium, Spacing::kSmall, Spacing::kTight, 0);
  column->setSpacing(Spacing::kTight);
  for (QWidget* widget : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_subtitle),
                          static_cast<QWidget*>(m_ties), static_cast<QWidget*>(m_search)})
    column->addWidget(widget);
  column->addWidget(m_scroll, 1);

  connect(m_search, &QLineEdit::textChanged, this,
          [this](const QString& words) { m_page->search(words); });
  connect(&document, &Document::sceneReplaced, this, &Inspector::forgetPages);
  connect(&document, &Document::edited, this, &Inspector::follow);
  connect(&document.selection(), &Selection::changed, m_search, &QLineEdit::clear);
  connect(&document.selection(), &Selection::changed, this, &Inspector::rebuildLater);
  connect(&live, &LiveRun::statusChanged, this, &Inspector::refreshTimed);
  rebuild();
}

// A selection that changes many times within one event is shown once. The event stands before the
// picture's, so that what was clicked is in the panel by the time it is in the picture.
void Inspector::rebuildLater() {
  if (std::exchange(m_rebuildWaits, true)) return;
  QMetaObject::invokeMethod(this, &Inspector::rebuild, Qt::QueuedConnection);
}

// Names in choices may have changed.
void Inspector::forgetPages() {
  for (const auto& [kinds, page] : std::exchange(m_pages, {}))
    if (page != m_page) page->deleteLater();
  rebuildLater();
}

void Inspector::rebuild() {
  m_rebuildWaits = false;
  m_shown = told();  // news that came while this waited was passed over
  m_ties->refresh();
  if (m_document.selection().items().empty()) {
    describeScene();
  } else {
    describeSelection();
  }
}

void Inspector::describeScene() {
  m_title->setText(tr("Scene"));
  m_subtitle->setText(tr("Select something to see its parameters."));
  InspectorPage*& page = m_pages[{}];
  if (page == nullptr) page = scenePage();
  page->setEnabled(true);
  for (ParamRow* row : page->rows()) row->refresh();
  turnTo(page);
}

InspectorPage* Inspector::scenePage() {
  InspectorPage* page = makePage();
  struct Object {
    const char* name;
    QString title;
    const ParamTable& table;
  };
  for (const Object& object : {Object{"animation", tr("Animation"), animationTable()},
                               Object{"settings", tr("Simulation"), settingsTable()},
                               Object{"environment", tr("Environment"), environmentTable()}}) {
    InspectorPage::Group group{object.title, {}};
    for (const ParamSpec& spec : object.table) group.specs.push_back(&spec);
    page->add(group, {m_document, m_live, {object.name}}, contextOf());
  }
  return page;
}

void Inspector::describeSelection() {
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
  const bool part = count == 1 && entity != nullptr && active.section == Section::Parts;
  if (part && isPrescribed(m_document.registry(), entity->kind))
    about += " · " + tr("stands still, or goes as keyed");
  if (locked) about += " · " + tr("locked");
  m_subtitle->setText(about);
  InspectorPage* page = pageOf(kindsOf(items), source);
  page->setEnabled(!locked);
  turnTo(page);
}

InspectorPage* Inspector::pageOf(const Kinds& kinds, const ParamSource& source) {
  InspectorPage*& page = m_pages[kinds];
  if (page != nullptr) {
    page->show(source.objects);
    return page;
  }
  page = makePage();
  for (const InspectorPage::Group& group : groupsOf(kinds)) page->add(group, source, contextOf());
  return page;
}

InspectorPage* Inspector::makePage() {
  auto* page = new InspectorPage(m_content);
  connect(page, &InspectorPage::resetWanted, this, &Inspector::resetWanted);
  connect(page, &InspectorPage::refused, this, &Inspector::refused);
  connect(page, &InspectorPage::folded, this, [this](const QString& title, bool open) {
    if (open) {
      m_folded.erase(title);
    } else {
      m_folded.insert(title);
    }
  });
  return page;
}

void Inspector::turnTo(InspectorPage* page) {
  page->fold(m_folded);
  page->search(m_search->text());
  InspectorPage* const before = std::exchange(m_page, page);
  if (before == page) return;
  auto* pages = static_cast<QVBoxLayout*>(m_content->layout());
  if (pages->indexOf(page) < 0) pages->insertWidget(0, page);
  page->setVisible(true);
  m_scroll->verticalScrollBar()->setValue(0);
  if (before == nullptr) return;
  before->leave();  // else the focus goes on to somewhere in the new page, and that is scrolled to
  before->setVisible(false);
  const bool kept = std::any_of(m_pages.begin(), m_pages.end(),
                                [&](const auto& entry) { return entry.second == before; });
  if (!kept) before->deleteLater();
}

Inspector::Kinds Inspector::kindsOf(const std::vector<ObjectId>& items) const {
  Kinds kinds;
  for (const ObjectId& id : items) {
    const Entity* entity = m_document.scene().find(id.section, id.name);
    std::pair kind(id.section, entity == nullptr ? std::string() : entity->kind);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

std::vector<InspectorPage::Group> Inspector::groupsOf(const Kinds& kinds) const {
  std::vector<const ParamTable*> tables;
  for (const auto& [section, kind] : kinds) {
    const ParamTable* table = entityTable(m_document.registry(), section, kind);
    if (table == nullptr) return {};
    tables.push_back(table);
  }
  // What a change does to a running take is also what people look for together.
  const bool parts = kinds.front().first == Section::Parts;
  InspectorPage::Group start{tr("Start of the take"), {}}, look{tr("Look"), {}};
  InspectorPage::Group own{parts ? tr("Motion and shape") : tr("Behaviour"), {}};
  InspectorPage::Group contact{tr("Simulation and contact"), {}};  // what all parts have
  static const ParamTable ofAllParts = commonMovingPartParams();
  for (const ParamSpec& spec : *tables.front()) {
    // A lock is opened where it is seen: here nothing can be changed while it is shut.
    if (spec.key == "locked" || !sharedByAll(tables, spec)) continue;
    // Where an obstacle is belongs to its motion, all along the take.
    const ParamSpec* ofAll = parts ? findParam(ofAllParts, spec.key) : nullptr;
    const bool common = ofAll != nullptr && ofAll->effect != Effect::Start;
    InspectorPage::Group& group = spec.effect == Effect::Start  ? start
                                  : spec.effect == Effect::Look ? look
                                  : common                      ? contact
                                                                : own;
    group.specs.push_back(&spec);
  }
  std::vector<InspectorPage::Group> groups = {start, own, contact, look};
  std::erase_if(groups, [](const auto& group) { return group.specs.empty(); });
  return groups;
}

FieldContext Inspector::contextOf() {
  FieldContext context;
  context.partNames = [this] { return namesOf(m_document.scene().parts()); };
  context.materialNames = [this] { return namesOf(m_document.scene()[Section::Materials]); };
  context.coordinates = [this](const std::string& part) {
    const Entity* entity = m_document.scene().find(Section::Parts, part);
    const PartKind* kind = entity == nullptr ? nullptr : m_document.registry().part(entity->kind);
    return kind == nullptr ? ParamTable() : kind->coordinates;
  };
  context.choices = [this](const std::string& key) {
    QList<Choice> choices;
    if (key != "integrator") return choices;
    for (const auto& kind : m_document.registry().integrators()) {
      choices.append({QString::fromStdString(kind.name), QString::fromStdString(kind.label)});
    }
    return choices;
  };
  context.remark = [this](const std::string& key) {
    if (key == "contact") return contactRemark();
    if (key != "integrator") return QString();
    const ParamReader settings(settingsTable(), m_document.scene().settings);
    const IntegratorKind* kind = m_document.registry().integrator(settings.text(key));
    if (kind == nullptr || !kind->remark) return QString();
    return QString::fromStdString(kind->remark(settings));
  };
  context.asset = [this](const QString& file) { return assetFile(file, m_assets); };
  context.copiedAsset = [this](const QString& file) { return copyBesideScene(file, m_assets); };
  context.mesh = [this](const QString& path) -> Result<Value> {
    auto content = meshesIn(m_assets.all())(path.toStdString());
    if (!content) return Unexpected{content.error()};
    return Value(MeshFile{path.toStdString(), *std::move(content)});
  };
  context.saved = [this] {
    emit saveWanted();
    return !m_assets.own().empty();
  };
  return context;
}

QString Inspector::contactRemark() const {
  const std::string& why = m_live.status().barriersBecause;
  const bool isEmpty = m_document.scene().parts().empty();  // nothing runs: that is of one before
  return why.empty() || isEmpty ? QString()
                                : tr("This scene keeps to barriers: %1.").arg(textOf(why));
}

void Inspector::follow(const SceneEdit& edit) {
  const auto* set = std::get_if<SetParam>(&edit);
  if (set == nullptr) {
    forgetPages();
    return;
  }
  // What a part is like says nothing of what holds it, and is what is dragged.
  if (!set->object.starts_with("parts/")) m_ties->refresh();
  if (set->key == "locked") return rebuildLater();
  m_page->follow(set->key);
}

void Inspector::refreshAll() {
  if (m_rebuildWaits) return;  // rows may name what is gone
  for (ParamRow* row : m_page->rows()) row->refresh();
}

Inspector::Told Inspector::told() const {
  const LiveStatus& status = m_live.status();
  return {status.startStale && status.time > 0, status.barriersBecause};
}

void Inspector::refreshTimed() {
  if (m_rebuildWaits) return;
  Told now = told();
  const bool other = now != m_shown;
  m_shown = std::move(now);
  if (other) return refreshAll();
  for (ParamRow* row : m_page->rows())
    if (row->isKeyedNow()) row->refresh();
}

}  // namespace sinew::ui
