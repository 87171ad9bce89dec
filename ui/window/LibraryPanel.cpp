#include "ui/window/LibraryPanel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <map>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"
#include "ui/fields/ChoiceFields.h"
#include "ui/panels/SectionWords.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"
#include "ui/window/ScenePictures.h"

namespace sinew::ui {
namespace {

using Shelf = LibraryItem::Shelf;

constexpr int kKey = Qt::UserRole + 1;
constexpr ScenePictures::Order kPicture{96, 72, 0};
constexpr QSize kPictureSize(32, 24);

/// Rows that can be dragged out, by their key.
class ShelfModel : public QStandardItemModel {
 public:
  using QStandardItemModel::QStandardItemModel;
  QStringList mimeTypes() const override { return {LibraryPanel::kFormat}; }
  QMimeData* mimeData(const QModelIndexList& rows) const override {
    auto* data = new QMimeData;
    if (!rows.isEmpty())
      data->setData(LibraryPanel::kFormat, rows.first().data(kKey).toString().toUtf8());
    return data;
  }
};

QString shelfLabel(Shelf shelf) {
  switch (shelf) {
    case Shelf::ReadyMade:
      return LibraryPanel::tr("Ready made");
    case Shelf::Materials:
      return sectionLabel(Section::Materials);
    case Shelf::Own:
      return LibraryPanel::tr("Kept by you");
    case Shelf::Parts:
      return sectionLabel(Section::Parts);
    case Shelf::Constraints:
      return sectionLabel(Section::Constraints);
    case Shelf::Forces:
      return sectionLabel(Section::Forces);
    case Shelf::Looks:
      break;
  }
  return LibraryPanel::tr("Look");
}

QString iconOf(const LibraryItem& item) {
  if (item.kind) return sectionIcon(item.kind->section);
  return item.shelf == Shelf::Materials ? sectionIcon(Section::Materials) : QString("scene");
}

/// A ball of its colour: a scene that is nothing but a material shows nothing.
QIcon materialIcon(const Scene& scene) {
  const ParamReader values(materialTable(), scene[Section::Materials].front().values);
  QPixmap pixmap(2 * kPictureSize);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor colour = screenColour(values.vec3("colour"));
  const int side = pixmap.height() - 4;
  QRadialGradient shade(pixmap.width() / 2.0 - side / 6.0, side / 3.0, side);
  shade.setColorAt(0, colour.lighter(150));
  shade.setColorAt(0.35, colour);
  shade.setColorAt(1, colour.darker(260));
  painter.setBrush(shade);
  painter.setPen(Qt::NoPen);
  painter.drawEllipse((pixmap.width() - side) / 2, 2, side, side);
  painter.end();
  pixmap.setDevicePixelRatio(2);
  return pixmap;
}

}  // namespace

LibraryPanel::LibraryPanel(Library& library, const Registry& registry,
                           std::filesystem::path assetFolder, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_model(new ShelfModel(this)),
      m_filter(new QSortFilterProxyModel(this)),
      m_tree(new QTreeView(this)),
      m_search(new QLineEdit(this)),
      m_add(new QPushButton(tr("Add"), this)),
      m_pictures(new ScenePictures(registry, std::move(assetFolder), kPicture, this)) {
  m_filter->setSourceModel(m_model);
  m_filter->setRecursiveFilteringEnabled(true);
  m_filter->setAutoAcceptChildRows(true);
  m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_tree->setModel(m_filter);
  m_tree->setAccessibleName(tr("Library"));
  m_tree->setHeaderHidden(true);
  m_tree->header()->setAccessibleName(tr("Columns of the library"));
  m_tree->setIndentation(16);
  m_tree->setIconSize(kPictureSize);
  m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_tree->setDragEnabled(true);
  m_tree->setDragDropMode(QAbstractItemView::DragOnly);
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  m_search->setPlaceholderText(tr("Find something to add"));
  m_search->setAccessibleName(tr("Find something to add"));
  m_search->setClearButtonEnabled(true);
  m_add->setAccessibleName(tr("Add to the scene"));
  m_add->setToolTip(
      tr("Adds what is chosen to the scene; dragged into the picture, it comes to "
         "stand where it is let go"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kSmall, Spacing::kSmall, Spacing::kTight, Spacing::kSmall);
  column->setSpacing(Spacing::kTight);
  column->addWidget(m_search);
  column->addWidget(m_tree, 1);
  column->addWidget(m_add);

  connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
    m_filter->setFilterFixedString(words);
    m_tree->expandAll();
  });
  connect(m_add, &QPushButton::clicked, this, &LibraryPanel::add);
  connect(m_tree, &QTreeView::doubleClicked, this, &LibraryPanel::add);
  connect(m_tree, &QWidget::customContextMenuRequested, this, &LibraryPanel::askForget);
  connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this] { m_add->setEnabled(chosen() != nullptr); });
  connect(&library, &Library::changed, this, &LibraryPanel::fill);
  connect(m_pictures, &ScenePictures::ready, this,
          [this](const QString& path, const QImage& image) {
            const auto rows = m_model->match(m_model->index(0, 0), kKey, path, 1,
                                             Qt::MatchExactly | Qt::MatchRecursive);
            if (!rows.isEmpty())
              m_model->itemFromIndex(rows.first())->setIcon(QPixmap::fromImage(image));
          });
  fill();
}

