#pragma once
#include <QObject>
#include <cstdint>
#include <optional>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/window/NoticeBar.h"

namespace sinew::ui {

/// Says what a frame that takes long is busy with, and offers coarser steps or to stop.
class SlowFrameWatch : public QObject {
  Q_OBJECT
 public:
  SlowFrameWatch(Document& document, LiveRun& live, QObject* parent);

 signals:
  void told(const sinew::ui::NoticeBar::Notice& notice);
  /// What was told last, in other words.
  void retold(const sinew::ui::NoticeBar::Notice& notice);
  /// The frame is there, or is not waited for any more.
  void passed();

 private:
  void look();
  NoticeBar::Notice noticeOf(const SlowFrame& slow);
  void offerCoarser(NoticeBar::Notice& notice);

  Document& m_document;
  LiveRun& m_live;
  std::optional<SlowFrame> m_told;
};

}  // namespace sinew::ui
