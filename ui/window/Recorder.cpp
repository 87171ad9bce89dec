#include "ui/window/Recorder.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QUrl>
#include <chrono>

#include "core/io/clip/Verify.h"
#include "core/scene/SceneLength.h"
#include "core/scene/SceneTables.h"
#include "render/SceneLook.h"
#include "ui/document/TextOf.h"
#include "ui/window/BurnIn.h"
#include "ui/window/FilmFrames.h"
#include "ui/window/Jobs.h"
#include "ui/window/RecentFiles.h"
#include "ui/window/SceneFiles.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

QString nameOf(const fs::path& path) {
  return shownText(path.filename());
}

/// How people call it: pictures by their first one.
QString filmName(const FilmOrder& film) {
  const bool single = picturesOf(film) == 1;
  const auto name = frameFileName(film.path, film.first, single);
  const QString first = nameOf(name ? *name : film.path);
  return film.path.ends_with(".png") && !single ? first + " …" : first;
}

/// Waits for what the simulation promised, unless stopped.
Result<void> awaited(const Recorder::Kept& kept, const std::stop_token& stop) {
  using namespace std::chrono_literals;
  while (!stop.stop_requested()) {
    if (kept.wait_for(20ms) != std::future_status::ready) continue;
    try {
      return kept.get();
    } catch (const std::future_error&) {
      break;  // the simulation ended first
    }
  }
  return fail(ErrorCode::Stopped, "cancelled");
}

}  // namespace

Recorder::Recorder(Document& document, LiveRun& live, SceneFiles& files, Jobs& jobs, Eye eye,
                   QWidget* window)
    : QObject(window),
      m_document(document),
      m_live(live),
      m_files(files),
      m_jobs(jobs),
      m_eye(std::move(eye)),
      m_window(window),
      m_shelf(document, files) {
  connect(&live, &LiveRun::statusChanged, this, &Recorder::follow);
  connect(&document, &Document::sceneReplaced, this, [this] {
    m_unfiled.clear();
    m_recordsUnfiled = m_tookHere = false;
  });
  connect(&document, &Document::pathChanged, this, &Recorder::adoptTakes);
}

void Recorder::showFolderOf(const fs::path& file) {
  QDesktopServices::openUrl(QUrl::fromLocalFile(textOf(file.parent_path().string())));
}

void Recorder::play(const fs::path& film) {
  if (QDesktopServices::openUrl(QUrl::fromLocalFile(textOf(film.string())))) return;
  emit told({NoticeBar::Tone::Warning,
             tr("%1 could not be played.").arg(shownText(film.filename())),
             tr("No program for films was found on this computer. It is in %1.")
                 .arg(shownText(film.parent_path())),
             {}});
}

void Recorder::takeMoved(const fs::path& from, const fs::path& to) {
  if (!to.empty()) RecentFiles().add(to);
  if (m_lastTake != from) return;
  m_lastTake = to;
  if (to.empty()) m_live.leaveTake();
}

// — recording —

void Recorder::record() {
  if (m_recording) {
    m_live.thread().stopRecording();
    if (m_startedPlay) m_live.thread().pause();
    return;
  }
  m_live.leaveTake();
  if (standsAtTheEnd()) return askWhatToRecord();
  begin(true);
}

bool Recorder::standsAtTheEnd() const {
  const LiveStatus& status = m_live.status();
  return status.mode == LiveMode::Paused && status.frame >= lastFrameOf(m_document.scene());
}

// Often a recording has just ended there by itself, and this was meant to end it.
void Recorder::askWhatToRecord() {
  const auto fromTheStart = [this] {
    if (m_recording) return;
    m_live.reset();
    begin(true);
  };
  emit told({NoticeBar::Tone::Information,
             tr("Nothing is being recorded: the scene ends here, at frame %1.")
                 .arg(m_live.status().frame),
             {},
             {{tr("Record from the start"), fromTheStart},
              {tr("Record on past the end"), [this] { begin(false); }}}});
}

void Recorder::begin(bool endsWithScene) {
  if (m_recording) return;  // a question about it may have been left standing
  m_endsWithScene = endsWithScene;
  m_recording = m_shelf.next();
  m_recordsUnfiled = m_document.path().empty();
  m_started = false;
  m_live.thread().record(*m_recording);
  m_startedPlay = m_live.status().mode != LiveMode::Playing;
  if (m_startedPlay) m_live.thread().play();
}