void LibraryPanel::fill() {
  m_model->clear();
  std::map<Shelf, QStandardItem*> shelves;
  for (const LibraryItem& item : m_library.items()) {
    QStandardItem*& shelf = shelves[item.shelf];
    if (shelf == nullptr) {
      shelf = new QStandardItem(shelfLabel(item.shelf));
      shelf->setFlags(Qt::ItemIsEnabled);
      m_model->appendRow(shelf);
    }
    const auto material =
        item.shelf == Shelf::Materials ? m_library.sceneOf(item) : Result<Scene>(Scene());
    const bool coloured = material && !(*material)[Section::Materials].empty();
    auto* row = new QStandardItem(coloured ? materialIcon(*material) : ui::icon(iconOf(item)),
                                  QString::fromStdString(item.label));
    row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
    row->setToolTip(QString::fromStdString(item.doc));
    row->setData(QString::fromStdString(item.key), kKey);
    shelf->appendRow(row);
  }
  m_tree->expandAll();
  m_add->setEnabled(false);
  if (isVisible()) wantPictures();
}

void LibraryPanel::showEvent(QShowEvent* event) {
  wantPictures();
  QWidget::showEvent(event);
}

void LibraryPanel::wantPictures() {
  std::vector<std::filesystem::path> scenes;
  for (const LibraryItem& item : m_library.items())
    if (!item.kind && item.shelf != Shelf::Materials) scenes.push_back(item.madeIn);
  m_pictures->want(std::move(scenes));
}

void LibraryPanel::hideEvent(QHideEvent* event) {
  m_pictures->stop();
  QWidget::hideEvent(event);
}

void LibraryPanel::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && chosen() != nullptr) return add();
  QWidget::keyPressEvent(event);
}

const LibraryItem* LibraryPanel::chosen() const {
  const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
  return rows.isEmpty() ? nullptr
                        : m_library.find(rows.first().data(kKey).toString().toStdString());
}

void LibraryPanel::add() {
  if (const LibraryItem* item = chosen()) emit addWanted(*item);
}

void LibraryPanel::askForget(const QPoint& place) {
  const LibraryItem* item = chosen();
  if (item == nullptr || item->shelf != Shelf::Own) return;
  QMenu menu(this);
  QAction* forget =
      menu.addAction(tr("Take %1 out of the library").arg(QString::fromStdString(item->label)));
  if (menu.exec(m_tree->viewport()->mapToGlobal(place)) != forget) return;
  if (const auto done = m_library.forget(*item); !done)
    emit refused(QString::fromStdString(done.error().message));
}

}  // namespace sinew::ui
