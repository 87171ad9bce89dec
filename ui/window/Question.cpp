#include "ui/window/Question.h"

#include <QPushButton>

namespace sinew::ui {

std::size_t ask(QWidget* window, const Question& question) {
  QMessageBox box(QMessageBox::NoIcon, question.title, question.what, QMessageBox::NoButton,
                  window);
  box.setInformativeText(question.why);
  std::vector<QPushButton*> buttons;
  for (const Question::Answer& answer : question.answers) {
    buttons.push_back(box.addButton(answer.text, answer.role));
    buttons.back()->setAccessibleName(answer.text);
  }
  box.setDefaultButton(buttons[question.suggested]);
  box.setEscapeButton(buttons[question.stays]);
  box.exec();
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    if (box.clickedButton() == buttons[i]) return i;
  }
  return question.stays;
}

}  // namespace sinew::ui
