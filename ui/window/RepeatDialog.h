#pragma once
#include <QDialog>
#include <array>

#include "ui/document/Document.h"

namespace sinew::ui {

class NumberField;

/// Repeats what is selected in a row. What the numbers say is in the scene while one looks at them;
/// Cancel takes it out again.
class RepeatDialog : public QDialog {
  Q_OBJECT
 public:
  /// `excerpt` must hold something.
  RepeatDialog(Document& document, Scene excerpt, QWidget* window);
  void done(int result) override;

 signals:
  void refused(const QString& why);

 private:
  void showRow();

  Document& m_document;
  Scene m_excerpt;
  Scene m_before;
  NumberField* m_copies;
  std::array<NumberField*, 3> m_shift;
};

}  // namespace sinew::ui
