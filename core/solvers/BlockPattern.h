#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace sinew {

/// Sparsity of a symmetric block matrix and of its LDLᵀ factor: worked out once per connectivity,
/// then reused at every step. Blocks are those of the constraints, in elimination order.
///
/// Rows and columns count blocks; `order[k]` is the original block eliminated k-th. Column k of the
/// factor has its diagonal block and, below it, the blocks listed from columnStart[k] on. All
/// blocks live in one array; offsets count doubles.
struct BlockPattern {
  struct Entry {
    std::int32_t row = 0;     ///< position in elimination order, > its column
    std::int32_t offset = 0;  ///< of the block, column-major size[row] × size[column]
  };
  /// target −= block(i) D⁻¹ block(j)ᵀ while column k is eliminated.
  struct Update {
    std::int32_t i = 0, j = 0;  ///< indices into `entries`
    std::int32_t target = 0;    ///< offset of the block that receives it
  };

  int blocks = 0;
  int firstUnknown = 0;                ///< original blocks from here on stand for unknowns of parts
  bool inPanels = false;               ///< columns of the same rows follow each other
  int rows = 0;                        ///< scalar size of the matrix
  std::vector<std::int32_t> order;     ///< elimination position → original block
  std::vector<std::int32_t> position;  ///< original block → elimination position
  std::vector<std::int32_t> size;      ///< by elimination position
  std::vector<std::int32_t> firstRow;  ///< by elimination position: scalar row in elimination order
  std::vector<std::int32_t> diagonal;  ///< by elimination position: offset of D
  std::vector<std::int32_t> columnStart;  ///< blocks + 1, into entries
  std::vector<Entry> entries;
  std::vector<std::int32_t> updateStart;  ///< blocks + 1, into updates; none in panels
  std::vector<Update> updates;
  std::size_t storage = 0;  ///< doubles that hold all blocks

  /// Scalars in the lower triangle of the factor: what time and memory grow with.
  std::size_t factorNonZeros() const;
  /// Products of two scalars that eliminating everything takes.
  std::size_t factorProducts() const;
  /// Offset of block (a, b) of the lower triangle, original indices; transposed is set when the
  /// stored block is (b, a). −1 if the factor has no such block.
  std::int32_t find(int a, int b, bool& transposed) const;
};

/// Pattern for blocks of the given sizes coupled by `edges` (pairs of original indices, any order,
/// repeats allowed): leaves first from all ends at once, then in approximate-minimum-degree order.
/// Where that is more than chains of joints, it is then put in an order of the same fill in which
/// columns of the same rows follow each other.
/// Blocks from `firstUnknown` on come before those before it that they are coupled to.
/// Depends on nothing else.
BlockPattern makeBlockPattern(const std::vector<std::int32_t>& sizes,
                              const std::vector<std::pair<std::int32_t, std::int32_t>>& edges,
                              int firstUnknown);
BlockPattern makeBlockPattern(const std::vector<std::int32_t>& sizes,
                              const std::vector<std::pair<std::int32_t, std::int32_t>>& edges);
/// The blocks of the matrix alone, without what a factor would fill in, in the order of another
/// pattern.
BlockPattern unfilledPattern(const BlockPattern& order,
                             const std::vector<std::pair<std::int32_t, std::int32_t>>& edges);

/// out = N x for the symmetric matrix whose lower triangle is at `values`, both in elimination
/// order; unknowns of parts and what couples them count as 0. One double behind `values` is read.
void multiplySymmetric(const BlockPattern& pattern, const double* values, const double* x,
                       double* out);

}  // namespace sinew
