#pragma once
#include <QDialog>
#include <QStringList>
#include <functional>
#include <optional>

#include "render/FrameSequence.h"
#include "ui/window/FilmFrames.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace sinew::ui {

class NumberField;

/// A film to make: what of, and how.
struct MovieOrder {
  /// Seen: the frames that were simulated here. Anew: the scene from its start. Take: the one
  /// recorded last.
  enum class Source { Seen, Anew, Take };
  Source source = Source::Seen;
  FilmOrder film;
  FilmView view;
  bool fromViewport = false;  ///< seen as the viewport looks when the order is taken
  bool burnIn = false;        ///< frame, time and names are written into a corner
};

/// Of the pictures of the film that was made last [pixels].
QSize lastFilmSize();

/// Asks for everything an export needs. Not modal; tells and closes.
class MovieDialog : public QDialog {
  Q_OBJECT
 public:
  struct Take {
    QString name;
    std::uint64_t first = 0, last = 0;  ///< frames
  };
  struct Facts {
    std::uint64_t firstSeen = 0, lastSeen = 0;  ///< frames
    std::uint64_t lastOfAll = 0;                ///< of the animation
    double fps = 24;
    QString path;              ///< suggested, without ending
    QStringList cameras;       ///< of the scene
    bool threads = true;       ///< as the scene has it
    std::optional<Take> take;  ///< recorded of the scene, unless it is what is seen
  };
  MovieDialog(const Facts& facts, QWidget* window);
  /// Other frames are there by now: those that were chosen as all of them follow.
  void framesSeen(std::uint64_t first, std::uint64_t last);

 signals:
  void ordered(const sinew::ui::MovieOrder& order);
  void sizeChosen(QSize pixels);

 private:
  void build();
  void chooseFile();
  QString whatWasSeen() const;
  MovieOrder::Source source() const;
  Take framesOf(MovieOrder::Source source) const;
  void sourceChosen();
  void formatChosen();
  void fillSizes();
  void fillSources();
  void order();
  void count();  ///< says how many pictures that makes
  FilmOrder chosenFrames() const;
  QString chosenPath() const;
  QString faultOf(const MovieOrder& order) const;
  static QString firstThatExists(const FilmOrder& film);
  bool mayReplace(const MovieOrder& order);

  Facts m_facts;
  QComboBox *m_source, *m_camera, *m_format, *m_size, *m_speed, *m_quality;
  QCheckBox *m_threads, *m_burnIn;
  NumberField *m_first, *m_last, *m_rate;
  QLineEdit* m_path;
  QLabel *m_count, *m_fault;
  QPushButton* m_export;
  QString m_replaces;  ///< a file that may be written over: it was asked about already
};

}  // namespace sinew::ui
