// Which messages go by themselves.
#include "ui/window/NoticeBar.h"

#include <gtest/gtest.h>

#include <QTimer>

#include "tests/ui/Patience.h"

namespace sinew::ui {
namespace {

using Tone = NoticeBar::Tone;

class NoticeBarOf : public ::testing::Test {
 protected:
  /// Whether it goes after its time.
  bool goes(const NoticeBar::Notice& notice) {
    m_bar.tell(notice);
    auto* clock = m_bar.findChild<QTimer*>();
    if (!clock->isActive()) return false;
    clock->start(0);  // it is up
    return test::patient([this] { return m_bar.isHidden(); });
  }

  QWidget m_window;
  NoticeBar m_bar{&m_window};
};

TEST_F(NoticeBarOf, NewsGoAndWhatIsAskedOrWrongStays) {
  const std::vector<NoticeBar::Answer> answers = {{"Do it", [] {}}};
  EXPECT_TRUE(goes({Tone::Information, "It is being made.", "Go on.", {}}));
  EXPECT_TRUE(goes({Tone::Good, "It is there.", {}, {}}));
  EXPECT_FALSE(goes({Tone::Warning, "It is strange.", {}, {}}));
  EXPECT_FALSE(goes({Tone::Error, "It went wrong.", {}, {}}));
  EXPECT_FALSE(goes({Tone::Information, "May it be?", {}, answers}));
  EXPECT_FALSE(goes({Tone::Information, "It lasts.", {}, {}, NoticeBar::Stay::WhileItLasts}));
}

}  // namespace
}  // namespace sinew::ui
