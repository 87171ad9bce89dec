#pragma once
#include <QWidget>
#include <functional>
#include <list>
#include <memory>
#include <stop_token>
#include <thread>

#include "core/base/Result.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace sinew::ui {

/// Long work on threads of its own: each a row with progress and a way to stop it.
class Jobs : public QWidget {
  Q_OBJECT
 public:
  /// How work tells how far it is; may be called from its thread.
  using Progress = std::function<void(int done, int inAll)>;
  /// Runs on a thread of its own; gives up soon after a stop was requested, with error Stopped.
  using Work = std::function<Result<void>(const Progress& progress, const std::stop_token& stop)>;
  /// Called in the window's thread when the work ended.
  using Done = std::function<void(const Result<void>& result)>;

  explicit Jobs(QWidget* parent);
  ~Jobs() override;  ///< stops all and waits

  void start(const QString& name, Work work, Done done);
  bool busy() const { return !m_jobs.empty(); }

 private:
  struct Job {
    QWidget* row = nullptr;
    QProgressBar* bar = nullptr;
    QLabel* told = nullptr;  ///< how far it is, in words
    std::jthread thread;
  };
  void buildRow(Job& job, const QString& name);
  void finish(Job* job, const Result<void>& result, const Done& done);

  QHBoxLayout* m_rows;
  std::list<std::unique_ptr<Job>> m_jobs;
};

}  // namespace sinew::ui
