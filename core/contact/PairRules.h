#pragma once
#include <array>
#include <optional>
#include <vector>

namespace sinew {

/// How two parts answer each other where they touch.
enum class TouchResponse {
  None,    ///< they pass through each other
  Solid,   ///< they are kept apart, as the scene does that
  Sticky,  ///< StickySprings; where contact is solved for, Solid and rough instead
  Springs  ///< SurfaceSprings
};

/// What the author of a scene says of pairs of parts. Of several rules that say something of a
/// pair, the last counts.
class PairRules {
 public:
  struct Rule {
    /// Per part, whether it is on that side of the rule; empty: all are.
    std::array<std::vector<char>, 2> sides;
    std::optional<TouchResponse> response;   ///< none: as usual
    bool sticks = false;                     ///< where that is Solid: nothing slides or bounces
    double friction = -1, restitution = -1;  ///< Coulomb's μ, and e; < 0: as the surfaces have it

    bool isOn(int side, int part) const { return sides[side].empty() || sides[side][part]; }
    bool covers(int a, int b) const;
  };

  explicit PairRules(TouchResponse usual = TouchResponse::Solid, bool sticks = false) {
    m_usual.response = usual;
    m_usual.sticks = sticks;
  }
  void add(Rule rule) { m_rules.push_back(std::move(rule)); }
  /// Whether all solid pairs are as their surfaces say.
  bool none() const { return m_rules.empty() && !m_usual.sticks; }

  TouchResponse response(int a, int b) const;
  /// Whether any two parts may answer each other like that.
  bool has(TouchResponse response) const;
  double friction(int a, int b) const;     ///< < 0: no rule says
  double restitution(int a, int b) const;  ///< < 0: no rule says

 private:
  template <class Says>
  const Rule* last(int a, int b, const Says& says) const;
  const Rule& answering(int a, int b) const;

  Rule m_usual;
  std::vector<Rule> m_rules;
};

}  // namespace sinew
