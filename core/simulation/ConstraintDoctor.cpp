#include "core/simulation/ConstraintDoctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include "core/simulation/ConstraintCrowds.h"
#include "core/simulation/ConstraintRelaxation.h"

namespace sinew {
namespace {

constexpr double kMet = 1e-6;    // of the part's size: a gap that counts as closed
constexpr double kShake = 0.05;  // of a part's size: how far the second pose lies off
constexpr std::size_t kMostInstants = 32;
constexpr std::size_t kMostListed = 12;  // names in a sentence
constexpr int kRoundsOfCrowds = 3;

/// Instants at which the set of active constraints may be another one: the first, the last and, of
/// very many, some between.
std::vector<double> instantsOf(const World& world) {
  std::vector<double> times = {0};
  const double never = std::numeric_limits<double>::infinity();
  for (const CompiledConstraint& constraint : world.constraints()) {
    constraint.law.activationTimes(0, never, times);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() <= kMostInstants) return times;
  std::vector<double> some;
  for (std::size_t i = 0; i < kMostInstants; ++i)
    some.push_back(times[i * (times.size() - 1) / (kMostInstants - 1)]);
  return some;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = names.size() > kMostListed ? kMostListed : names.size();
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += fmt::format("\"{}\"", names[i]);
  }
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string whenOf(double time) {
  return time > 0 ? fmt::format(" from {:.6g} s on", time) : "";
}

/// What a gap is in plain words: an angle where it is the sine of one.
std::string gapInWords(double gap, bool angle) {
  if (!angle) return fmt::format("{:.3g} m", gap);
  return fmt::format("{:.3g}°", std::asin(std::min(gap, 1.0)) * 180 / std::numbers::pi);
}

/// The largest gaps of some constraints; 0 where none is of that sort.
struct Gaps {
  double length = 0;  ///< [m]
  double sine = 0;    ///< of an angle
};

std::string inWords(const Gaps& gaps) {
  if (gaps.sine == 0) return gapInWords(gaps.length, false);
  const std::string angle = gapInWords(gaps.sine, true);
  return gaps.length == 0 ? angle : gapInWords(gaps.length, false) + " and " + angle;
}

Finding conflict(std::vector<std::string> names, double time, const Gaps& gaps) {
  const double widest = gaps.length > 0 ? gaps.length : gaps.sine;
  Finding finding{Finding::Kind::Conflicting, std::move(names), {}, {}, time, widest, {}};
  const std::string all = listed(finding.constraints), open = inWords(gaps);
  finding.sentence =
      finding.constraints.size() == 1
          ? fmt::format("{} cannot be met{}: a gap of {} stays open.", all, whenOf(time), open)
          : fmt::format("{} cannot all be met together{}: gaps of up to {} stay open.", all,
                        whenOf(time), open);
  return finding;
}

/// What could be done without, of what holds the same thing.
std::string leaveInWords(const Finding& finding) {
  if (finding.spare.empty()) return "while all of them act, one of them could be off";
  if (finding.spare.size() == finding.constraints.size())
    return "at least one of them could go without anything moving differently";
  return fmt::format("{}{} could go without anything moving differently",
                     finding.spare.size() > 1 ? "at least one of " : "", listed(finding.spare));
}

std::string redundancyInWords(const Finding& finding) {
  const std::string all = listed(finding.constraints), when = whenOf(finding.time);
  if (finding.constraints.size() == 1)
    return fmt::format("{} asks for something that holds anyway{}.", all, when);
  return fmt::format("{} hold the same thing{}: {}.", all, when, leaveInWords(finding));
}

/// Members of sets that grow together.
class Sets {
 public:
  explicit Sets(std::size_t members) : m_root(members) {
    std::iota(m_root.begin(), m_root.end(), 0);
  }
  int rootOf(int i) {
    while (m_root[i] != i) i = m_root[i] = m_root[m_root[i]];
    return i;
  }
  void unite(int a, int b) { m_root[rootOf(b)] = rootOf(a); }
  void unite(const std::vector<int>& members) {
    for (const int member : members) unite(members.front(), member);
  }
  /// Those of the chosen members that belong together, each set in the order of its first.
  std::vector<std::vector<int>> among(const std::vector<int>& chosen) {
    std::vector<std::vector<int>> sets;
    std::vector<int> setOf(m_root.size(), -1);
    for (const int member : chosen) {
      int& set = setOf[rootOf(member)];
      if (set < 0) {
        set = static_cast<int>(sets.size());
        sets.emplace_back();
      }
      sets[set].push_back(member);
    }
    return sets;
  }

