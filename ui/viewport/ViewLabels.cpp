#include "ui/viewport/ViewLabels.h"

namespace sinew::ui {
namespace {
constexpr int kInset = 8;
// On any picture, in either theme.
constexpr const char* kStyle =
    "QLabel { color: #f2f4f6; background: rgba(20, 22, 26, 120); border-radius: 4px;"
    " padding: 2px 7px; font-size: 12px; }";
}  // namespace

ViewLabels::ViewLabels(QWidget& over)
    : m_over(over), m_safeFrame(new SafeFrame(&over)), m_compass(new AxisCompass(&over)) {
  m_view = makeLabel(Viewport::tr("Name of the view"));
  m_hint = makeLabel(Viewport::tr("Hint"));
  m_badge = makeLabel(Viewport::tr("Picture quality"));
  m_badge->setAttribute(Qt::WA_TransparentForMouseEvents, false);  // it explains itself
  m_badge->setToolTip(
      Viewport::tr("Drawn quicker than it could be, to keep up with what moves. At rest the "
                   "picture grows finer by itself; films are drawn as finely as their dialog "
                   "says."));
}

QLabel* ViewLabels::makeLabel(const QString& name) {
  auto* label = new QLabel(&m_over);
  label->setAccessibleName(name);
  label->setStyleSheet(kStyle);
  label->setAttribute(Qt::WA_TransparentForMouseEvents);
  label->setTextFormat(Qt::PlainText);
  label->hide();
  return label;
}

void ViewLabels::set(QLabel& label, const QString& text) {
  if (label.text() == text) return;
  label.setText(text);
  label.setVisible(!text.isEmpty());
  arrange();
}

// On one line where there is room for that.
void ViewLabels::fit(QLabel& label, int room) {
  label.setWordWrap(false);
  QSize size = label.sizeHint();
  if (size.width() > room) {
    label.setWordWrap(true);
    size = QSize(room, label.heightForWidth(room));
  }
  label.resize(size);
}

void ViewLabels::arrange() {
  m_safeFrame->setGeometry(m_over.rect());
  const int all = m_over.width() - 2 * kInset;
  fit(*m_badge, all);
  fit(*m_view, all - m_compass->width() - kInset);
  fit(*m_hint, m_badge->isHidden() ? all : all - m_badge->width() - kInset);
  const int right = m_over.width() - kInset, bottom = m_over.height() - kInset;
  m_view->move(kInset, kInset);
  m_hint->move(kInset, bottom - m_hint->height());
  m_badge->move(right - m_badge->width(), bottom - m_badge->height());
  m_compass->move(right - m_compass->width(), kInset);
}

}  // namespace sinew::ui
