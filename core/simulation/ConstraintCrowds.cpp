#include "core/simulation/ConstraintCrowds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace sinew {
namespace {

constexpr int kTimesFreedoms = 8;  // rows of a crowd; fewer are quickly factored as they are
constexpr double kShares = 1e-3;   // of a row's length: what another must add to count

double innerProduct(const Reals& a, const Reals& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void addMultiple(double factor, const Reals& x, Reals& sum) {
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] += factor * x[i];
}

}  // namespace

/// The rows of a crowd that were taken so far, orthonormal.
class ConstraintCrowds::Span {
 public:
  Span(const World& world, const SceneDynamics& pose, const Crowd& crowd)
      : m_world(world), m_pose(pose), m_crowd(crowd) {
    m_gradient.assign(world.velocitySize(), 0);
    for (Reals* x : {&m_row, &m_weighed}) x->assign(crowd.freedoms, 0);
  }

  bool full() const { return m_basis.size() == static_cast<std::size_t>(m_crowd.freedoms); }
  std::uint64_t products() const { return m_products; }

  /// False if all rows of a constraint are sums of those before them.
  bool take(int constraint) {
    bool news = false;
    for (int i = 0; i < m_world.constraints()[constraint].rows && !full(); ++i) {
      const double whole = load(constraint, i), left = reduce();
      if (whole <= 0 || left <= BlockLdlt::kSingular * whole) continue;
      news = true;
      append(constraint, std::sqrt(whole), std::sqrt(left));
    }
    return news;
  }

  /// The constraints whose rows add up to one of another constraint's.
  std::set<int> summands(int constraint) {
    std::set<int> all;
    for (int i = 0; i < m_world.constraints()[constraint].rows; ++i) {
      const double whole = load(constraint, i), left = reduce();
      if (whole <= 0 || left > BlockLdlt::kSingular * whole) continue;
      for (std::size_t k = 0; k < m_basis.size(); ++k) {
        double share = 0;
        for (std::size_t j = k; j < m_basis.size(); ++j) share += m_along[j] * m_basis[j].made[k];
        if (std::abs(share) * m_basis[k].length > kShares * std::sqrt(whole)) {
          all.insert(m_basis[k].constraint);
        }
      }
    }
    return all;
  }

 private:
  struct Direction {
    int constraint = 0;
    double length = 0;   // of the row it comes from
    Reals row, weighed;  // and M⁻¹ times it
    Reals made;          // of the rows taken, how much of each
  };

  /// Square of the row's length.
  double load(int constraint, int i) {
    std::array<double, ConstraintRows::kMaxRows> unit{};
    unit[i] = 1;
    m_pose.system().addGradientTimes(constraint, unit.data(), m_gradient.data());
    std::size_t at = 0;
    for (const int part : m_crowd.parts) {
      const CompiledPart& source = m_world.parts()[part];
      double* const from = m_gradient.data() + source.firstV;
      std::copy_n(from, source.dims.v, m_row.begin() + static_cast<std::ptrdiff_t>(at));
      std::fill_n(from, source.dims.v, 0.0);
      at += source.dims.v;
    }
    weigh();
    ++m_products;
    return innerProduct(m_row, m_weighed);
  }

  void weigh() {
    std::size_t at = 0;
    for (const int part : m_crowd.parts) {
      const CompiledPart& source = m_world.parts()[part];
      source.part->applyInverseMass(m_pose.scratch(part), m_row.data() + at, m_weighed.data() + at,
                                    1);
      at += source.dims.v;
    }
  }

  /// Takes off the row what the basis has of it; returns the square of what is left of its length.
  double reduce() {
    constexpr int kPasses = 2;  // the second takes off what rounding left
    m_along.assign(m_basis.size(), 0);
    for (int pass = 0; pass < kPasses; ++pass) {
      for (std::size_t k = 0; k < m_basis.size(); ++k) {
        const double along = innerProduct(m_row, m_basis[k].weighed);
        addMultiple(-along, m_basis[k].row, m_row);
        m_along[k] += along;
      }
    }
    m_products += kPasses * m_basis.size();
    if (full()) return 0;
    weigh();
    return innerProduct(m_row, m_weighed);
  }

