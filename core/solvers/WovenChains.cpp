// Chains with many constraints on them: in place of J A⁻¹ Jᵀ, which couples each of these with all
// others, the chain's own unknowns x = −A⁻¹ Jᵀ λ stand in the matrix,
//
//   [ N₀  −J ] [λ]   [r]
//   [ −Jᵀ −A ] [x] = [0],
//
// as in the banded system of [MICADO08] §7.1, N₀ what other parts add. Blocks of A come before the
// constraints that touch them: then pivots are −A and N₀ + J A⁻¹ Jᵀ, in part or whole, each
// definite, and none need be searched for.
#include <algorithm>
#include <set>

#include "core/solvers/ConstraintSystem.h"
#include "core/solvers/SmallProducts.h"

namespace sinew {
namespace {

constexpr int kSize = BlockChain::kBlock;
constexpr std::int32_t kStride = 4;  // blocks by which a window moves with what slides

}  // namespace

// The parts that are chains with many rows on them and few crowded partners.
std::vector<int> ConstraintSystem::crowdedChains(
    const Structure& structure, const std::vector<std::vector<std::int32_t>>& endsOfPart) const {
  std::vector<char> crowded(endsOfPart.size(), 0);
  for (std::size_t part = 0; part < structure.chains.size(); ++part) {
    const BlockChain* chain = structure.chains[part];
    // In a short ring a block would be before and behind another.
    if (!chain || chain->blocks <= 2 * chain->reach) continue;
    int rows = 0;
    for (const std::int32_t e : endsOfPart[part]) rows += m_items[m_ends[e].constraint].rows;
    crowded[part] = rows >= kCrowdOfRows;
  }
  std::vector<int> chosen;
  for (std::size_t part = 0; part < crowded.size(); ++part) {
    if (!crowded[part]) continue;
    std::set<int> partners;
    for (const std::int32_t e : endsOfPart[part]) {
      const Item& item = m_items[m_ends[e].constraint];
      for (int k = item.firstEnd; k < item.firstEnd + item.endCount; ++k) {
        if (crowded[m_ends[k].part]) partners.insert(m_ends[k].part);
      }
    }
    partners.erase(static_cast<int>(part));
    if (partners.size() <= kMostCrowdedPartners) chosen.push_back(static_cast<int>(part));
  }
  return chosen;
}

// Takes the ends of parts that are woven in from endsOfPart.
void ConstraintSystem::chooseWoven(const Structure& structure,
                                   std::vector<std::vector<std::int32_t>>& endsOfPart) {
  m_woven.clear();
  m_windows.clear();
  std::int32_t firstBlock = constraintCount();
  for (const int part : crowdedChains(structure, endsOfPart)) {
    Woven woven;
    woven.part = part;
    woven.firstBlock = firstBlock;
    woven.chain = structure.chains[part];
    woven.ends = std::move(endsOfPart[part]);
    const std::size_t blocks =
        static_cast<std::size_t>(woven.chain->blocks) * (woven.chain->reach + 1);
    woven.matrix.assign(blocks * kSize * kSize, 0);
    endsOfPart[part].clear();
    for (const std::int32_t e : woven.ends) {
      m_ends[e].window = static_cast<std::int32_t>(m_windows.size());
      m_items[m_ends[e].constraint].woven = true;
      m_windows.emplace_back();
    }
    firstBlock += woven.chain->blocks;
    m_woven.push_back(std::move(woven));
  }
}

// The blocks of its chain that an end touches now; of one that slides, all that it can touch before
// it has gone on by a stride.
ConstraintSystem::Window ConstraintSystem::windowOf(const Woven& woven, std::size_t index) const {
  const End& end = m_ends[index];
  const BlockChain& chain = *woven.chain;
  if (end.columns == 0) return {};
  const int start = chain.place[m_blocks[index][0].first] / kSize;
  int low = start, high = start;  // in a ring they may lie beyond its ends
  for (int b = 0; b < end.blockCount; ++b) {
    const auto& block = m_blocks[index][b];
    for (int k = 0; k < block.columns; ++k) {
      int at = chain.place[block.first + k] / kSize;
      if (chain.ring && at > start + chain.blocks / 2) at -= chain.blocks;
      if (chain.ring && at < start - chain.blocks / 2) at += chain.blocks;
      low = std::min(low, at);
      high = std::max(high, at);
    }
  }
  if (end.slides) {
    const int into = ((low % kStride) + kStride) % kStride;
    low -= into;
    high += kStride - 1 - into;
  }
  if (!chain.ring) return {low, std::min(high, chain.blocks - 1) - low + 1, 0};
  return {(low + chain.blocks) % chain.blocks, std::min(high - low + 1, chain.blocks), 0};
}

// Returns whether any has moved.
bool ConstraintSystem::moveWindows() {
  bool any = false;
  for (const Woven& woven : m_woven) {
    for (const std::int32_t e : woven.ends) {
      const Window now = windowOf(woven, e);
      Window& window = m_windows[m_ends[e].window];
      if (now == window) continue;
      window = now;
      any = true;
    }
  }
  return any;
}

void ConstraintSystem::listWovenEdges(
    std::vector<std::pair<std::int32_t, std::int32_t>>& edges) const {
  for (const Woven& woven : m_woven) {
    const BlockChain& chain = *woven.chain;
    for (int i = 0; i < chain.blocks; ++i) {
      for (int back = 1; back <= chain.reach; ++back) {
        const int j = chain.before(i, back);
        if (j >= 0) edges.emplace_back(woven.firstBlock + i, woven.firstBlock + j);
      }
    }
    for (const std::int32_t e : woven.ends) {
      const Window& window = m_windows[m_ends[e].window];
      for (int k = 0; k < window.count; ++k) {
        edges.emplace_back(m_ends[e].constraint,
                           woven.firstBlock + (window.first + k) % chain.blocks);
      }
    }
  }
}

void ConstraintSystem::aimWoven() {
  m_windowOffsets.clear();
  for (Woven& woven : m_woven) {
    const BlockChain& chain = *woven.chain;
    woven.places.clear();
    for (int i = 0; i < chain.blocks; ++i) {
      for (int back = 0; back <= chain.reach; ++back) {
        const int j = chain.before(i, back);
        Slot slot;
        if (j >= 0) {
          slot.offset = m_pattern.find(woven.firstBlock + i, woven.firstBlock + j, slot.transposed);
        }
        woven.places.push_back(slot);
      }
    }
    for (const std::int32_t e : woven.ends) {
      Window& window = m_windows[m_ends[e].window];
      window.firstOffset = static_cast<std::int32_t>(m_windowOffsets.size());
      for (int k = 0; k < window.count; ++k) {
        bool transposed = false;  // never: what is eliminated first has the column
        m_windowOffsets.push_back(
            m_pattern.find(m_ends[e].constraint,
                           woven.firstBlock + (window.first + k) % chain.blocks, transposed));
      }
    }
  }
}

void ConstraintSystem::assembleWoven(double* values) {
  using Block = Eigen::Matrix<double, kSize, kSize>;
  for (Woven& woven : m_woven) {
    m_parts[woven.part]->chainMatrix(*m_scratch[woven.part], m_inertia, woven.matrix.data());
    const double* from = woven.matrix.data();
    for (const Slot& slot : woven.places) {
      if (slot.offset >= 0) {
        const Block block = Eigen::Map<const Block>(from) / weightOf(woven.part);
        Eigen::Map<Block> target(values + slot.offset);
        target = slot.transposed ? Block(-block.transpose()) : Block(-block);
      }
      from += kSize * kSize;
    }
    for (const std::int32_t e : woven.ends) {
      const End& end = m_ends[e];
      const Item& item = m_items[end.constraint];
      if (!item.active) continue;
      const Window& window = m_windows[end.window];
      const double* J = m_jacobians.data() + end.J;
      for (int b = 0; b < end.blockCount; ++b) {
        const auto& block = m_blocks[e][b];
        for (int k = 0; k < block.columns; ++k, J += item.rows) {
          const int place = woven.chain->place[block.first + k];
          int within = place / kSize - window.first;
          if (within < 0) within += woven.chain->blocks;
          double* column = values + m_windowOffsets[window.firstOffset + within] +
                           static_cast<std::ptrdiff_t>(place % kSize) * item.rows;
          for (int r = 0; r < item.rows; ++r) {
            if (!(item.slack >> r & 1U)) column[r] -= J[r];
          }
        }
      }
    }
  }
}

// out += J A⁻¹ Jᵀ x of woven chains, in elimination order, with J as it was factored: −J stands in
// the columns of unknowns, where nothing else does but what elimination would fill in.
void ConstraintSystem::multiplyWoven(const double* x, double* out) {
  const BlockPattern& p = m_pattern;
  const int first = p.firstUnknown;
  m_unknowns.assign(static_cast<std::size_t>(p.blocks - first) * kSize, 0);
  const auto forTies = [&](const auto& f) {
    for (int k = 0; k < p.blocks; ++k) {
      if (!isUnknown(k)) continue;
      double* unknowns =
          m_unknowns.data() + static_cast<std::ptrdiff_t>(p.order[k] - first) * kSize;
      for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
        const int row = p.entries[e].row;
        if (isUnknown(row)) continue;
        const double* tie = m_matrix.data() + p.entries[e].offset;
        for (int c = 0; c < kSize; ++c) {
          for (int r = 0; r < p.size[row]; ++r) {
            f(-tie[c * p.size[row] + r], p.firstRow[row] + r, unknowns[c]);
          }
        }
      }
    }
  };
  forTies([x](double J, int row, double& force) { force += J * x[row]; });
  for (const Woven& woven : m_woven) answerOf(woven);
  forTies([out](double J, int row, const double& answer) { out[row] += J * answer; });
}

// What a chain answers to the forces on its unknowns takes their place.
void ConstraintSystem::answerOf(const Woven& woven) {
  const std::vector<std::int32_t>& place = woven.chain->place;
  double* unknowns = m_unknowns.data() +
                     static_cast<std::ptrdiff_t>(woven.firstBlock - m_pattern.firstUnknown) * kSize;
  m_force.resize(place.size());
  m_response.assign(place.size(), 0);
  for (std::size_t v = 0; v < place.size(); ++v) m_force[v] = unknowns[place[v]];
  const Part& part = *m_parts[woven.part];
  const PartScratch& scratch = *m_scratch[woven.part];
  if (m_inertia == Inertia::Dynamics) {
    part.applyInverseDynamics(scratch, m_force.data(), m_response.data(), 1);
  } else {
    part.applyInverseMass(scratch, m_force.data(), m_response.data(), 1);
  }
  const double weight = weightOf(woven.part);
  for (std::size_t v = 0; v < place.size(); ++v) unknowns[place[v]] = weight * m_response[v];
}

}  // namespace sinew
