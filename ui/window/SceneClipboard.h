#pragma once
#include <QObject>

#include "core/params/MeshFile.h"
#include "core/scene/Fault.h"
#include "ui/document/AssetFile.h"

namespace sinew::ui {

/// Copies what is selected, within a scene and between scenes; on the clipboard it is a scene file
/// of its own.
class SceneClipboard : public QObject {
  Q_OBJECT
 public:
  SceneClipboard(Document& document, const AssetFolders& assets, QObject* parent);

  bool copy();  ///< false when there is nothing to copy
  void paste();
  void duplicate();
  void repeat(QWidget* window);  ///< in a row, as asked in a dialog

 signals:
  void told(const QString& what);
  void refused(const QString& why);

 private:
  QString selectedInWords() const;
  QString leftOut(const Scene& excerpt) const;
  Scene selectedOrRefuse();
  QString tiedToOthers(const Scene& excerpt) const;
  bool insert(const Scene& excerpt, const QString& label);
  std::vector<Fault> fetchMeshesOf(Scene& excerpt) const;

  Document& m_document;
  const AssetFolders m_assets;
  std::vector<MeshFile> m_copied;  // of what was copied last, which may lie beside another scene
};

}  // namespace sinew::ui