void Recorder::follow() {
  if (!m_recording || m_live.showsTake()) return;
  const LiveStatus& status = m_live.status();
  const bool plays = status.mode == LiveMode::Playing;
  const bool stopped = std::exchange(m_played, plays) && !plays;
  if (status.recording) m_started = true;
  // Play stopped by itself: that is all there is to record.
  if (status.recording && stopped && m_endsWithScene &&
      status.frame >= lastFrameOf(m_document.scene()))
    return m_live.thread().stopRecording();
  if (m_started && !status.recording) {
    const fs::path clip = *m_recording;
    m_recording.reset();
    takeEnded(clip);
  } else if (!m_started && status.trouble) {
    m_recording.reset();  // the trouble says why
  }
}

void Recorder::keepTake() {
  QFileDialog dialog(m_window, tr("Keep take as"), textOf(m_shelf.folder().string()),
                     tr("Takes (*.clip)"));
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("clip");
  dialog.selectFile(nameOf(m_shelf.next()));
  if (dialog.exec() != QDialog::Accepted) return;
  const fs::path clip = dialog.selectedFiles().first().toStdString();
  const auto work = [kept = keepAs(clip)](const Jobs::Progress&, const std::stop_token& stop) {
    return awaited(kept, stop);
  };
  m_jobs.start(tr("Keeping %1").arg(nameOf(clip)), work, [this, clip](const Result<void>& result) {
    if (result) return tellOfTake(clip);
    if (result.error().code == ErrorCode::Stopped) return;
    fail(tr("The take could not be kept."), result.error());
  });
}

Recorder::Kept Recorder::keepAs(const fs::path& clip) {
  auto promise = std::make_shared<std::promise<Result<void>>>();
  Kept kept = promise->get_future().share();
  m_live.thread().keepTake(clip, [promise](const Result<void>& done) { promise->set_value(done); });
  return kept;
}

void Recorder::tellOfTake(const fs::path& clip) {
  m_lastTake = clip;
  m_tookHere = true;
  RecentFiles().add(clip);
  if (m_document.path().empty() && clip.parent_path() == m_shelf.folder())
    m_unfiled.push_back(clip);
  emit told({NoticeBar::Tone::Good,
             tr("The take is kept as %1.").arg(nameOf(clip)),
             textOf(clip.parent_path().string()),
             {{tr("Play it"), [this, clip] { showTake(clip); }},
              {tr("Compare with re-simulation"), [this, clip] { compareTake(clip); }},
              {tr("Show folder"), [clip] { showFolderOf(clip); }}}});
}

// Its scene may have got a file meanwhile.
void Recorder::takeEnded(const fs::path& clip) {
  if (!m_recordsUnfiled || m_document.path().empty()) return tellOfTake(clip);
  m_unfiled.push_back(clip);
  adoptTakes();
}

/// Takes are found by the name of their scene, so they go along when it gets one.
void Recorder::adoptTakes() {
  if (m_document.path().empty()) return;
  for (const fs::path& clip : std::exchange(m_unfiled, {})) {
    const auto filed = m_shelf.adopt(clip);
    if (!filed) {
      fail(tr("The take %1 stays where it is.").arg(nameOf(clip)), filed.error());
      continue;
    }
    takeMoved(clip, *filed);
    tellOfTake(*filed);
  }
}

void Recorder::showTake(const fs::path& clip) {
  const auto shown = m_live.showTake(clip);
  if (!shown) return fail(tr("The take %1 could not be shown.").arg(nameOf(clip)), shown.error());
  m_lastTake = clip;
  m_live.togglePlay();
  emit told({NoticeBar::Tone::Information,
             tr("This is the take %1.").arg(nameOf(clip)),
             tr("It plays as it was recorded; edits of the scene do not change it."),
             {{tr("Back to the scene"), [this] { m_live.leaveTake(); }},
              {tr("Compare with re-simulation"), [this, clip] { compareTake(clip); }}}});
}

std::vector<NoticeBar::Answer> Recorder::waysBack() {
  if (!m_live.showsTake()) return {};
  return {{tr("Back to the scene"), [this] { m_live.leaveTake(); }}};
}

// — comparing —

void Recorder::compare() {
  fs::path clip = m_lastTake;
  std::error_code error;
  if (clip.empty() || !fs::exists(clip, error)) {
    QFileDialog dialog(m_window, tr("Take to compare"), textOf(m_shelf.folder().string()),
                       tr("Takes (*.clip)"));
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setFileMode(QFileDialog::ExistingFile);
    if (dialog.exec() != QDialog::Accepted) return;
    clip = dialog.selectedFiles().first().toStdString();
  }
  compareTake(clip);
}

