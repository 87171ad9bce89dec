#include "core/solvers/PanelLdlt.h"

#include <algorithm>

#include "core/math/Lanes.h"

namespace sinew {
namespace {

constexpr int kLanes = 4;

constexpr int roundedUp(int count, int step) {
  return (count + step - 1) / step * step;
}

/// out (8 × 4, column-major with `outStride`) = a bᵀ, a's 8 rows `stride` apart by column, b packed
/// four by four.
void multiplyTile(const double* a, int stride, const double* b, int inner, double* out,
                  int outStride) {
  Lanes low0{}, low1{}, low2{}, low3{}, high0{}, high1{}, high2{}, high3{};
  for (int k = 0; k < inner; ++k, a += stride, b += kLanes) {
    const Lanes low = load3Padded(a), high = load3Padded(a + kLanes);
    low0 += low * b[0];
    high0 += high * b[0];
    low1 += low * b[1];
    high1 += high * b[1];
    low2 += low * b[2];
    high2 += high * b[2];
    low3 += low * b[3];
    high3 += high * b[3];
  }
  const auto store = [&](int column, Lanes low, Lanes high) {
    store4(out + column * outStride, low);
    store4(out + column * outStride + kLanes, high);
  };
  store(0, low0, high0);
  store(1, low1, high1);
  store(2, low2, high2);
  store(3, low3, high3);
}

/// y −= scale x
void subtractScaled(double* y, const double* x, double scale, int count) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    store4(y + i, load3Padded(y + i) - scale * load3Padded(x + i));
  }
  for (; i < count; ++i) y[i] -= scale * x[i];
}

/// a · b
double dotOf(const double* a, const double* b, int count) {
  Lanes even{}, odd{};
  int i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    even += load3Padded(a + i) * load3Padded(b + i);
    odd += load3Padded(a + i + kLanes) * load3Padded(b + i + kLanes);
  }
  const Lanes sum = even + odd;
  double rest = 0;
  for (; i < count; ++i) rest += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest;
}

}  // namespace

void PanelLdlt::setPattern(const BlockPattern* pattern) {
  m_blocks = pattern;
  m_pattern = makePanelPattern(*pattern);
  m_values.assign(m_pattern.storage, 0);
  m_pivots.assign(pattern->rows, 0);
  m_constrains.clear();
  for (int k = 0; k < pattern->blocks; ++k) {
    m_constrains.insert(m_constrains.end(), pattern->size[k], !isUnknown(k));
  }
  const int rows = roundedUp(m_pattern.mostRows, 2 * kLanes);
  const int columns = roundedUp(m_pattern.mostColumns, kLanes);
  m_below.assign(rows, 0);
  m_packed.assign(static_cast<std::size_t>(columns) * columns, 0);
  m_product.assign(static_cast<std::size_t>(rows) * columns, 0);
}

void PanelLdlt::factorise(const double* values, double shift, double singular, double* diagonal,
                          std::vector<int>& weak) {
  std::fill(m_values.begin(), m_values.end(), 0.0);
  for (const PanelPattern::Copy& copy : m_pattern.copies) {
    const double* from = values + copy.from;
    for (int c = 0; c < copy.columns; ++c, from += copy.rows) {
      std::copy_n(from, copy.rows, m_values.data() + copy.to + c * copy.stride);
    }
  }
  for (const Panel& panel : m_pattern.panels) {
    eliminate(panel, shift, singular, diagonal, weak);
    for (int g = panel.groupStart; g < panel.groupEnd; ++g) update(panel, m_pattern.groups[g]);
  }
}

