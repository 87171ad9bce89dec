#pragma once
#include <QMenu>

#include "ui/document/Addition.h"
#include "ui/document/Document.h"

namespace sinew::ui {

/// Offers what can be added to the scene: every kind that is registered, and cameras, lights and
/// materials.
class AddMenu : public QMenu {
  Q_OBJECT
 public:
  AddMenu(const Registry& registry, QWidget* parent);

 signals:
  void addWanted(const sinew::ui::Addable& addable);
  /// It has to be shown where it runs.
  void drawWanted(const sinew::ui::Addable& drawable, const QString& label);

 private:
  void offer(QMenu& menu, const Addable& addable);
  void offerParts(QMenu& menu, const std::vector<Addable>& addables);
  void offerDrawing(QMenu& menu);

  const Registry& m_registry;
};

}  // namespace sinew::ui
