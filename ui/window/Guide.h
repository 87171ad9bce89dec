#pragma once
#include <QFrame>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/viewport/Viewport.h"
#include "ui/window/GuideScript.h"

class QLabel;
class QPushButton;

namespace sinew::ui {

/// Leads through a first scene: says the next step, sees when it has been done, and goes on. It
/// only watches: whoever follows it works in the window as always.
class Guide : public QFrame {
  Q_OBJECT
 public:
  Guide(Document& document, LiveRun& live, Viewport& viewport, QWidget* parent);

  void begin(GuideScript script);
  void end();

 private:
  void look();
  bool reached(const GuideGoal& goal) const;
  void goTo(std::size_t step);

  Document& m_document;
  LiveRun& m_live;
  Viewport& m_viewport;
  GuideScript m_script;
  std::size_t m_step = 0;
  bool m_records = false, m_recorded = false;  // since the step began
  bool m_pulls = false, m_pulled = false;      // now; since the step began
  QLabel *m_where, *m_say;
  QPushButton *m_back, *m_skip, *m_end;
};

}  // namespace sinew::ui
