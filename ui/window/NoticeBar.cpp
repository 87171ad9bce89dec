#include "ui/window/NoticeBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

constexpr int kNarrowest = 240, kWidest = 720;  // [px] wide
constexpr int kAround = 64;                     // [px] margins and the button that dismisses
constexpr int kAxes = 100;                      // [px] that are left to the axes beside it
constexpr int kStays = 12'000;                  // [ms]

/// A path is one word, and a long one wider than the bar: it may go on in the next line.
QString breakable(QString text) {
  static const QRegularExpression path("(?:^|\\s)/\\S+");
  const QChar mayBreakHere(0x200B);
  for (auto found = path.match(text); found.hasMatch();
       found = path.match(text, found.capturedEnd()))
    text.replace(found.capturedStart(), found.capturedLength(),
                 found.captured().replace('/', QString('/') + mayBreakHere));
  return text;
}

}  // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent),
      m_what(new QLabel(this)),
      m_why(new QLabel(this)),
      m_content(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_answers(new QHBoxLayout),
      m_clock(new QTimer(this)) {
  setProperty("role", "notice");
  m_why->setProperty("role", "muted");
  m_why->setWordWrap(true);
  m_what->setWordWrap(true);
  for (QLabel* label : {m_what, m_why}) label->setTextFormat(Qt::PlainText);
  auto* close = new QToolButton(this);
  close->setIcon(icon("close"));
  close->setIconSize({16, 16});
  close->setFocusPolicy(Qt::TabFocus);
  close->setAccessibleName(tr("Dismiss this message"));
  close->setToolTip(tr("Dismiss this message"));
  connect(close, &QToolButton::clicked, this, &NoticeBar::dismiss);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(m_what);
  words->addWidget(m_why);
  m_answers->setSpacing(Spacing::kSmall);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(Spacing::kMedium, Spacing::kTight, Spacing::kSmall, Spacing::kTight);
  row->setSpacing(Spacing::kMedium);
  m_content->setSpacing(Spacing::kTight);
  m_content->addLayout(words, 1);
  m_content->addLayout(m_answers);
  m_content->setAlignment(m_answers, Qt::AlignLeft);
  row->addLayout(m_content, 1);
  row->addWidget(close, 0, Qt::AlignTop);
  m_clock->setSingleShot(true);
  m_clock->setInterval(kStays);
  connect(m_clock, &QTimer::timeout, this, &NoticeBar::dismiss);
  hide();
}

void NoticeBar::floatOver(QWidget* area) {
  if (m_area != nullptr) m_area->removeEventFilter(this);
  m_area = area;
  if (m_area == nullptr) return;
  m_area->installEventFilter(this);
  fit();
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Move) fit();
  return QFrame::eventFilter(watched, event);
}

// No wider than what it says, and beside the axes, so that the picture can be worked in.
void NoticeBar::fit() {
  if (m_area == nullptr) return;
  const int room = m_area->width() - 2 * Spacing::kSmall, beside = room - kAxes;
  const int most = std::min(beside < kNarrowest ? room : beside, kWidest) - kAround;
  const int words = wordsWidth(), answers = m_answers->sizeHint().width();
  const int oneRow = answers > 0 ? words + m_content->spacing() + answers : words;
  const bool inOneRow = oneRow <= most;
  m_content->setDirection(inOneRow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int wished = std::max(inOneRow ? oneRow : std::max(words, answers), kNarrowest - kAround);
  const int width = std::min(wished, most) + kAround;
  const int height = hasHeightForWidth() ? heightForWidth(width) : sizeHint().height();
  setGeometry(m_area->x() + Spacing::kSmall, m_area->y() + Spacing::kSmall, width, height);
}

/// With a line for what, and one for why [px].
int NoticeBar::wordsWidth() const {
  const auto line = [](const QLabel* label) {
    return label->text().isEmpty() ? 0 : label->fontMetrics().horizontalAdvance(label->text());
  };
  return std::max(line(m_what), line(m_why));
}

void NoticeBar::say(const Notice& notice) {
  setAccessibleName(notice.what);
  setAccessibleDescription(notice.why);
  m_what->setText(breakable(notice.what));
  m_why->setText(breakable(notice.why));
  m_why->setVisible(!notice.why.isEmpty());
}

bool NoticeBar::offersTheSame(const Notice& notice) const {
  if (m_stay != notice.stay || m_answers->count() != static_cast<int>(notice.answers.size()))
    return false;
  for (int i = 0; i < m_answers->count(); ++i) {
    if (m_answers->itemAt(i)->widget()->accessibleName() != notice.answers[i].text) return false;
  }
  return true;
}

void NoticeBar::retell(const Notice& notice) {
  if (!isVisible() || !offersTheSame(notice)) return;
  say(notice);
  layout()->activate();
  // Buttons must not move from under the pointer: it only becomes higher, if it has to.
  const int needed = hasHeightForWidth() ? heightForWidth(width()) : sizeHint().height();
  if (m_area != nullptr && needed > height()) resize(width(), needed);
}

void NoticeBar::tell(const Notice& notice) {
  m_stay = notice.stay;
  m_matter = notice.matter;
  const char* const tones[] = {"information", "good", "warning", "error"};
  setProperty("tone", tones[static_cast<int>(notice.tone)]);
  say(notice);
  while (QLayoutItem* item = m_answers->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (const Answer& answer : notice.answers) {
    auto* button = new QPushButton(answer.text, this);
    button->setAccessibleName(answer.text);
    button->setFocusPolicy(Qt::TabFocus);
    button->setProperty("primary", m_answers->count() == 0);
    connect(button, &QPushButton::clicked, this, [this, act = answer.act] {
      dismiss();
      act();
    });
    m_answers->addWidget(button);
    button->show();  // also where another message stands already: what is hidden takes no room
  }
  constexpr std::size_t kBeside = 2;
  m_content->setDirection(notice.answers.size() > kBeside ? QBoxLayout::TopToBottom
                                                          : QBoxLayout::LeftToRight);
  style()->unpolish(this);
  style()->polish(this);
  layout()->activate();
  fit();
  show();
  raise();
  m_leaves =
      notice.answers.empty() && notice.tone < Tone::Warning && notice.stay == Stay::UntilAnswered;
  leaveLater();
}

// Not while it is being read.
void NoticeBar::leaveLater() {
  m_clock->stop();
  if (m_leaves && !underMouse()) m_clock->start();
}

void NoticeBar::enterEvent(QEnterEvent*) {
  m_clock->stop();
}

void NoticeBar::leaveEvent(QEvent*) {
  leaveLater();
}

void NoticeBar::mousePressEvent(QMouseEvent* event) {
  event->accept();
}

void NoticeBar::mouseReleaseEvent(QMouseEvent* event) {
  if (rect().contains(event->position().toPoint())) dismiss();
}

void NoticeBar::sceneChanged() {
  if (m_stay == Stay::UntilSceneChanges) dismiss();
}

void NoticeBar::passed(Matter matter) {
  if (m_stay == Stay::WhileItLasts && m_matter == matter) dismiss();
}

void NoticeBar::dismiss() {
  m_clock->stop();
  hide();
}

}  // namespace sinew::ui
