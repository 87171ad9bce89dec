#pragma once
#include <QObject>

#include "ui/document/Document.h"

namespace sinew::ui {

/// Copies what is selected, within a scene and between scenes; on the clipboard it is a scene file
/// of its own.
class SceneClipboard : public QObject {
  Q_OBJECT
 public:
  SceneClipboard(Document& document, QObject* parent);

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
  void insert(const Scene& excerpt, const QString& label);

  Document& m_document;
};

}  // namespace sinew::ui
