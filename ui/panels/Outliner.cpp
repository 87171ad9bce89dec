#include "ui/panels/Outliner.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QToolTip>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

/// The rows that have the words in them; sections say how many of theirs these are.
class FoundRows : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  QVariant data(const QModelIndex& index, int role) const override {
    const bool text = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    const bool top = !index.parent().isValid() && index.column() == SceneModel::Name;
    const QString section =
        text && top ? QSortFilterProxyModel::data(index, SceneModel::SectionName).toString()
                    : QString();
    if (!section.isEmpty()) {
      const int all = sourceModel()->rowCount(mapToSource(index)), found = rowCount(index);
      if (found < all) return Outliner::tr("%1 (%2 of %3)").arg(section).arg(found).arg(all);
    }
    return QSortFilterProxyModel::data(index, role);
  }
};

}  // namespace

Outliner::Outliner(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new SceneModel(document, this)),
      m_filter(new FoundRows(this)),
      m_tree(new QTreeView(this)),
      m_search(new QLineEdit(this)) {
  m_filter->setSourceModel(m_model);
  m_filter->setRecursiveFilteringEnabled(true);
  m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_tree->setModel(m_filter);
  m_tree->setAccessibleName(tr("Outliner"));
  m_tree->setHeaderHidden(true);
  m_tree->header()->setAccessibleName(tr("Columns of the outliner"));
  m_tree->setUniformRowHeights(true);
  m_tree->setIndentation(16);
  m_tree->setIconSize({16, 16});
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setMinimumSectionSize(24);
  m_tree->header()->setSectionResizeMode(SceneModel::Name, QHeaderView::Stretch);
  for (const int column : {SceneModel::Shown, SceneModel::Locked}) {
    m_tree->header()->setSectionResizeMode(column, QHeaderView::Fixed);
    m_tree->header()->resizeSection(column, 24);
  }
  unfold();
  m_search->setPlaceholderText(tr("Find in the scene"));
  m_search->setAccessibleName(tr("Find in the scene"));
  m_search->setClearButtonEnabled(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kSmall, Spacing::kSmall, Spacing::kTight, 0);
  column->setSpacing(Spacing::kTight);
  column->addWidget(m_search);
  column->addWidget(m_tree, 1);

  connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
    m_showing = true;  // what is filtered away stays selected
    m_filter->setFilterFixedString(words);
    unfold();
    showSelection();
  });
  connect(m_tree, &QTreeView::clicked, this, &Outliner::click);
  connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &Outliner::takeSelection);
  connect(m_model, &SceneModel::refused, this, &Outliner::refused);
  connect(m_model, &SceneModel::nameRefused, this, &Outliner::refuseName);
  connect(m_model, &SceneModel::modelReset, this, [this] {
    unfold();
    showSelection();
  });
  connect(&document.selection(), &Selection::changed, this, &Outliner::showSelection);
}

// Sections have no eye and no lock: their names may take the room.
void Outliner::unfold() {
  m_tree->expandAll();
  for (int row = 0; row < m_filter->rowCount(); ++row)
    m_tree->setFirstColumnSpanned(row, QModelIndex(), true);
}

void Outliner::renameActive() {
  const ObjectId* active = m_document.selection().active();
  if (active == nullptr) return;
  const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(*active));
  m_tree->setFocus();
  m_tree->scrollTo(index);
  m_tree->edit(index);
}

// Where the name was typed: nobody looks elsewhere then.
void Outliner::refuseName(const ObjectId& id, const QString& why) {
  emit refused(why);
  const QRect row = m_tree->visualRect(m_filter->mapFromSource(m_model->indexOf(id)));
  QToolTip::showText(m_tree->viewport()->mapToGlobal(row.bottomLeft()), why, m_tree->viewport());
}

void Outliner::offer(const QList<QAction*>& commands) {
  m_tree->addActions(commands);
}

void Outliner::click(const QModelIndex& index) {
  const QModelIndex source = m_filter->mapToSource(index);
  if (source.column() == SceneModel::Shown) m_model->toggleShown(source);
  if (source.column() == SceneModel::Locked) m_model->toggleLocked(source);
}

void Outliner::showSelection() {
  QItemSelection rows;
  for (const ObjectId& id : m_document.selection().items()) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(id));
    if (index.isValid()) rows.select(index, index);
  }
  m_showing = true;
  m_tree->selectionModel()->select(rows,
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (!rows.isEmpty()) m_tree->scrollTo(rows.indexes().last());
  m_showing = false;
}

void Outliner::takeSelection() {
  if (m_showing) return;
  std::vector<ObjectId> items;
  for (const QModelIndex& row : m_tree->selectionModel()->selectedRows())
    if (const auto id = m_model->objectAt(m_filter->mapToSource(row))) items.push_back(*id);
  m_document.selection().select(items);
}

}  // namespace sinew::ui
