#pragma once
#include <QDialog>
#include <array>

#include "core/scene/WorldValues.h"
#include "ui/document/Document.h"

class QPushButton;

namespace sinew::ui {

class ChoiceBox;
class NumberField;

/// Repeats what is selected in a row, round in a circle, or both: up a winding stair. What the
/// numbers say is in the scene while one looks at them; Cancel takes it out again.
class RepeatDialog : public QDialog {
  Q_OBJECT
 public:
  /// `excerpt` must hold something. Nothing is in the scene until showRow().
  RepeatDialog(Document& document, Scene excerpt, QWidget* window);
  void done(int result) override;
  void showRow();

 signals:
  void refused(const QString& why);

 private:
  void layOut();
  void follow(NumberField* field);
  /// Whoever turns copies wants them round the centre, not round and beside.
  void forgetShift();
  void rememberShift();
  Vec3 shift() const;
  RigidMotion stride() const;

  Document& m_document;
  Scene m_excerpt;
  NumberField* m_copies;
  NumberField* m_angle;
  ChoiceBox* m_axis;
  QPushButton* m_repeat;
  std::array<NumberField*, 3> m_shift;
  const Vec3 m_beside, m_centre;  ///< [m]
  bool m_turned = false;          ///< the angle was changed
};

}  // namespace sinew::ui