// The columns of a panel, one after the other. Afterwards they are L's.
void PanelLdlt::eliminate(const Panel& panel, double shift, double singular, double* diagonal,
                          std::vector<int>& weak) {
  double* const values = m_values.data() + panel.offset;
  for (int k = panel.firstBlock, j = 0; k < panel.lastBlock; ++k) {
    const bool unknown = isUnknown(k);
    const double* original = diagonal + m_blocks->firstRow[k];
    const int end = j + m_blocks->size[k];
    const double lift = unknown ? 0 : shift * *std::max_element(original, original + end - j);
    bool regular = true;
    for (; j < end; ++j) {
      double* const column = values + j * panel.stride;
      const double begun = diagonal[panel.firstRow + j], sign = unknown ? -1 : 1;
      const double least = unknown ? 0 : lift > 0 ? 0.01 * lift : singular * begun;
      double pivot = column[j] + lift;
      if (!(sign * pivot > least)) {
        regular = false;
        pivot = sign * (begun > 0 ? begun : 1);
      }
      m_pivots[panel.firstRow + j] = pivot;
      if (unknown) noteGains(panel, j, pivot, diagonal);
      for (int c = j + 1; c < panel.columns; ++c) {
        if (column[c] == 0) continue;
        subtractScaled(values + c * panel.stride + c, column + c, column[c] / pivot,
                       panel.stride - c);
      }
      const double inverse = 1 / pivot;
      for (int i = j + 1; i < panel.stride; ++i) column[i] *= inverse;
    }
    if (!regular && !unknown) weak.push_back(m_blocks->order[k]);
  }
}

// What eliminating a part's unknown adds to the diagonal of constraints.
void PanelLdlt::noteGains(const Panel& panel, int column, double pivot, double* diagonal) const {
  const double* below = m_values.data() + panel.offset + column * panel.stride;
  for (int i = column + 1; i < panel.stride; ++i) {
    const int row = i < panel.columns ? panel.firstRow + i : rowsOf(panel)[i - panel.columns];
    if (m_constrains[row]) diagonal[row] -= below[i] * below[i] / pivot;
  }
}

// Takes L D Lᵀ of a panel's rows below from the panel that has some of them as columns.
void PanelLdlt::update(const Panel& panel, const PanelPattern::Group& group) {
  const double* const from = m_values.data() + panel.offset + panel.columns + group.begin;
  const int rows = panel.below - group.begin, columns = group.end - group.begin;
  const int stride = roundedUp(rows, 2 * kLanes);
  for (int j = 0; j < columns; j += kLanes) {
    double* packed = m_packed.data();
    for (int k = 0; k < panel.columns; ++k, packed += kLanes) {
      store4(packed, m_pivots[panel.firstRow + k] * load3Padded(from + k * panel.stride + j));
    }
    for (int i = j / (2 * kLanes) * (2 * kLanes); i < rows; i += 2 * kLanes) {
      multiplyTile(from + i, panel.stride, m_packed.data(), panel.columns,
                   m_product.data() + j * stride + i, stride);
    }
  }
  const Panel& target = m_pattern.panels[group.target];
  const std::int32_t* const place = m_pattern.places.data() + group.placeStart;
  for (int j = 0; j < columns; ++j) {
    double* const column = m_values.data() + target.offset + place[j] * target.stride;
    const double* const product = m_product.data() + j * stride;
    for (int i = j; i < rows; ++i) column[place[i]] -= product[i];
  }
}

void PanelLdlt::solve(double* x) const {
  for (const Panel& panel : m_pattern.panels) {
    const double* const values = m_values.data() + panel.offset;
    double* const own = x + panel.firstRow;
    std::fill_n(m_below.begin(), panel.below, 0.0);
    for (int j = 0; j < panel.columns; ++j) {
      const double* const column = values + j * panel.stride;
      subtractScaled(own + j + 1, column + j + 1, own[j], panel.columns - j - 1);
      subtractScaled(m_below.data(), column + panel.columns, own[j], panel.below);
    }
    for (int i = 0; i < panel.below; ++i) x[rowsOf(panel)[i]] += m_below[i];
  }
  for (std::size_t p = m_pattern.panels.size(); p-- > 0;) {
    const Panel& panel = m_pattern.panels[p];
    const double* const values = m_values.data() + panel.offset;
    double* const own = x + panel.firstRow;
    for (int i = 0; i < panel.below; ++i) m_below[i] = x[rowsOf(panel)[i]];
    for (int j = panel.columns - 1; j >= 0; --j) {
      const double* const column = values + j * panel.stride;
      const double begun = own[j] / m_pivots[panel.firstRow + j];
      own[j] = begun - dotOf(column + j + 1, own + j + 1, panel.columns - j - 1) -
               dotOf(column + panel.columns, m_below.data(), panel.below);
    }
  }
}

}  // namespace sinew
