#pragma once
#include <QObject>

class QWidget;

namespace sinew::ui {

class LiveRun;
class Viewport;

/// Writes to the log how long after the start of the program its window and the first picture of a
/// scene were on the screen. Silent unless QT_LOGGING_RULES says "sinew.start.debug=true".
class StartLog : public QObject {
  Q_OBJECT
 public:
  StartLog(QWidget& window, Viewport& viewport, const LiveRun& live);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget& m_window;
};

}  // namespace sinew::ui
