#pragma once
#include <QMenu>

#include "ui/window/NoticeBar.h"
#include "ui/window/TakeShelf.h"

namespace sinew::ui {

class Recorder;

/// The takes of the open scene, each with what can be done with it.
class TakesMenu : public QMenu {
  Q_OBJECT
 public:
  TakesMenu(const TakeShelf& shelf, Recorder& recorder, QWidget* parent);

 signals:
  void told(const sinew::ui::NoticeBar::Notice& notice);

 private:
  void fill();
  void addTake(const TakeShelf::Take& take);
  void rename(const TakeShelf::Take& take);
  void discard(const TakeShelf::Take& take);
  void offerToErase(const TakeShelf::Take& take, const Error& why);
  void refuse(const QString& what, const Error& error);

  const TakeShelf& m_shelf;
  Recorder& m_recorder;
};

}  // namespace sinew::ui
