#include "core/params/CurveDifference.h"

#include <algorithm>
#include <limits>

namespace sinew {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// Whether the value holds from this key to the next.
bool holdsFrom(const Curve& curve, std::size_t key) {
  if (key + 1 >= curve.keys.size()) return true;
  const Curve::Key &from = curve.keys[key], &to = curve.keys[key + 1];
  if (from.toNext == Interpolation::Step) return true;
  if (from.value != to.value) return false;
  if (from.toNext == Interpolation::Linear) return true;
  constexpr std::array<double, 3> kLevel{};
  return curve.slopesAt(key).after == kLevel && curve.slopesAt(key + 1).before == kLevel;
}

/// Whether two curves go on alike from keys that they both have at one time, up to the next.
bool sameWay(const Curve& a, std::size_t i, const Curve& b, std::size_t k) {
  if (a.keys[i].value != b.keys[k].value) return false;
  const bool holds = holdsFrom(a, i);
  if (holds || holdsFrom(b, k)) return holds && holdsFrom(b, k);
  const Curve::Key &nextA = a.keys[i + 1], &nextB = b.keys[k + 1];
  if (nextA.time != nextB.time || nextA.value != nextB.value) return false;
  if (a.keys[i].toNext != b.keys[k].toNext) return false;
  // Slopes that are found follow from the keys around, up to two keys before one that was moved.
  return a.keys[i].toNext != Interpolation::Smooth ||
         (a.slopesAt(i).after == b.slopesAt(k).after &&
          a.slopesAt(i + 1).before == b.slopesAt(k + 1).before);
}

/// The first key that can be felt: one alone says no more than that its value holds, and so does a
/// first one at the start.
std::size_t firstFelt(const Curve& curve) {
  if (curve.keys.size() < 2) return curve.keys.size();
  return curve.keys.front().time <= 0 && holdsFrom(curve, 0) ? 1 : 0;
}

double timeOf(const Curve& curve, std::size_t key) {
  return key < curve.keys.size() ? curve.keys[key].time : kForever;
}

}  // namespace

double firstDifference(const Curve& a, const Curve& b) {
  if (a.components != b.components || a.keys.front().value != b.keys.front().value) {
    return -kForever;
  }
  std::size_t i = firstFelt(a), k = firstFelt(b);
  for (;; ++i, ++k) {
    const double time = std::min(timeOf(a, i), timeOf(b, k));
    if (timeOf(a, i) != timeOf(b, k)) return time;
    if (time == kForever || !sameWay(a, i, b, k)) return time;
  }
}

}  // namespace sinew
