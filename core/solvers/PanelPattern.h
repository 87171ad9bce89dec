#pragma once
#include <cstdint>
#include <vector>

#include "core/solvers/BlockPattern.h"

namespace sinew {

/// Columns of a factor that have about the same rows, put together so that they can be worked on as
/// dense matrices: supernodes. All indices are scalar rows in elimination order, or offsets.
struct PanelPattern {
  /// `columns` columns from `firstRow` on, dense, column-major with `stride` between columns. Their
  /// first rows are their own; `below` further ones follow, those of `rows` from rowStart on.
  struct Panel {
    std::int32_t firstBlock = 0, lastBlock = 0;  ///< half open
    std::int32_t firstRow = 0, columns = 0, below = 0, stride = 0;
    std::int32_t rowStart = 0, groupStart = 0, groupEnd = 0;
    std::int32_t offset = 0;
  };
  /// Rows below that are columns of one other panel, begin to end counted from the first below:
  /// what eliminating this panel takes from that one. Row i ≥ begin is its row place[placeStart + i
  /// − begin].
  struct Group {
    std::int32_t target = 0, begin = 0, end = 0, placeStart = 0;
  };
  /// Where a block of the pattern goes.
  struct Copy {
    std::int32_t from = 0, to = 0, rows = 0, columns = 0, stride = 0;
  };

  std::vector<Panel> panels;
  std::vector<std::int32_t> rows, places;
  std::vector<Group> groups;
  std::vector<Copy> copies;
  std::size_t storage = 0;
  std::int32_t mostColumns = 0, mostRows = 0;  ///< of a panel, below included
};

/// Panels of a pattern whose blocks stand in an order where columns of the same rows follow each
/// other (children of the elimination tree before their parent, the largest last).
PanelPattern makePanelPattern(const BlockPattern& pattern);

}  // namespace sinew
