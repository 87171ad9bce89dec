#include "ui/window/Preferences.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/fields/ChoiceBox.h"

namespace sinew::ui {
namespace {

/// A row with a box of choices that applies what is chosen.
template <class Choice>
void addChoice(QFormLayout* form, const QString& name,
               const QList<std::pair<QString, Choice>>& choices, Choice now,
               const std::function<void(Choice)>& choose) {
  auto* box = new ChoiceBox(form->parentWidget());
  box->setAccessibleName(name);
  for (const auto& [text, choice] : choices) {
    box->addItem(text);
    if (choice == now) box->setCurrentIndex(box->count() - 1);
  }
  QObject::connect(box, &QComboBox::activated, box,
                   [choices, choose](int index) { choose(choices[index].second); });
  form->addRow(name, box);
}

QPushButton* button(const QString& text, QWidget* parent) {
  auto* made = new QPushButton(text, parent);
  made->setAccessibleName(text);
  made->setAutoDefault(false);  // Enter in a field is for the field
  return made;
}

}  // namespace

Preferences::Preferences(Theme& theme, Viewport& viewport, KeyBindings& keys, QWidget* window)
    : QDialog(window),
      m_keys(keys),
      m_pages(new QTabWidget(this)),
      m_words(new QLineEdit(this)),
      m_list(new QTreeWidget(this)),
      m_key(new QKeySequenceEdit(this)),
      m_told(new QLabel(this)),
      m_clear(button(tr("No key"), this)),
      m_restore(button(tr("As it was made"), this)) {
  setWindowTitle(tr("Preferences"));
  setAccessibleName(windowTitle());
  resize(560, 520);
  m_pages->addTab(buildGeneral(theme, viewport), tr("General"));
  m_pages->addTab(buildKeys(), tr("Keys"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kMedium, Spacing::kMedium, Spacing::kMedium,
                             Spacing::kMedium);
  column->addWidget(m_pages);
  auto* done = button(tr("Close"), this);
  connect(done, &QPushButton::clicked, this, &QDialog::close);
  column->addWidget(done, 0, Qt::AlignRight);
  connect(&m_keys, &KeyBindings::changed, this, &Preferences::fill);
  fill();
}

void Preferences::show(Page page) {
  m_pages->setCurrentIndex(static_cast<int>(page));
  if (page == Page::Keys) m_words->setFocus();
  QDialog::show();
  raise();
  activateWindow();
}

QWidget* Preferences::buildGeneral(Theme& theme, Viewport& viewport) {
  auto* page = new QWidget(this);
  auto* form = new QFormLayout(page);
  form->setContentsMargins(Spacing::kLarge, Spacing::kLarge, Spacing::kLarge, Spacing::kLarge);
  form->setSpacing(Spacing::kMedium);
  using Way = Viewport::Navigation;
  using Effort = DetailPacer::Effort;
  addChoice<Theme::Choice>(form, tr("Theme"),
                           {{tr("As the system"), Theme::Choice::System},
                            {tr("Light"), Theme::Choice::Light},
                            {tr("Dark"), Theme::Choice::Dark}},
                           theme.choice(),
                           [&theme](Theme::Choice choice) { theme.choose(choice); });
  addChoice<Way>(form, tr("Looking around"),
                 {{tr("Like Maya: Alt and mouse"), Way::Maya},
                  {tr("Like Blender: middle button"), Way::Blender}},
                 viewport.navigation(), [&viewport](Way way) { viewport.setNavigation(way); });
  addChoice<Effort>(form, tr("Picture"),
                    {{tr("As good as this machine can"), Effort::Best},
                     {tr("Rougher, which spares the processor"), Effort::Sparing}},
                    viewport.effort(), [&viewport](Effort effort) { viewport.setEffort(effort); });
  return page;
}

QWidget* Preferences::buildKeys() {
  auto* page = new QWidget(this);
  m_words->setPlaceholderText(tr("Find a command or a key"));
  m_words->setAccessibleName(tr("Find a command or a key"));
  m_list->setAccessibleName(tr("Commands and keys"));
  m_list->setHeaderLabels({tr("Command"), tr("Keys")});
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  m_list->header()->setStretchLastSection(false);
  m_key->setAccessibleName(tr("New key"));
  m_told->setWordWrap(true);
  m_told->setProperty("role", "muted");
  auto* all = button(tr("All as they were made"), page);
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("New key"), page));
  row->addWidget(m_key, 1);
  row->addWidget(m_clear);
  row->addWidget(m_restore);
  auto* column = new QVBoxLayout(page);
  column->setSpacing(Spacing::kSmall);
  column->addWidget(m_words);
  column->addWidget(m_list, 1);
  column->addLayout(row);
  column->addWidget(m_told);
  column->addWidget(all, 0, Qt::AlignLeft);
  connect(m_words, &QLineEdit::textChanged, this, &Preferences::fill);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &Preferences::showCommand);
  connect(m_key, &QKeySequenceEdit::editingFinished, this, &Preferences::bind);
  connect(m_clear, &QPushButton::clicked, this, [this] {
    if (QAction* command = current()) m_keys.bind(*command, {});
  });
  connect(m_restore, &QPushButton::clicked, this, [this] {
    if (QAction* command = current()) m_keys.restore(*command);
  });
  connect(all, &QPushButton::clicked, this, [this] { m_keys.restoreAll(); });
  return page;
}

QAction* Preferences::current() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item == nullptr ? nullptr : m_keys.commands()[item->data(0, Qt::UserRole).toInt()];
}

void Preferences::fill() {
  const QAction* chosen = current();
  // A field that is not to be used for a moment would lose the focus.
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  for (qsizetype i = 0; i < m_keys.commands().size(); ++i) {
    const QAction* command = m_keys.commands()[i];
    const QString name = KeyBindings::nameOf(*command);
    const QString keys = QKeySequence::listToString(command->shortcuts(), QKeySequence::NativeText);
    if (!(name + " " + keys).contains(m_words->text(), Qt::CaseInsensitive)) continue;
    auto* item = new QTreeWidgetItem(m_list, {name, keys});
    item->setData(0, Qt::UserRole, static_cast<int>(i));
    item->setToolTip(0, command->statusTip());
    QFont font = item->font(1);
    font.setBold(m_keys.isChanged(*command));
    item->setFont(1, font);
    if (command == chosen) m_list->setCurrentItem(item);
  }
  showCommand();
}

void Preferences::showCommand() {
  const QAction* command = current();
  for (QWidget* widget : {static_cast<QWidget*>(m_key), static_cast<QWidget*>(m_clear)})
    widget->setEnabled(command != nullptr);
  m_restore->setEnabled(command != nullptr && m_keys.isChanged(*command));
  if (command == nullptr) {
    m_key->clear();
    m_told->setText(tr("Choose a command, click into the field, and press its new key."));
  } else if (!m_key->hasFocus()) {
    m_key->setKeySequence(command->shortcut());
    m_told->setText(command->statusTip());
  }
}

void Preferences::bind() {
  QAction* command = current();
  const QKeySequence key = m_key->keySequence();
  if (command == nullptr || key.isEmpty() || command->shortcut() == key) return;
  const QAction* before = m_keys.bind(*command, key);
  const QString shown = key.toString(QKeySequence::NativeText);
  m_told->setText(
      before == nullptr
          ? tr("%1 means %2 now.").arg(shown, KeyBindings::nameOf(*command))
          : tr("%1 means %2 now, and %3 no more.")
                .arg(shown, KeyBindings::nameOf(*command), KeyBindings::nameOf(*before)));
}

}  // namespace sinew::ui
