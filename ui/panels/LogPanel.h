#pragma once
#include <QPlainTextEdit>

#include "ui/theme/Theme.h"

namespace sinew::ui {

/// What happened, newest last.
class LogPanel : public QPlainTextEdit {
  Q_OBJECT
 public:
  enum class Tone { Plain, Good, Warning, Error };

  explicit LogPanel(const Theme& theme, QWidget* parent = nullptr);
  void add(const QString& text, Tone tone = Tone::Plain);

 private:
  const Theme& m_theme;
  QString m_last;
};

}  // namespace sinew::ui
