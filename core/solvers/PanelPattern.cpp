#include "core/solvers/PanelPattern.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr int kWidest = 20;  // columns of a panel
constexpr int kSlack = 8;    // rows that kernels may read past the last
constexpr int kSmall = 256;  // numbers, up to which a panel may hold as many zeros as it likes
constexpr double kMostZeros = 0.3;  // share of a larger panel

/// A run of blocks that may become a panel.
struct Run {
  int first = 0, last = 0;  // blocks, half open
  int columns = 0;          // scalars
  std::size_t filled = 0;   // scalars of it that are no mere padding
};

class PanelMaker {
 public:
  explicit PanelMaker(const BlockPattern& pattern) : m_blocks(pattern) {}

  PanelPattern make() {
    gatherRuns();
    for (const Run& run : m_runs) addPanel(run);
    for (PanelPattern::Panel& panel : m_out.panels) addGroups(panel);
    for (const PanelPattern::Panel& panel : m_out.panels) addCopies(panel);
    m_out.storage += kSlack;
    return std::move(m_out);
  }

 private:
  int parentOf(int block) const {
    const int first = m_blocks.columnStart[block];
    return first < m_blocks.columnStart[block + 1] ? m_blocks.entries[first].row : -1;
  }
  /// Scalar rows below a block.
  int heightOf(int block) const {
    int height = 0;
    for (int e = m_blocks.columnStart[block]; e < m_blocks.columnStart[block + 1]; ++e) {
      height += m_blocks.size[m_blocks.entries[e].row];
    }
    return height;
  }
  static std::size_t denseSize(int columns, int below) {
    return static_cast<std::size_t>(columns) * (columns + 1) / 2 +
           static_cast<std::size_t>(columns) * below;
  }

  // Each block starts a run of its own; a run joins the one before it where that costs few zeros.
  void gatherRuns() {
    for (int k = 0; k < m_blocks.blocks; ++k) {
      const int n = m_blocks.size[k];
      m_runs.push_back({k, k + 1, n, denseSize(n, heightOf(k))});
      while (m_runs.size() > 1 && joinLastTwo()) {
      }
    }
  }
  bool joinLastTwo() {
    const Run &child = m_runs[m_runs.size() - 2], &parent = m_runs.back();
    const int above = parentOf(child.last - 1), columns = child.columns + parent.columns;
    if (above < 0 || above >= parent.last || columns > kWidest) return false;
    const std::size_t dense = denseSize(columns, heightOf(parent.last - 1));
    const std::size_t filled = child.filled + parent.filled;
    const bool padded =
        static_cast<double>(dense - filled) > kMostZeros * static_cast<double>(dense);
    if (padded && dense > kSmall) return false;
    const Run joined = {child.first, parent.last, columns, filled};
    m_runs.pop_back();
    m_runs.back() = joined;
    return true;
  }

  void addPanel(const Run& run) {
    PanelPattern::Panel panel;
    panel.firstBlock = run.first;
    panel.lastBlock = run.last;
    panel.firstRow = m_blocks.firstRow[run.first];
    panel.columns = run.columns;
    panel.rowStart = static_cast<std::int32_t>(m_out.rows.size());
    const int last = run.last - 1;
    for (int e = m_blocks.columnStart[last]; e < m_blocks.columnStart[last + 1]; ++e) {
      const int row = m_blocks.entries[e].row;
      for (int i = 0; i < m_blocks.size[row]; ++i) m_out.rows.push_back(m_blocks.firstRow[row] + i);
    }
    panel.below = static_cast<std::int32_t>(m_out.rows.size()) - panel.rowStart;
    panel.stride = panel.columns + panel.below;
    panel.offset = static_cast<std::int32_t>(m_out.storage);
    m_out.storage += static_cast<std::size_t>(panel.stride) * panel.columns;
    m_out.mostColumns = std::max(m_out.mostColumns, panel.columns);
    m_out.mostRows = std::max(m_out.mostRows, panel.stride + kSlack);
    for (int i = 0; i < panel.columns; ++i) {
      m_panelOf.push_back(static_cast<std::int32_t>(m_out.panels.size()));
    }
    m_out.panels.push_back(panel);
  }

  /// Where a scalar row stands in a panel that has it.
  int placeIn(const PanelPattern::Panel& panel, int row) const {
    if (row < panel.firstRow + panel.columns) return row - panel.firstRow;
    const auto first = m_out.rows.begin() + panel.rowStart;
    const auto found = std::lower_bound(first, first + panel.below, row);
    return panel.columns + static_cast<int>(found - first);
  }

  void addGroups(PanelPattern::Panel& panel) {
    const std::int32_t* rows = m_out.rows.data() + panel.rowStart;
    panel.groupStart = static_cast<std::int32_t>(m_out.groups.size());
    for (int begin = 0, end = 0; begin < panel.below; begin = end) {
      const std::int32_t target = m_panelOf[rows[begin]];
      while (end < panel.below && m_panelOf[rows[end]] == target) ++end;
      m_out.groups.push_back({target, begin, end, static_cast<std::int32_t>(m_out.places.size())});
      for (int i = begin; i < panel.below; ++i) {
        m_out.places.push_back(placeIn(m_out.panels[target], rows[i]));
      }
    }
    panel.groupEnd = static_cast<std::int32_t>(m_out.groups.size());
  }

  void addCopies(const PanelPattern::Panel& panel) {
    for (int k = panel.firstBlock; k < panel.lastBlock; ++k) {
      const auto add = [&](int from, int row) {
        const int column = m_blocks.firstRow[k] - panel.firstRow;
        const int to =
            panel.offset + column * panel.stride + placeIn(panel, m_blocks.firstRow[row]);
        m_out.copies.push_back({from, to, m_blocks.size[row], m_blocks.size[k], panel.stride});
      };
      add(m_blocks.diagonal[k], k);
      for (int e = m_blocks.columnStart[k]; e < m_blocks.columnStart[k + 1]; ++e) {
        add(m_blocks.entries[e].offset, m_blocks.entries[e].row);
      }
    }
  }

  const BlockPattern& m_blocks;
  std::vector<Run> m_runs;
  std::vector<std::int32_t> m_panelOf;  // by scalar row
  PanelPattern m_out;
};

}  // namespace

PanelPattern makePanelPattern(const BlockPattern& pattern) {
  return PanelMaker(pattern).make();
}

}  // namespace sinew
