#include "ui/window/SceneClipboard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Copying.h"
#include "ui/window/RepeatDialog.h"

namespace sinew::ui {
namespace {

constexpr auto kFormat = "application/x-sinew-scene+json";

bool isEmpty(const Scene& scene) {
  for (int i = 0; i < kSectionCount; ++i)
    if (!scene[static_cast<Section>(i)].empty()) return false;
  return true;
}

}  // namespace

SceneClipboard::SceneClipboard(Document& document, const AssetFolders& assets, QObject* parent)
    : QObject(parent), m_document(document), m_assets(assets) {}

QString SceneClipboard::selectedInWords() const {
  const auto& items = m_document.selection().items();
  return items.size() == 1 ? QString::fromStdString(items.front().name)
                           : tr("%n things", nullptr, static_cast<int>(items.size()));
}

bool SceneClipboard::copy() {
  const Scene excerpt =
      excerptOf(m_document.scene(), m_document.registry(), m_document.selection().items());
  if (isEmpty(excerpt)) {
    emit refused(
        tr("A constraint or force is copied together with the parts it acts on: select "
           "those as well"));
    return false;
  }
  const QByteArray text = QByteArray::fromStdString(writeScene(excerpt, m_document.registry()));
  auto* data = new QMimeData;
  data->setData(kFormat, text);
  data->setText(QString::fromUtf8(text));
  QGuiApplication::clipboard()->setMimeData(data);
  m_copied = meshesOf(excerpt, m_document.registry());
  const QString torn = leftOut(excerpt);
  emit told(torn.isEmpty() ? tr("Copied %1").arg(selectedInWords())
                           : tr("Copied, but for what acts on other parts too: %1").arg(torn));
  return true;
}

QString SceneClipboard::leftOut(const Scene& excerpt) const {
  QStringList names;
  for (const ObjectId& id : m_document.selection().items())
    if (excerpt.find(id.section, id.name) == nullptr) names << QString::fromStdString(id.name);
  return names.join(", ");
}

void SceneClipboard::paste() {
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  const bool ours = data != nullptr && data->hasFormat(kFormat);
  const QByteArray text = ours              ? data->data(kFormat)
                          : data == nullptr ? QByteArray()
                                            : data->text().toUtf8();
  auto excerpt = readScene(text.toStdString(), m_document.registry());
  if (!excerpt || isEmpty(*excerpt))
    return emit refused(tr("There is nothing of a scene on the clipboard"));
  if (const auto faults = fetchMeshesOf(*excerpt); !faults.empty())
    return emit refused(QString::fromStdString(faults.front().text()));
  if (insert(*excerpt, tr("Paste"))) emit told(tr("Paste"));
}

std::vector<Fault> SceneClipboard::fetchMeshesOf(Scene& excerpt) const {
  const auto files = meshesIn(m_assets.all());
  return fetchMeshes(excerpt, m_document.registry(), [&](const std::string& path) {
    const auto copied = std::ranges::find(m_copied, path, &MeshFile::path);
    return copied == m_copied.end() ? files(path) : copied->content;
  });
}

Scene SceneClipboard::selectedOrRefuse() {
  Scene excerpt = excerptOf(m_document.scene(), m_document.registry(),
                            m_document.selection().items(), Others::MayBeNamed);
  if (isEmpty(excerpt)) {
    emit refused(
        tr("A constraint or force is duplicated together with the parts it acts "
           "on: select those as well"));
  }
  return excerpt;
}

void SceneClipboard::duplicate() {
  const Scene excerpt = selectedOrRefuse();
  if (isEmpty(excerpt)) return;
  const QString torn = tiedToOthers(excerpt);
  const QString label = tr("Duplicate %1").arg(selectedInWords());
  if (insert(excerpt, label))
    emit told(torn.isEmpty() ? label
                             : tr("%1, but not what ties it to others: %2").arg(label, torn));
}

// What holds on to the selected parts and to others as well.
QString SceneClipboard::tiedToOthers(const Scene& excerpt) const {
  const Scene withTies = excerptOf(m_document.scene(), m_document.registry(),
                                   m_document.selection().items(), Others::MayBeTied);
  QStringList names;
  for (const Section section : {Section::Constraints, Section::Forces})
    for (const Entity& tie : withTies[section])
      if (excerpt.find(section, tie.name) == nullptr) names << QString::fromStdString(tie.name);
  return names.join(", ");
}

void SceneClipboard::repeat(QWidget* window) {
  const Scene excerpt = selectedOrRefuse();
  if (isEmpty(excerpt)) return;
  const auto selected = m_document.selection().items();
  RepeatDialog dialog(m_document, excerpt, window);
  connect(&dialog, &RepeatDialog::refused, this, &SceneClipboard::refused);
  dialog.showRow();
  if (dialog.exec() == QDialog::Accepted) return;
  m_document.selection().select(selected);
}

bool SceneClipboard::insert(const Scene& excerpt, const QString& label) {
  const Insertion insertion = insertionOf(excerpt, m_document.scene(), m_document.registry());
  if (const auto done = m_document.apply(insertion.edits, label); !done) {
    emit refused(QString::fromStdString(done.error().message));
    return false;
  }
  m_document.selection().select(insertion.items);
  return true;
}

}  // namespace sinew::ui
