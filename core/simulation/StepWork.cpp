#include "core/simulation/StepWork.h"

namespace sinew {

void StepWork::begin(StepWatch* watch) {
  m_watch = watch;
  m_progress = {};
  m_left = 0;
  m_givenUp = m_tried = false;
}

bool StepWork::end() {
  m_watch = nullptr;
  const bool given = m_givenUp;
  m_givenUp = false;
  return given;
}

void StepWork::tries(double time, double h) {
  if (m_tried) ++m_progress.tries;
  m_tried = true;
  m_progress.time = time;
  m_progress.stepSize = h;
  m_left = 0;
}

void StepWork::concerns(int partA, int partB) {
  m_progress.partA = partA;
  m_progress.partB = partB;
}

bool StepWork::at(StepTask task) {
  m_progress.task = task;
  return due();
}

bool StepWork::round(StepTask task) {
  ++m_progress.rounds;
  return at(task);
}

bool StepWork::due() {
  if (m_watch && !m_givenUp) m_givenUp = m_watch->stops(m_progress);
  return m_givenUp;
}

}  // namespace sinew
