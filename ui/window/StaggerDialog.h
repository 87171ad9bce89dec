#pragma once
#include <QDialog>
#include <optional>

#include "ui/document/Document.h"

class QCheckBox;
class QListWidget;

namespace sinew::ui {

class NumberField;

/// Puts constraints into an order and lets them come into force one after the other. What it says
/// is in the scene while one looks at it; Cancel takes it out again.
class StaggerDialog : public QDialog {
  Q_OBJECT
 public:
  StaggerDialog(Document& document, const std::vector<std::string>& constraints, QWidget* window);
  void done(int result) override;
  void apply();

 signals:
  void refused(const QString& why);

 private:
  NumberField* secondsField(const QString& name, double value, double least);
  void moveCurrent(int by);
  void offerFloating();

  Document& m_document;
  QListWidget* m_order;
  const std::optional<Vec3> m_gravity;  ///< [m/s²] of the scene, unless it is keyed
  QCheckBox* m_floats;
  NumberField *m_begin, *m_every, *m_takes;
};

}  // namespace sinew::ui
