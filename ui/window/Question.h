#pragma once
#include <QMessageBox>
#include <vector>

namespace sinew::ui {

/// What is asked, and the ways to answer it, in the order of importance.
struct Question {
  struct Answer {
    QString text;
    QMessageBox::ButtonRole role;
  };
  QString title, what, why;
  std::vector<Answer> answers;
  std::size_t suggested = 0;  ///< by Enter
  std::size_t stays = 0;      ///< by Esc: nothing happens
};

/// Waits for the answer and says which it was.
std::size_t ask(QWidget* window, const Question& question);

}  // namespace sinew::ui
