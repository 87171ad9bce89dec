#pragma once
#include <QDialog>
#include <array>

#include "ui/document/Document.h"

class QPushButton;

namespace sinew::ui {

class NumberField;

/// Repeats what is selected in a row. What the numbers say is in the scene while one looks at them;
/// Cancel takes it out again.
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
  Document& m_document;
  Scene m_excerpt;
  NumberField* m_copies;
  QPushButton* m_repeat;
  std::array<NumberField*, 3> m_shift;
};

}  // namespace sinew::ui
