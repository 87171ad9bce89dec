#include "ui/fields/AssetField.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

/// The one file that is being dragged; empty if it is something else.
QString fileIn(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

}  // namespace

AssetField::AssetField(const ParamSpec& spec, const QString& label, const FieldContext& context,
                       QWidget* parent)
    : Field(parent),
      m_type(spec.type),
      m_endings(spec.choices),
      m_label(label),
      m_context(context),
      m_line(new QLineEdit(this)),
      m_browse(new QToolButton(this)) {
  m_line->setAccessibleName(label);
  m_line->setAcceptDrops(false);  // it would write the address of the file into itself
  m_browse->setIcon(icon("open"));
  m_browse->setAccessibleName(tr("Choose %1").arg(label.toLower()));
  m_browse->setToolTip(tr("Choose a file, or drop one here"));
  m_browse->setFocusPolicy(Qt::TabFocus);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(Spacing::kTight);
  row->addWidget(m_line, 1);
  row->addWidget(m_browse);
  setFocusProxy(m_line);
  setAcceptDrops(true);
  connect(m_browse, &QToolButton::clicked, this, &AssetField::browse);
  connect(m_line, &QLineEdit::editingFinished, this, [this] {
    if (!m_line->isModified() || m_line->text() == m_shown) return;
    m_line->setModified(false);
    const QString path = m_line->text().trimmed();
    if (QFileInfo(path).isAbsolute()) return take(path);
    tell(path);
  });
}

/// Says that the scene is to name this file.
void AssetField::tell(const QString& path) {
  if (m_type != ParamType::Mesh) return emit edited(Value(path.toStdString()));
  if (path.isEmpty()) return emit edited(Value(MeshFile{}));
  const auto mesh = m_context.mesh(path);
  if (mesh) return emit edited(*mesh);
  m_line->setText(m_shown);
  emit refused(tr("%1: %2").arg(path, QString::fromStdString(mesh.error().message)));
}

void AssetField::display(const Value& value) {
  const auto* mesh = std::get_if<MeshFile>(&value.content);
  const auto* text = mesh ? &mesh->path : std::get_if<std::string>(&value.content);
  if (text == nullptr || (m_line->hasFocus() && m_line->isModified())) return;
  m_shown = QString::fromStdString(*text);
  m_line->setPlaceholderText(tr("none"));
  m_line->setToolTip(m_shown);
  if (m_line->text() != m_shown) m_line->setText(m_shown);
}

void AssetField::displayMixed() {
  m_shown.clear();
  m_line->clear();
  m_line->setPlaceholderText(tr("mixed"));
}

bool AssetField::offers(const QString& file) const {
  const std::string ending = QFileInfo(file).suffix().toLower().toStdString();
  return !file.isEmpty() &&
         (m_endings.empty() || std::ranges::find(m_endings, ending) != m_endings.end());
}

void AssetField::browse() {
  QStringList patterns;
  for (const std::string& ending : m_endings) patterns << "*." + QString::fromStdString(ending);
  const QString all = tr("All files (*)");
  static QString lastFolder;  // where one was found, another may lie
  const bool anew = m_shown.isEmpty() && !lastFolder.isEmpty();
  QFileDialog dialog(
      this, tr("Choose %1").arg(m_label.toLower()),
      anew ? lastFolder : m_context.asset(m_shown).folder,
      patterns.isEmpty() ? all : tr("%1 (%2)").arg(m_label, patterns.join(' ')) + ";;" + all);
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setFileMode(QFileDialog::ExistingFile);
  if (dialog.exec() != QDialog::Accepted) return;
  lastFolder = dialog.directory().path();
  take(dialog.selectedFiles().first());
}

/// Says why a file cannot be named as it is, and whether what would help is wanted.
bool AssetField::accepts(const QString& what, const QString& why, const QString& help) {
  QMessageBox box(QMessageBox::NoIcon, tr("File from elsewhere"), what, QMessageBox::Cancel, this);
  box.setInformativeText(why);
  auto* helps = box.addButton(help, QMessageBox::AcceptRole);
  helps->setAccessibleName(help);
  box.setDefaultButton(helps);
  box.exec();
  return box.clickedButton() == helps;
}

void AssetField::take(const QString& file) {
  const QString name = QFileInfo(file).fileName();
  const QString why = tr(
      "A scene may only name files in its own folder, so that it can be moved together with them.");
  AssetFile asset = m_context.asset(file);
  if (asset.unsaved &&
      accepts(tr("The scene has no folder yet for %1 to lie in.").arg(name),
              why + " " + tr("Save it, and the file can be copied there."),
              tr("Save the scene…")) &&
      m_context.saved && m_context.saved())
    asset = m_context.asset(file);
  if (asset.path.isEmpty() && asset.why.isEmpty() &&
      accepts(tr("%1 does not lie beside the scene.").arg(name), why, tr("Copy it there")))
    asset = m_context.copiedAsset(file);
  if (!asset.path.isEmpty()) {
    m_line->setModified(false);
    return tell(asset.path);
  }
  m_line->setText(m_shown);
  if (!asset.why.isEmpty()) emit refused(asset.why);
}

void AssetField::dragEnterEvent(QDragEnterEvent* event) {
  if (offers(fileIn(*event->mimeData()))) event->acceptProposedAction();
}

void AssetField::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  take(fileIn(*event->mimeData()));
}

}  // namespace sinew::ui
