#include "core/contact/PlaneBounds.h"

#include <algorithm>

namespace sinew {
namespace {

/// All numbers from low to high.
struct Interval {
  double low = 0, high = 0;
};

Interval product(const Box& a, int i, const Box& b, int j) {
  const double p[] = {a.low[i] * b.low[j], a.low[i] * b.high[j], a.high[i] * b.low[j],
                      a.high[i] * b.high[j]};
  const auto [low, high] = std::minmax_element(std::begin(p), std::end(p));
  return {*low, *high};
}

Box difference(const Box& a, const Box& b) {
  Box out;
  out.low = a.low - b.high;
  out.high = a.high - b.low;
  return out;
}

}  // namespace

PlaneBounds::PlaneBounds(const Box& a, const Box& b, const Box& c) : m_origin(a) {
  const Box e1 = difference(b, a), e2 = difference(c, a);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Interval plus = product(e1, j, e2, k), minus = product(e1, k, e2, j);
    m_normal.low[i] = plus.low - minus.high;
    m_normal.high[i] = plus.high - minus.low;
  }
  m_longest = m_normal.low.cwiseAbs().cwiseMax(m_normal.high.cwiseAbs()).norm();
}

bool PlaneBounds::reaches(const Box& box, double distance) const {
  const Box arm = difference(box, m_origin);
  double lowest = 0;
  for (int axis = 0; axis < 3; ++axis) lowest += product(arm, axis, m_normal, axis).low;
  return !(lowest > distance * m_longest);
}

}  // namespace sinew
