#include "ui/window/Gallery.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

#include "core/scene/SceneFile.h"
#include "ui/document/TextOf.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"
#include "ui/window/ScenePictures.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

constexpr int kCardWidth = 220, kPictureHeight = 124, kTextHeight = 84;  // px

/// The picture with the card's upper corners.
QPixmap rounded(const QImage& image, qreal ratio) {
  const QSize size(kCardWidth - 2, kPictureHeight);
  QPixmap pixmap(size * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath frame;
  frame.addRoundedRect(QRectF(0, 0, size.width(), size.height() + 8), 7, 7);
  painter.setClipPath(frame);
  const QImage scaled =
      image.scaled(size * ratio, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
  QRect middle(QPoint(), size * ratio);
  middle.moveCenter(scaled.rect().center());
  painter.drawImage(QRectF(QPointF(0, 0), size), scaled, middle);
  return pixmap;
}

QString titleOf(const fs::path& path) {
  QString title = shownText(path.stem()).replace('_', ' ');
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

QLabel* heading(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", role);
  return label;
}

/// What a card has room for.
QString firstSentence(const QString& notes) {
  const qsizetype end = notes.indexOf(". ");
  return end < 0 ? notes : notes.left(end + 1);
}

}  // namespace

Gallery::Gallery(const Registry& registry, const fs::path& assetFolder, QWidget* parent)
    : QWidget(parent),
      m_registry(registry),
      m_assetFolder(assetFolder),
      m_pictures(new ScenePictures(registry, assetFolder, {}, this)) {
  setProperty("role", "page");
  setAttribute(Qt::WA_StyledBackground);
  new QVBoxLayout(this);
  layout()->setContentsMargins(0, 0, 0, 0);
  connect(m_pictures, &ScenePictures::ready, this,
          [this](const QString& path, const QImage& image) {
            if (QLabel* label = m_pictureOf.value(path))
              label->setPixmap(rounded(image, devicePixelRatioF()));
          });
  // The first picture of the window must not wait for pictures of demos.
  constexpr int kFirstPictureMs = 300;
  m_wait.setInterval(kFirstPictureMs);
  m_wait.setSingleShot(true);
  connect(&m_wait, &QTimer::timeout, this, [this] {
    std::vector<fs::path> scenes;
    for (const Card& card : m_demos) scenes.push_back(card.path.toStdString());
    m_pictures->want(std::move(scenes));
  });
}

void Gallery::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_wait.start();
}

// Who works on a scene wants the processor for that.
void Gallery::hideEvent(QHideEvent* event) {
  m_wait.stop();
  m_pictures->stop();
  QWidget::hideEvent(event);
}

void Gallery::refresh() {
  if (m_demos.empty()) m_demos = demos();
  delete m_page;
  m_pictureOf.clear();
  m_sections.clear();
  auto* scroll = new QScrollArea(this);
  m_page = scroll;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setAccessibleName(tr("Gallery"));
  auto* page = new QWidget;
  page->setProperty("role", "page");
  page->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(Spacing::kWide * 2, Spacing::kWide * 2, Spacing::kWide * 2,
                             Spacing::kWide);
  column->setSpacing(Spacing::kMedium);
  column->addWidget(heading(tr("Sinew"), "title", page));
  column->addWidget(heading(tr("Parts that pull themselves together and move."), "muted", page));

  auto* buttons = new QHBoxLayout;
  auto* create = new QPushButton(icon("new"), tr("New scene"), page);
  auto* open = new QPushButton(icon("open"), tr("Open…"), page);
  auto* guide = new QPushButton(icon("hand"), tr("Guided first scene"), page);
  for (QPushButton* button : {create, open, guide}) {
    button->setAccessibleName(button->text());
    buttons->addWidget(button);
  }
  connect(create, &QPushButton::clicked, this, &Gallery::newWanted);
  connect(open, &QPushButton::clicked, this, &Gallery::openWanted);
  connect(guide, &QPushButton::clicked, this, &Gallery::guideWanted);
  buttons->addStretch(1);
  column->addSpacing(Spacing::kSmall);
  column->addLayout(buttons);

  const auto section = [&](const QString& title, const std::vector<Card>& cards) {
    if (cards.empty()) return;
    column->addSpacing(Spacing::kMedium);
    column->addWidget(heading(title, "heading", page));
    auto* grid = new QGridLayout;
    grid->setSpacing(Spacing::kLarge);
    Section& added = m_sections.emplace_back(Section{grid, {}});
    for (const Card& card : cards) added.cards.push_back(makeCard(card));
    column->addLayout(grid);
  };
  section(tr("Recent"), recent());
  section(tr("Demos"), m_demos);
  column->addStretch(1);
  scroll->setWidget(page);
  layout()->addWidget(scroll);
  arrange();
}

void Gallery::arrange() {
  constexpr int kBeside = 4 * Spacing::kWide + Spacing::kLarge;  // margins and the scroll bar
  const int columns =
      std::max(1, (width() - kBeside + Spacing::kLarge) / (kCardWidth + Spacing::kLarge));
  for (const Section& section : m_sections) {
    int n = 0;
    for (QPushButton* card : section.cards) {
      section.grid->addWidget(card, n / columns, n % columns, Qt::AlignLeft);
      ++n;
    }
    for (int c = 0; c < section.grid->columnCount(); ++c)
      section.grid->setColumnStretch(c, c == columns ? 1 : 0);
    section.grid->setColumnStretch(columns, 1);
  }
}

void Gallery::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) arrange();
}

