// Which messages go by themselves, and that one has room where another stood.
#include "ui/window/NoticeBar.h"

#include <gtest/gtest.h>

#include <QPushButton>
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

TEST_F(NoticeBarOf, WhatLastsGoesWithItsMatterAlone) {
  NoticeBar::Notice notice{Tone::Warning, "They fight.", {}, {}, NoticeBar::Stay::WhileItLasts};
  notice.matter = NoticeBar::Matter::Conflict;
  m_bar.tell(notice);
  m_bar.passed(NoticeBar::Matter::SlowFrame);
  EXPECT_FALSE(m_bar.isHidden());
  m_bar.passed(NoticeBar::Matter::Conflict);
  EXPECT_TRUE(m_bar.isHidden());
}

TEST_F(NoticeBarOf, OneThatFollowsAnotherHasRoomForAllItsAnswers) {
  m_window.resize(1000, 400);
  m_bar.floatOver(&m_window);
  m_window.show();
  m_bar.tell({Tone::Information, "It starts here.", {}, {{"Undo", [] {}}}});
  QCoreApplication::processEvents();
  m_bar.tell({Tone::Good,
              "The take is kept.",
              "/a/folder",
              {{"Play it", [] {}}, {"Compare with it", [] {}}, {"Show folder", [] {}}}});
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  QCoreApplication::processEvents();
  const auto answers = m_bar.findChildren<QPushButton*>();
  ASSERT_EQ(answers.size(), 3);
  for (const QPushButton* answer : answers) {
    EXPECT_TRUE(m_bar.rect().contains(answer->geometry())) << answer->text().toStdString();
    EXPECT_GE(answer->width(), answer->sizeHint().width());
    EXPECT_GE(answer->height(), answer->sizeHint().height());
  }
}

}  // namespace
}  // namespace sinew::ui
