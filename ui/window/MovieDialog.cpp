#include "ui/window/MovieDialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "ui/document/TextOf.h"
#include "ui/fields/ChoiceBox.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"
#include "ui/window/Question.h"

namespace sinew::ui {
namespace {

constexpr const char* kSizeSetting = "film/size";
constexpr const char* kQuality = "film/quality";
constexpr const char* kBurnIn = "film/burn_in";

/// As shown, and as remembered.
struct QualityChoice {
  Quality quality;
  const char *text, *name;
};
constexpr QualityChoice kQualities[] = {
    {Quality::Final, QT_TRANSLATE_NOOP("sinew::ui::MovieDialog", "Final"), "final"},
    {Quality::Live, QT_TRANSLATE_NOOP("sinew::ui::MovieDialog", "As in the viewport"), "live"},
    {Quality::Draft, QT_TRANSLATE_NOOP("sinew::ui::MovieDialog", "Draft"), "draft"}};

NumberField* frameField(const QString& name, std::uint64_t value, QWidget* parent) {
  auto* field = new NumberField(Param::integer("frame", 0).range(0, 1e6), parent);
  field->setAccessibleName(name);
  field->display(static_cast<double>(value));
  return field;
}

QComboBox* comboBox(const QString& name, QWidget* parent) {
  auto* box = new ChoiceBox(parent);
  box->setAccessibleName(name);
  return box;
}

}  // namespace

QSize lastFilmSize() {
  const QSize size = QSettings().value(kSizeSetting).toSize();
  return size.isEmpty() ? QSize(1280, 720) : size;
}

MovieDialog::MovieDialog(const Facts& facts, QWidget* window)
    : QDialog(window),
      m_facts(facts),
      m_source(comboBox(tr("Film what"), this)),
      m_camera(comboBox(tr("Camera"), this)),
      m_format(comboBox(tr("Format"), this)),
      m_size(comboBox(tr("Size"), this)),
      m_speed(comboBox(tr("Speed of the film"), this)),
      m_quality(comboBox(tr("Quality"), this)),
      m_threads(new QCheckBox(tr("Threads to what is still to be joined"), this)),
      m_burnIn(new QCheckBox(tr("Frame, time and names in a corner"), this)),
      m_first(frameField(tr("First frame"), facts.firstSeen, this)),
      m_last(frameField(tr("Last frame"), facts.lastSeen, this)),
      m_rate(new NumberField(Param::real("rate", "", facts.fps).range(1, 1000), this)),
      m_path(new QLineEdit(facts.path + ".mp4", this)),
      m_count(new QLabel(this)),
      m_fault(new QLabel(this)),
      m_export(new QPushButton(tr("Export"), this)) {
  setWindowTitle(tr("Export movie"));
  setAccessibleName(windowTitle());
  setMinimumWidth(460);
  m_rate->setAccessibleName(tr("Frames per second"));
  m_rate->display(facts.fps);
  m_path->setAccessibleName(tr("File"));
  fillSources();
  for (const QString& camera : facts.cameras) m_camera->addItem(camera, camera);
  m_camera->addItem(tr("As the viewport looks now"), QString());
  m_threads->setAccessibleName(m_threads->text());
  m_threads->setChecked(facts.threads);
  m_format->addItem(tr("MP4 (H.264)"));
  m_format->addItem(tr("PNG pictures"));
  m_burnIn->setAccessibleName(m_burnIn->text());
  m_burnIn->setChecked(QSettings().value(kBurnIn).toBool());
  fillSizes();
  const std::pair<double, QString> speeds[] = {{0.25, tr("×¼ · slow motion, blended")},
                                               {0.5, tr("×½ · slow motion, blended")},
                                               {1.0, tr("×1")},
                                               {2.0, tr("×2 · every second frame")},
                                               {4.0, tr("×4 · every fourth frame")}};
  for (const auto& [speed, text] : speeds) m_speed->addItem(text, speed);
  m_speed->setCurrentIndex(m_speed->findData(1.0));
  for (const QualityChoice& each : kQualities) {
    m_quality->addItem(tr(each.text), static_cast<int>(each.quality));
    if (QSettings().value(kQuality).toString() == each.name)
      m_quality->setCurrentIndex(m_quality->count() - 1);
  }
  build();
  for (NumberField* field : {m_first, m_last, m_rate})
    connect(field, &NumberField::edited, this, &MovieDialog::count);
  connect(m_speed, &QComboBox::activated, this, &MovieDialog::count);
  count();
  connect(m_source, &QComboBox::activated, this, &MovieDialog::sourceChosen);
  sourceChosen();
  connect(m_format, &QComboBox::activated, this, &MovieDialog::formatChosen);
}

// What was recorded is meant, else what was simulated so far, else all there will be.
void MovieDialog::fillSources() {
  using Source = MovieOrder::Source;
  const auto add = [this](const QString& what, Source source) {
    m_source->addItem(what, static_cast<int>(source));
  };
  if (m_facts.take)
    add(tr("The take %1 (frames %2 to %3)")
            .arg(m_facts.take->name)
            .arg(m_facts.take->first)
            .arg(m_facts.take->last),
        Source::Take);
  add(whatWasSeen(), Source::Seen);
  add(tr("The scene, simulated anew (frames 0 to %1)").arg(m_facts.lastOfAll), Source::Anew);
  const bool nothingSeen = m_facts.lastSeen <= m_facts.firstSeen;
  if (!m_facts.take && nothingSeen)
    m_source->setCurrentIndex(m_source->findData(static_cast<int>(Source::Anew)));
}

MovieOrder::Source MovieDialog::source() const {
  return static_cast<MovieOrder::Source>(m_source->currentData().toInt());
}

MovieDialog::Take MovieDialog::framesOf(MovieOrder::Source source) const {
  if (source == MovieOrder::Source::Take) return *m_facts.take;
  if (source == MovieOrder::Source::Anew) return {{}, 0, m_facts.lastOfAll};
  return {{}, m_facts.firstSeen, m_facts.lastSeen};
}

void MovieDialog::fillSizes() {
  for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(2560, 1440),
                           QSize(3840, 2160), QSize(1080, 1080), QSize(1080, 1920)})
    m_size->addItem(tr("%1 × %2").arg(size.width()).arg(size.height()), size);
  m_size->setCurrentIndex(std::max(0, m_size->findData(lastFilmSize())));
  connect(m_size, &QComboBox::activated, this, [this] {
    QSettings().setValue(kSizeSetting, m_size->currentData());
    emit sizeChosen(m_size->currentData().toSize());
  });
}