QPushButton* Gallery::makeCard(const Card& card) {
  auto* button = new QPushButton;
  button->setProperty("role", "card");
  button->setFixedSize(kCardWidth, kPictureHeight + kTextHeight);
  button->setAccessibleName(tr("Open %1").arg(card.title));
  button->setAccessibleDescription(card.line);
  button->setToolTip(card.line);
  auto* column = new QVBoxLayout(button);
  column->setContentsMargins(1, 1, 1, Spacing::kSmall);
  column->setSpacing(2);
  auto* picture = new QLabel(button);
  picture->setFixedHeight(kPictureHeight);
  picture->setAlignment(Qt::AlignCenter);
  if (card.picture.isNull()) {
    picture->setPixmap(
        iconPixmap("sinew", palette().color(QPalette::Mid), {64, 64}, devicePixelRatioF()));
  } else {
    picture->setPixmap(rounded(card.picture, devicePixelRatioF()));
  }
  m_pictureOf[card.path] = picture;
  auto* title = new QLabel("<b>" + card.title.toHtmlEscaped() + "</b>", button);
  auto* line = new QLabel(card.line, button);
  line->setProperty("role", "small");
  line->setTextFormat(Qt::PlainText);
  line->setWordWrap(true);
  line->setAlignment(Qt::AlignTop);
  line->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);  // must not press on the title
  for (QLabel* label : {title, line}) {
    label->setContentsMargins(Spacing::kMedium, 0, Spacing::kMedium, 0);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
  }
  picture->setAttribute(Qt::WA_TransparentForMouseEvents);
  column->addWidget(picture);
  column->addWidget(title);
  column->addWidget(line, 1);
  connect(button, &QPushButton::clicked, this,
          [this, path = card.path] { emit chosen(path.toStdString()); });
  return button;
}

std::vector<Gallery::Card> Gallery::demos() const {
  std::vector<Card> cards;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(m_assetFolder / "scenes", error)) {
    if (entry.path().extension() != ".json") continue;
    const auto scene = loadScene(entry.path(), m_registry, m_assetFolder);
    if (!scene) continue;
    cards.push_back({QString::fromStdString(entry.path().string()),
                     titleOf(entry.path()),
                     firstSentence(QString::fromStdString(scene->notes)),
                     {}});
  }
  std::sort(cards.begin(), cards.end(),
            [](const Card& a, const Card& b) { return a.path < b.path; });
  return cards;
}

std::vector<Gallery::Card> Gallery::recent() const {
  std::vector<Card> cards;
  constexpr int kMost = 5, kTakesAtLeast = 2;
  QStringList scenes = m_recent.paths(), takes;
  for (const QString& path : scenes)
    if (isTake(path)) takes << path;
  scenes.removeIf(isTake);
  // A scene is found before the takes that were recorded of it since, and those are found too.
  const auto shown = std::max<qsizetype>(kMost - kTakesAtLeast, kMost - takes.size());
  for (const QString& path : (scenes.mid(0, shown) + takes).mid(0, kMost)) {
    cards.push_back(
        {path, QFileInfo(path).completeBaseName(), QFileInfo(path).path(), m_recent.picture(path)});
  }
  return cards;
}

}  // namespace sinew::ui
