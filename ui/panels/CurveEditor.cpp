#include "ui/panels/CurveEditor.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QSignalBlocker>
#include <algorithm>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Keys.h"
#include "ui/fields/Field.h"

namespace sinew::ui {
namespace {

constexpr int kListWidth = 220;  // px

const ParamTable* tableOf(const Document& document, const ObjectId& id) {
  const Entity* entity = document.scene().find(id.section, id.name);
  return entity == nullptr ? nullptr : entityTable(document.registry(), id.section, entity->kind);
}

void addKeyed(const Document& document, const std::string& object, const ParamTable& table,
              std::vector<CurvePlot::Shown>& keyed) {
  const ParamValues* values = document.valuesOf(object);
  if (values == nullptr) return;
  for (const ParamSpec& spec : table) {
    const Value* value = values->find(spec.key);
    if (value != nullptr && isKeyed(*value)) keyed.push_back({object, spec.key, &spec});
  }
}

}  // namespace

CurveEditor::CurveEditor(Document& document, LiveRun& live, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_list(new QListWidget(this)),
      m_plot(new CurvePlot(document, live, theme, this)) {
  m_list->setAccessibleName(tr("Keyed parameters"));
  m_list->setFixedWidth(kListWidth);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(Spacing::kSmall, Spacing::kSmall, 0, 0);
  row->setSpacing(Spacing::kSmall);
  row->addWidget(m_list);
  row->addWidget(m_plot, 1);
  connect(m_list, &QListWidget::currentRowChanged, this, &CurveEditor::choose);
  connect(m_plot, &CurvePlot::hint, this, &CurveEditor::hint);
  connect(&document, &Document::edited, this, &CurveEditor::collect);
  connect(&document, &Document::sceneReplaced, this, &CurveEditor::collect);
  connect(&document.selection(), &Selection::changed, this, &CurveEditor::collect);
  collect();
}

// What was chosen stays so, as long as it is there.
void CurveEditor::collect() {
  const int row = m_list->currentRow();
  const auto before = row >= 0 && row < static_cast<int>(m_keyed.size())
                          ? std::optional(m_keyed[static_cast<std::size_t>(row)])
                          : std::nullopt;
  m_keyed.clear();
  const auto& selected = m_document.selection().items();
  for (const ObjectId& id : selected)
    if (const ParamTable* table = tableOf(m_document, id))
      addKeyed(m_document, id.path(), *table, m_keyed);
  if (selected.empty()) {
    addKeyed(m_document, "settings", settingsTable(), m_keyed);
    addKeyed(m_document, "environment", environmentTable(), m_keyed);
  }
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  int current = m_keyed.empty() ? -1 : 0;
  for (std::size_t i = 0; i < m_keyed.size(); ++i) {
    const CurvePlot::Shown& each = m_keyed[i];
    const QString name = QString::fromStdString(each.object.substr(each.object.find('/') + 1));
    m_list->addItem(selected.size() > 1 ? tr("%1 · %2").arg(name, labelOf(each.key))
                                        : labelOf(each.key));
    if (before && before->object == each.object && before->key == each.key)
      current = static_cast<int>(i);
  }
  m_list->setCurrentRow(current);
  choose(current);
}

void CurveEditor::choose(int row) {
  const bool any = row >= 0 && row < static_cast<int>(m_keyed.size());
  m_plot->show(any ? std::optional(m_keyed[static_cast<std::size_t>(row)]) : std::nullopt);
}

}  // namespace sinew::ui
