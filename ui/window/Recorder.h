#pragma once
#include <QObject>
#include <QPointer>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/window/MovieDialog.h"
#include "ui/window/NoticeBar.h"
#include "ui/window/TakeShelf.h"

class QWidget;

namespace sinew::ui {

class Jobs;
class SceneFiles;

/// Takes: recording, showing, comparing, filming them.
class Recorder : public QObject {
  Q_OBJECT
 public:
  /// Says what the viewport looks through.
  using Eye = std::function<CameraLook()>;
  Recorder(Document& document, LiveRun& live, SceneFiles& files, Jobs& jobs, Eye eye,
           QWidget* window);

  bool showsTake() const { return m_live.showsTake(); }
  void leaveTake() { m_live.leaveTake(); }
  void record();    ///< begins, or ends what was begun
  void keepTake();  ///< what was simulated so far, after the fact
  void showTake(const std::filesystem::path& clip);
  void compare();  ///< the last take, or one that is asked for
  void compareTake(const std::filesystem::path& clip);
  void exportMovie();
  void savePicture();  ///< of what is seen now, without what is drawn over it

  const TakeShelf& shelf() const { return m_shelf; }
  /// The take that is being recorded; empty: none is.
  std::filesystem::path recording() const { return m_recording.value_or(std::filesystem::path()); }
  /// The file of a take is another now, or none any more.
  void takeMoved(const std::filesystem::path& from, const std::filesystem::path& to);
  static void showFolderOf(const std::filesystem::path& file);
  void play(const std::filesystem::path& film);

  /// Ready once the simulation has written what it was asked to keep.
  using Kept = std::shared_future<Result<void>>;

 signals:
  void told(const sinew::ui::NoticeBar::Notice& notice);
  void filmSizeChosen(QSize pixels);

 private:
  std::vector<NoticeBar::Answer> waysBack();
  bool standsAtTheEnd() const;
  void askWhatToRecord();
  void begin(bool endsWithScene);
  void follow();
  void takeEnded(const std::filesystem::path& clip);
  void adoptTakes();
  void tellOfTake(const std::filesystem::path& clip);
  QString folderForFilms() const;
  QString namesFor(const MovieOrder& order) const;
  void film(const MovieOrder& order);
  /// From that clip, once it is kept; empty: simulated anew.
  void filmFrom(const MovieOrder& order, const std::filesystem::path& clip, const Kept& kept = {});
  Kept keepAs(const std::filesystem::path& clip);
  std::optional<MovieDialog::Take> lastTake() const;
  void tellOfFilm(const MovieOrder& order, const Result<void>& result);
  void fail(const QString& what, const Error& error);

  Document& m_document;
  LiveRun& m_live;
  SceneFiles& m_files;
  Jobs& m_jobs;
  const Eye m_eye;
  QWidget* m_window;
  const TakeShelf m_shelf;
  std::optional<std::filesystem::path> m_recording;  ///< asked for, until it is closed
  bool m_recordsUnfiled = false;                     ///< its scene had no file when it began
  bool m_endsWithScene = true;                       ///< rather than when somebody says so
  bool m_started = false;                            ///< the recording was seen to run
  bool m_startedPlay = false;                        ///< time began to run for it
  bool m_played = false;                             ///< when last looked at
  std::filesystem::path m_lastTake;
  bool m_tookHere = false;        ///< that one was recorded of the scene as it is open
  QPointer<MovieDialog> m_movie;  ///< while it is open
  std::vector<std::filesystem::path> m_unfiled;  ///< takes of the scene from before it had a file
};

}  // namespace sinew::ui