void MovieDialog::build() {
  auto* range = new QHBoxLayout;
  range->addWidget(m_first);
  range->addWidget(new QLabel(tr("to"), this));
  range->addWidget(m_last);
  range->addWidget(m_count);
  auto* file = new QHBoxLayout;
  auto* choose = new QPushButton(tr("Choose…"), this);
  choose->setAccessibleName(tr("Choose file"));
  connect(choose, &QPushButton::clicked, this, &MovieDialog::chooseFile);
  file->addWidget(m_path, 1);
  file->addWidget(choose);
  auto* buttons = new QDialogButtonBox(this);
  auto* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  cancel->setAccessibleName(tr("Cancel"));
  m_export->setAccessibleName(tr("Export"));
  m_export->setProperty("primary", true);  // before it is in the box, which asks for its style
  buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
  m_export->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &MovieDialog::order);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  m_fault->setProperty("role", "error");
  m_fault->setWordWrap(true);
  m_fault->hide();

  auto* form = new QFormLayout(this);
  form->setContentsMargins(Spacing::kLarge, Spacing::kLarge, Spacing::kLarge, Spacing::kLarge);
  form->setSpacing(Spacing::kSmall);
  form->setLabelAlignment(Qt::AlignLeft);
  form->addRow(tr("Film"), m_source);
  form->addRow(tr("Frames"), range);
  form->addRow(tr("Camera"), m_camera);
  form->addRow(tr("Format"), m_format);
  form->addRow(tr("Size"), m_size);
  form->addRow(tr("Frames per second"), m_rate);
  form->addRow(tr("Speed"), m_speed);
  form->addRow(tr("Quality"), m_quality);
  form->addRow(QString(), m_threads);
  form->addRow(QString(), m_burnIn);
  form->addRow(tr("File"), file);
  form->addRow(m_fault);
  form->addRow(buttons);
}

QString MovieDialog::whatWasSeen() const {
  return tr("What was simulated (frames %1 to %2)").arg(m_facts.firstSeen).arg(m_facts.lastSeen);
}

void MovieDialog::framesSeen(std::uint64_t first, std::uint64_t last) {
  const Facts before = m_facts;
  m_facts.firstSeen = first;
  m_facts.lastSeen = last;
  m_source->setItemText(m_source->findData(static_cast<int>(MovieOrder::Source::Seen)),
                        whatWasSeen());
  if (source() != MovieOrder::Source::Seen) return;
  const auto follow = [](NumberField* field, std::uint64_t was, std::uint64_t is) {
    if (field->value() == static_cast<double>(was)) field->display(static_cast<double>(is));
  };
  follow(m_first, before.firstSeen, first);
  follow(m_last, before.lastSeen, last);
  count();
}

void MovieDialog::sourceChosen() {
  const Take frames = framesOf(source());
  m_first->display(static_cast<double>(frames.first));
  m_last->display(static_cast<double>(frames.last));
  count();
}

/// The frames and the speed that are chosen, and nothing else.
FilmOrder MovieDialog::chosenFrames() const {
  FilmOrder film;
  film.first = static_cast<int>(m_first->value());
  film.last = static_cast<int>(m_last->value());
  film.fps = m_rate->value();
  film.speed = m_speed->currentData().toDouble();
  return film;
}