 private:
  std::vector<int> m_root;
};

/// Splits a set of constraints, in scene order, where no moving part connects them.
std::vector<std::vector<int>> connected(const World& world, const std::vector<int>& chosen) {
  Sets sets(world.constraints().size());
  std::vector<int> firstOn(world.parts().size(), -1);
  for (const int c : chosen) {
    for (const CompiledEnd& end : world.constraints()[c].ends) {
      if (world.parts()[end.part].dims.v == 0) continue;
      int& first = firstOn[end.part];
      if (first < 0) first = c;
      sets.unite(first, c);
    }
  }
  return sets.among(chosen);
}

class Doctor {
 public:
  explicit Doctor(std::shared_ptr<const World> world)
      : m_world(*world),
        m_crowds(world),
        m_loose(m_crowds.members()),
        m_pose(std::move(world), m_loose),
        m_needed(m_world.constraints().size(), -1) {}

  DoctorWork work() const { return {m_storage, m_crowds.products()}; }

  std::vector<Finding> run(const std::stop_token& stop) {
    for (const double time : instantsOf(m_world))
      if (!stop.stop_requested()) examine(time);
    for (Finding& finding : m_findings)
      if (finding.kind == Finding::Kind::Redundant) finishRedundancy(finding);
    return std::move(m_findings);
  }

 private:
  void reachPose(double time) {
    m_pose.start(time);
    m_pose.relax();
    if (!openOnes().empty()) {  // perhaps balanced on a ridge: once more from beside it
      m_pose.nudge(kShake);
      m_pose.relax();
    }
    m_storage = std::max(m_storage, m_pose.dynamics().system().pattern().storage);
  }

  // Of crowds only what spans all they ask for is met, there and beside there, and then also what
  // that leaves open most.
  void thinCrowds(double time) {
    if (m_crowds.none()) return;
    m_loose = m_crowds.members();
    m_pose.loosen(m_loose);
    m_pose.start(time);
    m_crowds.keepSpanning(m_pose.dynamics(), time, m_loose);
    m_pose.nudge(kShake);
    m_crowds.keepSpanning(m_pose.dynamics(), time, m_loose);
    for (int round = 0; round < kRoundsOfCrowds; ++round) {
      m_pose.loosen(m_loose);
      reachPose(time);
      if (!m_crowds.keepWidest(openOnes(), gaps(), m_loose)) return;
    }
    m_pose.loosen(m_loose);
  }

  std::vector<double> gaps() const {
    std::vector<double> gaps;
    for (std::size_t c = 0; c < m_needed.size(); ++c) {
      gaps.push_back(m_pose.gap(static_cast<int>(c)));
    }
    return gaps;
  }

  std::vector<char> redundant(double time) {
    std::vector<char> redundant = m_pose.redundant();
    for (const std::vector<int>& repeat : m_crowds.repeats(m_pose.dynamics(), time, m_loose)) {
      for (const int c : repeat) redundant[c] = 1;
    }
    return redundant;
  }