  void append(int constraint, double length, double left) {
    Direction next{constraint, length, m_row, m_weighed, Reals(m_basis.size() + 1, 0.0)};
    for (std::size_t k = 0; k < m_basis.size(); ++k) {
      for (std::size_t j = 0; j <= k; ++j) next.made[j] -= m_along[k] * m_basis[k].made[j];
    }
    next.made.back() = 1;
    for (Reals* x : {&next.row, &next.weighed, &next.made}) {
      for (double& value : *x) value /= left;
    }
    m_basis.push_back(std::move(next));
  }

  const World& m_world;
  const SceneDynamics& m_pose;
  const Crowd& m_crowd;
  std::vector<Direction> m_basis;
  Reals m_gradient, m_row, m_weighed, m_along;
  std::uint64_t m_products = 0;
};

ConstraintCrowds::ConstraintCrowds(std::shared_ptr<const World> world) : m_world(std::move(world)) {
  std::map<std::vector<int>, Crowd> crowds;
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    const CompiledConstraint& constraint = m_world->constraints()[c];
    // What slides or limits asks for other things at every place.
    if (constraint.slidingEnd >= 0 || constraint.limited != 0 || constraint.isCompliant()) continue;
    std::vector<int> parts;
    for (const CompiledEnd& end : constraint.ends) {
      if (m_world->parts()[end.part].dims.v > 0) parts.push_back(end.part);
    }
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (!parts.empty()) crowds[parts].constraints.push_back(static_cast<int>(c));
  }
  for (auto& [parts, crowd] : crowds) {
    int rows = 0;
    for (const int c : crowd.constraints) rows += m_world->constraints()[c].rows;
    for (const int part : parts) crowd.freedoms += m_world->parts()[part].dims.v;
    if (rows <= kTimesFreedoms * crowd.freedoms) continue;
    crowd.parts = parts;
    m_crowds.push_back(std::move(crowd));
  }
}

std::vector<char> ConstraintCrowds::members() const {
  std::vector<char> members(m_world->constraints().size(), 0);
  for (const Crowd& crowd : m_crowds) {
    for (const int c : crowd.constraints) members[c] = 1;
  }
  return members;
}

void ConstraintCrowds::keepSpanning(const SceneDynamics& pose, double time,
                                    std::vector<char>& loose) {
  for (const Crowd& crowd : m_crowds) {
    Span span(*m_world, pose, crowd);
    for (const int c : crowd.constraints) {
      if (span.full()) break;
      if (m_world->constraints()[c].law.activeAt(time) && span.take(c)) loose[c] = 0;
    }
    m_products += span.products();
  }
}

bool ConstraintCrowds::keepWidest(const std::vector<int>& open, const std::vector<double>& gaps,
                                  std::vector<char>& loose) const {
  bool any = false;
  for (const Crowd& crowd : m_crowds) {
    std::vector<int> wide;
    std::set_intersection(crowd.constraints.begin(), crowd.constraints.end(), open.begin(),
                          open.end(), std::back_inserter(wide));
    std::erase_if(wide, [&](int c) { return !loose[c]; });
    std::stable_sort(wide.begin(), wide.end(), [&](int a, int b) { return gaps[a] > gaps[b]; });
    if (wide.size() > static_cast<std::size_t>(crowd.freedoms)) wide.resize(crowd.freedoms);
    for (const int c : wide) loose[c] = 0;
    any |= !wide.empty();
  }
  return any;
}

std::vector<std::vector<int>> ConstraintCrowds::repeats(const SceneDynamics& pose, double time,
                                                        const std::vector<char>& loose) {
  std::vector<std::vector<int>> repeats;
  for (const Crowd& crowd : m_crowds) {
    Span span(*m_world, pose, crowd);
    std::vector<int> further;
    for (const int c : crowd.constraints) {
      if (!m_world->constraints()[c].law.activeAt(time)) continue;
      if (loose[c]) {
        further.push_back(c);
      } else {
        span.take(c);
      }
    }
    for (const int c : further) {
      std::set<int> with = span.summands(c);
      if (with.empty()) continue;
      with.insert(c);
      repeats.emplace_back(with.begin(), with.end());
    }
    m_products += span.products();
  }
  return repeats;
}

}  // namespace sinew
