#include "ui/panels/TransportBar.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <cmath>

#include "core/io/clip/Take.h"
#include "core/scene/SceneLength.h"
#include "ui/fields/ChoiceBox.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

QToolButton* buttonFor(QAction* action, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setDefaultAction(action);
  button->setIconSize({20, 20});
  button->setFixedSize(32, 32);
  button->setFocusPolicy(Qt::TabFocus);
  const auto name = [button, action] { button->setAccessibleName(action->text().remove('&')); };
  QObject::connect(action, &QAction::changed, button, name);
  name();
  return button;
}

}  // namespace

TransportBar::TransportBar(Document& document, LiveRun& live, const QList<QAction*>& buttons,
                           QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_live(live),
      m_frame(new NumberField(Param::integer("frame", 0).atLeast(0), this)),
      m_end(new QLabel(this)),
      m_speed(new ChoiceBox(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(Spacing::kMedium, Spacing::kTight, Spacing::kMedium, Spacing::kTight);
  row->setSpacing(Spacing::kTight);
  for (QAction* action : buttons) row->addWidget(buttonFor(action, this));
  row->addSpacing(Spacing::kMedium);
  row->addWidget(new QLabel(tr("Frame"), this));
  m_frame->setAccessibleName(tr("Frame"));
  m_frame->setFixedWidth(72);
  row->addWidget(m_frame);
  m_end->setProperty("role", "muted");
  m_end->setAccessibleName(tr("End and time"));
  row->addWidget(m_end);
  row->addStretch(1);
  row->addWidget(new QLabel(tr("Speed"), this));
  m_speed->setAccessibleName(tr("Speed"));
  const std::pair<double, QString> speeds[] = {{0.1, tr("×0.1")}, {0.25, tr("×¼")},
                                               {0.5, tr("×½")},   {1.0, tr("×1")},
                                               {2.0, tr("×2")},   {4.0, tr("×4")}};
  for (const auto& [speed, text] : speeds) m_speed->addItem(text, speed);
  m_speed->addItem(tr("as fast as possible"), 0.0);
  m_speed->setCurrentIndex(m_speed->findData(1.0));
  m_speed->setToolTip(
      tr("Of playing and of replaying; what is replayed goes at ×1 rather than as fast as "
         "possible"));
  row->addWidget(m_speed);
  connect(m_speed, &QComboBox::activated, this,
          [this](int index) { m_live.setSpeed(m_speed->itemData(index).toDouble()); });
  connect(m_frame, &NumberField::edited, this, [this](double frame) {
    m_live.goTo(static_cast<std::uint64_t>(frame));
    m_frame->clearFocus();  // or the next keys would be the field's, not the transport's
  });
  connect(&live, &LiveRun::statusChanged, this, &TransportBar::refresh);
  connect(&document, &Document::edited, this, &TransportBar::refresh);
  refresh();
}

void TransportBar::addMenu(QMenu* menu) {
  auto* button = new QToolButton(this);
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setText(menu->title().remove('&'));
  button->setAccessibleName(tr("%1 of this scene").arg(button->text()));
  button->setFocusPolicy(Qt::TabFocus);
  layout()->addWidget(button);
}

void TransportBar::refresh() {
  const LiveStatus& status = m_live.status();
  m_frame->display(static_cast<double>(status.frame));
  const std::uint64_t end = lastFrameOf(m_document.scene());
  // On the way from frame to frame the two would not say the same.
  const bool goes = status.mode == LiveMode::Playing || status.mode == LiveMode::Replaying;
  const double time = goes ? Take::frameTime(status.frame, status.fps) : status.time;
  m_end->setText(
      (status.frame > end ? tr("past the end at %1 · %2 fps · %3 s") : tr("of %1 · %2 fps · %3 s"))
          .arg(end)
          .arg(status.fps)
          .arg(time, 0, 'f', 2));
}

}  // namespace sinew::ui