void Recorder::compareTake(const fs::path& clip) {
  auto found = std::make_shared<Verification>();
  const auto work = [clip, found, &registry = m_document.registry()](
                        const Jobs::Progress& progress,
                        const std::stop_token& stop) -> Result<void> {
    auto reader = ClipReader::open(clip);
    if (!reader) return Unexpected{reader.error()};
    const auto frames = static_cast<int>((*reader)->frames().size());
    int done = 0;
    const auto result = verifyClip(**reader, registry, 1, [&](std::uint64_t) {
      progress(++done, frames);
      return !stop.stop_requested();
    });
    if (!result) return Unexpected{result.error()};
    *found = *result;
    return {};
  };
  m_jobs.start(
      tr("Comparing %1").arg(nameOf(clip)), work, [this, clip, found](const Result<void>& result) {
        if (!result && result.error().code == ErrorCode::Stopped) return;
        if (!result) return fail(tr("%1 could not be compared.").arg(nameOf(clip)), result.error());
        const int frames = static_cast<int>(found->framesCompared);
        if (found->same) {
          emit told({NoticeBar::Tone::Good,
                     tr("Same: %1 and its re-simulation agree to the bit.").arg(nameOf(clip)),
                     counted(frames, tr("1 frame was compared."), tr("%n frames were compared.")),
                     waysBack()});
        } else {
          emit told({NoticeBar::Tone::Warning,
                     tr("Different: %1 departs from its re-simulation at frame %2.")
                         .arg(nameOf(clip))
                         .arg(found->frame),
                     textOf(found->message), waysBack()});
        }
      });
}

// — films —

QString Recorder::folderForFilms() const {
  const bool homeless = m_document.path().empty() || m_files.isDemo(m_document.path());
  return homeless ? QDir::homePath() : textOf(m_shelf.folder().string());
}

/// Nothing where it is there no more.
std::optional<MovieDialog::Take> Recorder::lastTake() const {
  const auto clip = ClipReader::open(m_lastTake);
  if (!clip) return std::nullopt;
  const auto& frames = (*clip)->frames();
  return MovieDialog::Take{textOf(m_lastTake.stem().string()), frames.front().number,
                           frames.back().number};
}

void Recorder::exportMovie() {
  if (m_movie) {
    m_movie->raise();
    m_movie->activateWindow();
    return;
  }
  const LiveStatus& status = m_live.status();
  MovieDialog::Facts facts;
  facts.firstSeen = status.firstFrame;
  facts.lastSeen = status.lastFrame;
  facts.fps = status.fps;
  facts.lastOfAll = lastFrameOf(m_document.scene());
  facts.path = folderForFilms() + "/" + m_files.title();
  if (m_tookHere && !m_live.showsTake()) facts.take = lastTake();
  for (const Entity& camera : m_document.scene()[Section::Cameras])
    facts.cameras << textOf(camera.name);
  facts.threads =
      ParamReader(environmentTable(), m_document.scene().environment).boolean("threads");
  m_movie = new MovieDialog(facts, m_window);
  m_movie->setAttribute(Qt::WA_DeleteOnClose);
  connect(m_movie, &MovieDialog::ordered, this, &Recorder::film);
  connect(m_movie, &MovieDialog::sizeChosen, this, &Recorder::filmSizeChosen);
  connect(&m_live, &LiveRun::statusChanged, m_movie,
          [this] { m_movie->framesSeen(m_live.status().firstFrame, m_live.status().lastFrame); });
  m_movie->show();
}

void Recorder::savePicture() {
  const auto snapshot = m_live.snapshot();
  if (!snapshot) return;
  auto look = lookAt(m_document.scene(), m_document.registry(), snapshot->time);
  if (!look) return fail(tr("There is nothing to be seen."), look.error());
  look->camera = m_eye();
  const QString suggested = QStringLiteral("%1/%2_%3.png")
                                .arg(folderForFilms(), m_files.title())
                                .arg(m_live.status().frame, 4, 10, QChar('0'));
  const QString path = QFileDialog::getSaveFileName(m_window, tr("Save a picture"), suggested,
                                                    tr("Pictures (*.png)"));
  if (path.isEmpty()) return;
  MovieOrder order;
  order.film.path = (path.endsWith(".png") ? path : path + ".png").toStdString();
  const QSize size = lastFilmSize();  // what the safe frame shows
  order.film.width = size.width();
  order.film.height = size.height();
  const auto work = [order = order.film, frame = FilmFrame{snapshot, std::move(*look)},
                     folders = m_files.assetFolders().all()](const Jobs::Progress& progress,
                                                             const std::stop_token& stop) mutable {
    TextureShelf().dress(frame.look, folders, TextureShelf::Reading::AtOnce);
    return renderFilm(
        order, [&](double) -> Result<FilmFrame> { return frame; }, progress, stop);
  };
  m_jobs.start(tr("Drawing %1").arg(filmName(order.film)), work,
               [this, order](const Result<void>& result) { tellOfFilm(order, result); });
}