  std::vector<std::vector<int>> redundantGroups(double time) {
    std::vector<std::vector<int>> groups = m_pose.redundantGroups();
    if (m_crowds.none()) return groups;
    Sets sets(m_needed.size());
    for (const std::vector<int>& group : groups) sets.unite(group);
    auto repeats = m_crowds.repeats(m_pose.dynamics(), time, m_loose);
    for (const std::vector<int>& repeat : repeats) sets.unite(repeat);
    std::vector<int> all;
    groups.insert(groups.end(), repeats.begin(), repeats.end());
    for (const std::vector<int>& group : groups) all.insert(all.end(), group.begin(), group.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return sets.among(all);
  }

  void examine(double time) {
    thinCrowds(time);
    reachPose(time);
    const std::vector<int> open = openOnes();
    for (const std::vector<int>& group : connected(m_world, open)) {
      add(conflict(namesOf(group), time, gapsOf(group)));
    }
    const std::vector<char> here = redundant(time);
    std::vector<char> repeats(m_needed.size(), 0);
    m_pose.nudge(kShake);
    m_pose.relax();
    std::vector<std::vector<int>> groups = redundantGroups(time);
    for (std::vector<int>& group : groups) {
      std::erase_if(group, [&](int c) { return !here[c]; });
      const bool torn = std::any_of(group.begin(), group.end(), [&](int c) {
        return std::binary_search(open.begin(), open.end(), c);
      });
      if (group.empty() || torn) continue;
      for (const int c : group) repeats[c] = 1;
      add({Finding::Kind::Redundant, namesOf(group), {}, {}, time, 0, {}});
    }
    for (std::size_t c = 0; c < m_needed.size(); ++c)
      if (!repeats[c] && m_world.constraints()[c].law.activeAt(time)) m_needed[c] = time;
  }

  void finishRedundancy(Finding& finding) const {
    const std::set<std::string_view> named(finding.constraints.begin(), finding.constraints.end());
    for (std::size_t c = 0; c < m_needed.size(); ++c) {
      const std::string& name = m_world.constraints()[c].name;
      const bool concerned = named.contains(name);
      if (concerned && m_needed[c] < 0) finding.spare.push_back(name);
      if (concerned && m_needed[c] < finding.time) finding.spareThen.push_back(name);
    }
    finding.sentence = redundancyInWords(finding);
  }

  Gaps gapsOf(const std::vector<int>& group) const {
    Gaps gaps;
    for (const int c : group) {
      const bool angle = m_world.constraints()[c].constraint->measuresAngles();
      double& widest = angle ? gaps.sine : gaps.length;
      widest = std::max(widest, m_pose.gap(c));
    }
    return gaps;
  }

  std::vector<int> openOnes() const {
    std::vector<int> open;
    for (std::size_t c = 0; c < m_world.constraints().size(); ++c) {
      const int i = static_cast<int>(c);
      if (m_pose.gap(i) > kMet * m_world.constraints()[c].size) open.push_back(i);
    }
    return open;
  }

  std::vector<std::string> namesOf(const std::vector<int>& chosen) const {
    std::vector<std::string> names;
    for (const int c : chosen) names.push_back(m_world.constraints()[c].name);
    return names;
  }

  void add(Finding finding) {
    const bool known = std::any_of(m_findings.begin(), m_findings.end(), [&](const Finding& f) {
      return f.kind == finding.kind && f.constraints == finding.constraints;
    });
    if (!known) m_findings.push_back(std::move(finding));
  }

  const World& m_world;
  ConstraintCrowds m_crowds;
  std::vector<char> m_loose;  // which constraints the pose does without
  ConstraintRelaxation m_pose;
  std::size_t m_storage = 0;
  std::vector<Finding> m_findings;
  std::vector<double> m_needed;  // [s] when a constraint last acts and repeats nothing; −1: never
};

}  // namespace

std::vector<Finding> diagnose(std::shared_ptr<const World> world, const std::stop_token& stop,
                              DoctorWork* work) {
  if (world->constraints().empty()) return {};
  Doctor doctor(std::move(world));
  std::vector<Finding> findings = doctor.run(stop);
  if (work) *work = doctor.work();
  return findings;
}

}  // namespace sinew
