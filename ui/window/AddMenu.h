#pragma once
#include <QMenu>

#include "ui/document/Addition.h"
#include "ui/document/Document.h"
#include "ui/window/NoticeBar.h"

namespace sinew::ui {

/// Adds to the scene: every kind that is registered, and cameras, lights and materials.
class AddMenu : public QMenu {
  Q_OBJECT
 public:
  AddMenu(Document& document, QWidget* parent);

 signals:
  void told(const sinew::ui::NoticeBar::Notice& notice);
  /// It has to be shown where it runs, or where it takes hold.
  void drawWanted(const sinew::ui::Addable& drawable, const QString& label);
  void cameraWanted();  ///< it has to be put where one looks from
  void pickWanted(const sinew::ui::Addable& addable, const QString& label);

 private:
  void offer(QMenu& menu, const Addable& addable);
  void offerDrawing(QMenu& menu);
  void add(const Addable& addable);
  void offerFloor();
  void refuse(const QString& what, const QString& why);

  Document& m_document;
};

}  // namespace sinew::ui
