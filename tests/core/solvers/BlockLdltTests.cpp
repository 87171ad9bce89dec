// The block factor against dense linear algebra, and its size against the size of what it factors.
#include "core/solvers/BlockLdlt.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/solvers/BlockPattern.h"

namespace sinew {
namespace {

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Sizes = std::vector<std::int32_t>;

/// A random block matrix Σ BᵀB over its edges, dense and in original order.
struct Sample {
  Sizes sizes;
  Edges edges;
  std::vector<int> first;
  Eigen::MatrixXd dense;

  Sample(Sizes blockSizes, Edges blockEdges, std::mt19937& random, double diagonal = 0.1)
      : sizes(std::move(blockSizes)), edges(std::move(blockEdges)) {
    int rows = 0;
    for (const int n : sizes) {
      first.push_back(rows);
      rows += n;
    }
    dense = diagonal * Eigen::MatrixXd::Identity(rows, rows);
    for (const auto& [a, b] : edges) addEdge(static_cast<std::size_t>(a), b, random);
  }

 private:
  void addEdge(std::size_t a, std::size_t b, std::mt19937& random) {
    std::normal_distribution<double> normal;
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, dense.cols());
    for (const std::size_t block : {a, b}) {
      for (int c = 0; c < sizes[block]; ++c) {
        for (int r = 0; r < 3; ++r) J(r, first[block] + c) = normal(random);
      }
    }
    dense += J.transpose() * J;
  }
};

Edges randomEdges(int blocks, int count, std::mt19937& random) {
  std::uniform_int_distribution<std::int32_t> pick(0, blocks - 1);
  Edges edges;
  for (int i = 0; i < count; ++i) edges.emplace_back(pick(random), pick(random));
  return edges;
}

Edges chainEdges(int blocks) {
  Edges edges;
  for (int i = 1; i < blocks; ++i) edges.emplace_back(i, i - 1);
  return edges;
}

void fill(const Sample& sample, const BlockPattern& pattern, double* values) {
  const auto put = [&](int a, int b, std::int32_t offset) {  // original blocks
    const auto ua = static_cast<std::size_t>(a), ub = static_cast<std::size_t>(b);
    Eigen::Map<Eigen::MatrixXd>(values + offset, sample.sizes[ua], sample.sizes[ub]) =
        sample.dense.block(sample.first[ua], sample.first[ub], sample.sizes[ua], sample.sizes[ub]);
  };
  for (std::size_t k = 0; k < sample.sizes.size(); ++k) {
    put(pattern.order[k], pattern.order[k], pattern.diagonal[k]);
    for (int e = pattern.columnStart[k]; e < pattern.columnStart[k + 1]; ++e) {
      const auto& entry = pattern.entries[static_cast<std::size_t>(e)];
      put(pattern.order[static_cast<std::size_t>(entry.row)], pattern.order[k], entry.offset);
    }
  }
}

Eigen::VectorXd toElimination(const Sample& sample, const BlockPattern& p, Eigen::VectorXd x) {
  Eigen::VectorXd out(x.size());
  for (std::size_t k = 0; k < sample.sizes.size(); ++k) {
    const auto block = static_cast<std::size_t>(p.order[k]);
    out.segment(p.firstRow[k], p.size[k]) = x.segment(sample.first[block], p.size[k]);
  }
  return out;
}

void expectSolves(const Sample& sample, std::mt19937& random) {
  const BlockPattern pattern = makeBlockPattern(sample.sizes, sample.edges);
  BlockLdlt factor;
  factor.setPattern(&pattern);
  fill(sample, pattern, factor.values());
  ASSERT_TRUE(factor.factorise());
  std::normal_distribution<double> normal;
  const Eigen::VectorXd rhs =
      Eigen::VectorXd::NullaryExpr(sample.dense.rows(), [&] { return normal(random); });
  const Eigen::VectorXd wanted = toElimination(sample, pattern, sample.dense.ldlt().solve(rhs));
  Eigen::VectorXd x = toElimination(sample, pattern, rhs);
  factor.solve(x.data());
  EXPECT_LT((x - wanted).norm(), 1e-10 * wanted.norm());
}

class UniformBlocks : public testing::TestWithParam<int> {};

TEST_P(UniformBlocks, SolveAsDenseAlgebraDoes) {
  std::mt19937 random(17);
  for (const int blocks : {1, 2, 5, 20, 60}) {
    const Sizes sizes(static_cast<std::size_t>(blocks), GetParam());
    expectSolves(Sample(sizes, {}, random), random);
    expectSolves(Sample(sizes, chainEdges(blocks), random), random);
    expectSolves(Sample(sizes, randomEdges(blocks, 2 * blocks, random), random), random);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, UniformBlocks, testing::Range(1, 7));

TEST(BlockLdlt, BlocksOfMixedSizesSolveAsDenseAlgebraDoes) {
  std::mt19937 random(18);
  constexpr std::array<std::int32_t, 4> kSizes = {1, 2, 3, 6};
  std::uniform_int_distribution<std::size_t> pick(0, kSizes.size() - 1);
  for (const int blocks : {2, 7, 40, 90}) {
    Sizes sizes;
    for (int i = 0; i < blocks; ++i) sizes.push_back(kSizes[pick(random)]);
    expectSolves(Sample(sizes, chainEdges(blocks), random), random);
    expectSolves(Sample(sizes, randomEdges(blocks, 3 * blocks, random), random), random);
  }
}

TEST(BlockLdlt, BlocksThatRepeatTheDutyOfOthersAreFound) {
  std::mt19937 random(19);
  // Two copies of the same rows: the second has nothing left once the first is eliminated.
  Sample sample({3, 3, 3, 3}, {{0, 1}, {2, 3}, {0, 2}}, random);
  Eigen::MatrixXd twice(12, 12);
  const Eigen::MatrixXd once = sample.dense.topLeftCorner(9, 9);
  Eigen::MatrixXd copy = Eigen::MatrixXd::Zero(12, 9);
  copy.topRows(9).setIdentity();
  copy.bottomRows(3).rightCols(3).setIdentity();
  sample.dense = copy * once * copy.transpose();
  sample.edges = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const BlockPattern pattern = makeBlockPattern(sample.sizes, sample.edges);
  BlockLdlt factor;
  factor.setPattern(&pattern);
  fill(sample, pattern, factor.values());
  EXPECT_FALSE(factor.factorise());
  ASSERT_EQ(factor.weakBlocks().size(), 1u);
  EXPECT_GE(factor.weakBlocks()[0], 2) << "one of the two copies";
  fill(sample, pattern, factor.values());
  EXPECT_TRUE(factor.factorise(1e-9)) << "a small shift makes it regular";
}

TEST(BlockLdlt, NaNCountsAsWeak) {
  std::mt19937 random(20);
  Sample sample(Sizes(5, 3), chainEdges(5), random);
  sample.dense(4, 4) = std::nan("");
  const BlockPattern pattern = makeBlockPattern(sample.sizes, sample.edges);
  BlockLdlt factor;
  factor.setPattern(&pattern);
  fill(sample, pattern, factor.values());
  EXPECT_FALSE(factor.factorise());
  EXPECT_FALSE(factor.weakBlocks().empty());
}

TEST(BlockPattern, EveryBlockIsEliminatedOnce) {
  std::mt19937 random(21);
  const BlockPattern pattern = makeBlockPattern(Sizes(50, 3), randomEdges(50, 120, random));
  std::vector<std::int32_t> order = pattern.order;
  std::sort(order.begin(), order.end());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(BlockPattern, DoesNotDependOnTheOrderOrRepetitionOfEdges) {
  std::mt19937 random(22);
  Edges edges = randomEdges(40, 80, random);
  const BlockPattern one = makeBlockPattern(Sizes(40, 3), edges);
  std::reverse(edges.begin(), edges.end());
  for (auto& [a, b] : edges) std::swap(a, b);
  edges.insert(edges.end(), edges.begin(), edges.begin() + 20);
  const BlockPattern other = makeBlockPattern(Sizes(40, 3), edges);
  EXPECT_EQ(one.order, other.order);
  EXPECT_EQ(one.storage, other.storage);
}

// A chain's factor grows by the same amount with every link: 6 scalars on the diagonal block and 9
// beside it.
TEST(BlockPattern, FactorOfAChainIsExactlyLinear) {
  for (const int n : {10, 100, 1000, 10000}) {
    const BlockPattern pattern =
        makeBlockPattern(Sizes(static_cast<std::size_t>(n), 3), chainEdges(n));
    EXPECT_EQ(pattern.factorNonZeros(), static_cast<std::size_t>(6 * n + 9 * (n - 1))) << n;
  }
}

TEST(BlockPattern, FactorOfAShuffledChainIsLinearToo) {
  std::mt19937 random(23);
  for (const int n : {10, 100, 1000, 10000}) {
    Sizes names(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) names[static_cast<std::size_t>(i)] = i;
    std::shuffle(names.begin(), names.end(), random);
    Edges edges = chainEdges(n);
    for (auto& [a, b] : edges) {
      a = names[static_cast<std::size_t>(a)];
      b = names[static_cast<std::size_t>(b)];
    }
    const auto nonZeros =
        makeBlockPattern(Sizes(static_cast<std::size_t>(n), 3), edges).factorNonZeros();
    EXPECT_EQ(nonZeros, static_cast<std::size_t>(6 * n + 9 * (n - 1))) << n;
  }
}

// A net of k × k blocks: nested dissection needs about n log n, minimum degree little more.
TEST(BlockPattern, FactorOfANetGrowsLittleFasterThanTheNet) {
  const auto net = [](int k) {
    Edges edges;
    for (int i = 0; i < k * k; ++i) {
      if (i % k > 0) edges.emplace_back(i, i - 1);
      if (i >= k) edges.emplace_back(i, i - k);
    }
    return makeBlockPattern(Sizes(static_cast<std::size_t>(k * k), 1), edges).factorNonZeros();
  };
  const double growth =
      std::log(static_cast<double>(net(64)) / static_cast<double>(net(16))) / std::log(16.0);
  EXPECT_LT(growth, 1.35);
}

}  // namespace
}  // namespace sinew
