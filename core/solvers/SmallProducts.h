#pragma once
// Products of the small blocks that constraint rows are made of, with fixed-size code for the
// shapes that scenes are full of (1 or 3 rows; particles, rigid bodies).
#include "core/math/Types.h"

namespace sinew {

template <int Rows, int Cols>
using FixedMap = Eigen::Map<Eigen::Matrix<double, Rows, Cols>>;
template <int Rows, int Cols>
using ConstFixedMap = Eigen::Map<const Eigen::Matrix<double, Rows, Cols>>;
using DynamicMap = Eigen::Map<Eigen::MatrixXd>;
using ConstDynamicMap = Eigen::Map<const Eigen::MatrixXd>;

/// Calls f with the shape as compile-time constants where they are common, else with Dynamic.
template <class F>
void withShape(int rows, int columns, F&& f) {
  constexpr int kDynamic = Eigen::Dynamic;
  using std::integral_constant;
  if (rows == 3 && columns == 6) {
    f(integral_constant<int, 3>{}, integral_constant<int, 6>{});
  } else if (rows == 3 && columns == 3) {
    f(integral_constant<int, 3>{}, integral_constant<int, 3>{});
  } else if (rows == 1 && columns == 6) {
    f(integral_constant<int, 1>{}, integral_constant<int, 6>{});
  } else if (rows == 1 && columns == 3) {
    f(integral_constant<int, 1>{}, integral_constant<int, 3>{});
  } else {
    f(integral_constant<int, kDynamic>{}, integral_constant<int, kDynamic>{});
  }
}

/// Calls f with the number of rows as a compile-time constant where it is common, so that loops
/// over the rows of a constraint unroll.
template <class F>
void withRows(int rows, F&& f) {
  if (rows == 3) {
    f(std::integral_constant<int, 3>{});
  } else if (rows == 1) {
    f(std::integral_constant<int, 1>{});
  } else {
    f(rows);
  }
}

}  // namespace sinew
