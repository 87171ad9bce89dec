#include "ui/panels/LogPanel.h"

#include <QTime>

namespace sinew::ui {

LogPanel::LogPanel(const Theme& theme, QWidget* parent) : QPlainTextEdit(parent), m_theme(theme) {
  setReadOnly(true);
  setAccessibleName(tr("Log"));
  setMaximumBlockCount(2'000);
  setPlaceholderText(tr("What happens is noted here."));
  setFrameShape(QFrame::NoFrame);
}

void LogPanel::add(const QString& text, Tone tone) {
  if (text == m_last) return;  // a drag against a limit says the same on every move
  m_last = text;
  const Tokens& t = m_theme.tokens();
  const QColor colour = tone == Tone::Error     ? t.error
                        : tone == Tone::Warning ? t.warning
                        : tone == Tone::Good    ? t.good
                                                : t.text;
  appendHtml(QString("<span style='color:%1'>%2</span> <span style='color:%3'>%4</span>")
                 .arg(t.muted.name(), QTime::currentTime().toString("HH:mm:ss"), colour.name(),
                      text.toHtmlEscaped()));
}

}  // namespace sinew::ui
