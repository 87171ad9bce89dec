#include "ui/panels/CurveEditor.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QSignalBlocker>
#include <algorithm>

namespace sinew::ui {
namespace {

constexpr int kListWidth = 220;  // px

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
  m_keyed = keyedParams(m_document);
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  int current = m_keyed.empty() ? -1 : 0;
  for (std::size_t i = 0; i < m_keyed.size(); ++i) {
    m_list->addItem(nameOf(m_keyed[i], m_document.selection().items().size() != 1));
    if (before && *before == m_keyed[i]) current = static_cast<int>(i);
  }
  m_list->setCurrentRow(current);
  choose(current);
}

void CurveEditor::choose(int row) {
  const bool any = row >= 0 && row < static_cast<int>(m_keyed.size());
  m_plot->show(any ? std::optional(m_keyed[static_cast<std::size_t>(row)]) : std::nullopt);
}

}  // namespace sinew::ui
