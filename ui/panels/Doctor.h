#pragma once
#include <QTimer>
#include <QWidget>
#include <thread>

#include "ui/document/Document.h"
#include "ui/document/Remedies.h"

class QLabel;
class QListWidget;
class QVBoxLayout;

namespace sinew::ui {

/// Looks the scene's constraints over while it is shown, whenever the scene changes: which repeat
/// one another, which cannot be met, and what could be done about it.
class Doctor : public QWidget {
  Q_OBJECT
 public:
  explicit Doctor(Document& document, QWidget* parent = nullptr);
  ~Doctor() override;
  /// What can be done about these constraints, as soon as it is known.
  void showWhatIsWrongWith(const std::vector<ObjectId>& constraints);

 signals:
  void refused(const QString& why);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// What a look at the scene of a revision gave.
  struct Outcome {
    std::uint64_t revision = 0;
    std::vector<Finding> findings;
    std::string failure;  ///< why there could be none
  };
  void sceneChanged();
  void examine();
  void take(Outcome outcome);
  void showFindings();
  void showRemedies(int row);
  std::vector<ObjectId> constraintsOf(const Finding& finding) const;
  void selectionChanged();
  void answer();
  void apply(const Remedy& remedy);

  Document& m_document;
  QListWidget* m_list;
  QLabel* m_verdict;
  QWidget* m_remedies;
  Outcome m_outcome;
  bool m_known = false;           ///< there is an outcome, of this scene or an earlier state of it
  bool m_looking = false;         ///< the thread is at work
  std::vector<ObjectId> m_asked;  ///< about which remedies were asked for, while it looks
  QTimer m_wait;
  std::jthread m_thread;
};

}  // namespace sinew::ui