/// What is written into a corner beside the frame.
QString Recorder::namesFor(const MovieOrder& order) const {
  const bool take = order.source == MovieOrder::Source::Take ||
                    (order.source == MovieOrder::Source::Seen && m_live.showsTake());
  const QString whose = take ? textOf(m_lastTake.stem().string()) : m_files.title();
  return order.fromViewport ? whose : whose + " · " + textOf(order.view.camera);
}

void Recorder::film(const MovieOrder& wish) {
  MovieOrder order = wish;
  if (order.fromViewport) order.view.eye = m_eye();
  if (order.burnIn) order.film.stamp = burnIn(namesFor(order), order.film.last);
  order.view.assetFolders = m_files.assetFolders().all();
  // What was simulated is kept as a take first: filming must not hold up the simulation.
  if (order.source == MovieOrder::Source::Anew) return filmFrom(order, {});
  if (m_live.showsTake() || order.source == MovieOrder::Source::Take)
    return filmFrom(order, m_lastTake);
  const fs::path clip = stateFolder() / "filming.clip";
  std::error_code error;
  fs::create_directories(clip.parent_path(), error);
  filmFrom(order, clip, keepAs(clip));
}

void Recorder::filmFrom(const MovieOrder& order, const fs::path& clip, const Kept& kept) {
  const auto work = [order = order.film, view = order.view, clip, kept, scene = m_document.scene(),
                     &registry = m_document.registry()](
                        const Jobs::Progress& progress,
                        const std::stop_token& stop) -> Result<void> {
    if (kept.valid()) {
      if (auto result = awaited(kept, stop); !result) return result;
    }
    auto frames = clip.empty() ? SimulatedFrames::of(scene, registry, view, stop)
                               : RecordedFrames::of(clip, scene, registry, view);
    if (!frames) return Unexpected{frames.error()};
    return renderFilm(
        order, [&](double frame) { return (*frames)->at(frame); }, progress, stop);
  };
  const QString name = tr("Exporting %1").arg(filmName(order.film));
  emit told({NoticeBar::Tone::Information, tr("%1 is being made.").arg(filmName(order.film)),
             tr("Go on working meanwhile; how far it is stands below."), waysBack()});
  m_jobs.start(name, work,
               [this, order](const Result<void>& result) { tellOfFilm(order, result); });
}

void Recorder::tellOfFilm(const MovieOrder& order, const Result<void>& result) {
  const fs::path path = order.film.path;
  if (!result && result.error().code == ErrorCode::Stopped) {
    emit told({NoticeBar::Tone::Information,
               tr("The export of %1 was cancelled.").arg(filmName(order.film)),
               {},
               waysBack()});
    return;
  }
  if (!result)
    return fail(tr("%1 could not be exported.").arg(filmName(order.film)), result.error());
  const int frames = picturesOf(order.film);
  const bool film = !filmName(order.film).endsWith(".png");
  std::vector<NoticeBar::Answer> answers = {{tr("Show folder"), [path] { showFolderOf(path); }}};
  if (film) answers.insert(answers.begin(), {tr("Play it"), [this, path] { play(path); }});
  for (NoticeBar::Answer& back : waysBack()) answers.push_back(std::move(back));
  emit told({NoticeBar::Tone::Good, tr("%1 is ready.").arg(filmName(order.film)),
             counted(frames, tr("1 frame in %1"), tr("%n frames in %1"))
                 .arg(shownText(path.parent_path())),
             answers});
}

void Recorder::fail(const QString& what, const Error& error) {
  const bool named = error.where.empty() || error.message.find(error.where) != std::string::npos;
  const QString where = named ? QString() : textOf(error.where) + ": ";
  emit told({NoticeBar::Tone::Error, what, where + textOf(error.message), {}});
}

}  // namespace sinew::ui