void MovieDialog::count() {
  const FilmOrder film = chosenFrames();
  const int pictures = film.last < film.first ? 0 : picturesOf(film);
  m_count->setText(counted(pictures, tr("1 picture, %1 s"), tr("%n pictures, %1 s"))
                       .arg(pictures / film.fps, 0, 'f', 1));
}

void MovieDialog::formatChosen() {
  const QFileInfo file(m_path->text());
  const bool pictures = m_format->currentIndex() == 1;
  QString stem = file.completeBaseName();
  stem.remove("_%04d");
  m_path->setText(file.path() + "/" + stem + (pictures ? "_%04d.png" : ".mp4"));
  m_rate->setEnabled(!pictures);
}

void MovieDialog::chooseFile() {
  QFileDialog dialog(this, tr("Film to write"), QFileInfo(m_path->text()).path());
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.selectFile(QFileInfo(m_path->text()).fileName());
  if (dialog.exec() != QDialog::Accepted) return;
  m_path->setText(dialog.selectedFiles().first());
  m_replaces = m_path->text();
}

/// With the ending that the format wants, and for pictures a place for their number.
QString MovieDialog::chosenPath() const {
  const QString given = m_path->text().trimmed();
  if (given.isEmpty() || given.endsWith('/')) return {};
  const bool pictures = m_format->currentIndex() == 1;
  const QString ending = pictures ? ".png" : ".mp4";
  QString stem = given;
  for (const char* known : {".mp4", ".png"}) {
    if (stem.endsWith(known, Qt::CaseInsensitive)) stem.chop(4);
  }
  const bool numbered = stem.contains(QRegularExpression("%0?\\d*d"));
  const bool several = picturesOf(chosenFrames()) > 1;
  return stem + (pictures && several && !numbered ? "_%04d" : "") + ending;
}

/// What stands in the way of an order; empty: nothing that can be seen from here.
QString MovieDialog::faultOf(const MovieOrder& order) const {
  if (order.film.last < order.film.first) return tr("The last frame is before the first.");
  const Take there = framesOf(order.source);
  const bool missing = m_first->value() < static_cast<double>(there.first) ||
                       m_last->value() > static_cast<double>(there.last);
  if (missing && order.source == MovieOrder::Source::Seen)
    return tr("Only frames %1 to %2 are simulated: simulate on, or film the scene anew.")
        .arg(there.first)
        .arg(there.last);
  if (missing && order.source == MovieOrder::Source::Take)
    return tr("The take has frames %1 to %2.").arg(there.first).arg(there.last);
  if (order.film.path.empty()) return tr("The film needs a name.");
  const QFileInfo folder(QFileInfo(QString::fromStdString(order.film.path)).path());
  if (!folder.isDir()) return tr("There is no folder %1.").arg(folder.filePath());
  if (!folder.isWritable()) return tr("Nothing can be written to %1.").arg(folder.filePath());
  return {};
}

/// Of the files that an order will write; empty: none does.
QString MovieDialog::firstThatExists(const FilmOrder& film) {
  const bool pictures = film.path.ends_with(".png");
  const int count = picturesOf(film);
  for (int k = 0; k < (pictures ? count : 1); ++k) {
    const auto name = frameFileName(film.path, film.first + k, count == 1);
    QString file = QString::fromStdString(pictures && name ? *name : film.path);
    if (QFileInfo::exists(file)) return file;
  }
  return {};
}

bool MovieDialog::mayReplace(const MovieOrder& order) {
  const QString file = firstThatExists(order.film);
  if (file.isEmpty() || file == m_replaces) return true;
  return ask(this, {tr("Export movie"),
                    tr("%1 exists already.").arg(QFileInfo(file).fileName()),
                    {},
                    {{tr("Keep it"), QMessageBox::RejectRole},
                     {tr("Replace it"), QMessageBox::DestructiveRole}}}) == 1;
}

void MovieDialog::order() {
  MovieOrder order;
  order.source = source();
  order.film = chosenFrames();
  order.film.path = chosenPath().toStdString();
  order.film.width = m_size->currentData().toSize().width();
  order.film.height = m_size->currentData().toSize().height();
  order.film.quality = static_cast<Quality>(m_quality->currentData().toInt());
  order.view.camera = m_camera->currentData().toString().toStdString();
  order.fromViewport = order.view.camera.empty();
  order.view.threads = m_threads->isChecked();
  order.burnIn = m_burnIn->isChecked();
  QSettings().setValue(kBurnIn, order.burnIn);
  const QString fault = faultOf(order);
  m_fault->setText(fault);
  m_fault->setVisible(!fault.isEmpty());
  if (!fault.isEmpty() || !mayReplace(order)) return;
  QSettings().setValue(kQuality, kQualities[m_quality->currentIndex()].name);
  emit ordered(order);
  accept();
}

}  // namespace sinew::ui
