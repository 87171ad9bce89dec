#pragma once
#include <QFrame>
#include <functional>
#include <vector>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QTimer;
class QVBoxLayout;

namespace sinew::ui {

/// A message over the picture that stays until it is answered or dismissed, by a click, and
/// disturbs nothing: what happened, why, and buttons that do something about it. News that asks for
/// nothing goes by itself after a while.
class NoticeBar : public QFrame {
  Q_OBJECT
 public:
  enum class Tone { Information, Good, Warning, Error };
  struct Answer {
    QString text;
    std::function<void()> act;  ///< the bar is gone by then
  };
  /// How long a message holds: one that offers to undo means the change that is newest now.
  enum class Stay { UntilAnswered, UntilSceneChanges, WhileItLasts };
  /// What lasts: its end ends no message about anything else.
  enum class Matter { Any, SlowSteps, SlowFrame, Conflict };
  struct Notice {
    Tone tone = Tone::Information;
    QString what;                 ///< one sentence
    QString why;                  ///< may be empty
    std::vector<Answer> answers;  ///< the first is the suggested one
    Stay stay = Stay::UntilAnswered;
    Matter matter = Matter::Any;
  };

  explicit NoticeBar(QWidget* parent = nullptr);

  /// Lies over a corner of another child of its parent and leaves that where it is; null: lies
  /// where a layout puts it.
  void floatOver(QWidget* area);

  void tell(const Notice& notice);
  /// The same in other words, where it is still told: what can be answered stays as it is.
  void retell(const Notice& notice);
  void dismiss();
  void sceneChanged();
  void passed(Matter matter);  ///< it was told of while it lasts

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void fit();
  void say(const Notice& notice);
  bool offersTheSame(const Notice& notice) const;
  int wordsWidth() const;
  void leaveLater();

  QWidget* m_area = nullptr;  ///< that it lies over
  Stay m_stay = Stay::UntilAnswered;
  Matter m_matter = Matter::Any;
  QLabel *m_what, *m_why;
  QBoxLayout* m_content;  ///< words, and beside or beneath them the answers
  QHBoxLayout* m_answers;
  QTimer* m_clock;        ///< until it goes by itself
  bool m_leaves = false;  ///< whether it does
};

}  // namespace sinew::ui
