#pragma once
#include <map>

namespace sinew {

/// Maximum and quantiles of numbers ≥ 0 that come one after the other, each with a weight. Memory
/// does not grow with them: quantiles are up to 1 % too large.
class Quantiles {
 public:
  void add(double value, double weight);
  double max() const { return m_max; }
  /// The least number that at most 1 − share of all the weight is above; 0 of none.
  double at(double share) const;

 private:
  std::map<int, double> m_weights;  // by bucket
  double m_all = 0, m_max = 0;
};

}  // namespace sinew
