#pragma once
// What the constraint suites run over: every registered constraint kind, with and without its
// optional points, on every registered kind of part that moves.
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {

using NamedValues = std::vector<std::pair<std::string, Value>>;

struct ConstraintCase {
  const ConstraintKind* kind = nullptr;
  std::vector<std::string> points;  ///< keys of the material points that are given
  std::string label;

  /// Kinds that tie two material points to each other feel no motion of all parts together.
  bool relative() const { return points.size() == 2; }
  bool directed = false;    ///< it counts directions at its points, which particles have not
  bool limited = false;     ///< some rows hold one way only
  bool slides = false;      ///< it slides along its first point's track, which only some parts have
  NamedValues values = {};  ///< what is chosen other than by default
};

struct PartCase {
  const PartKind* kind = nullptr;
  NamedValues values;
  std::vector<double> point, otherPoint;  ///< two material points; equal where there is only one
  std::string label;
};

std::vector<ConstraintCase> constraintCases();
/// The same at each value of each choice, switch and coefficient of their own.
std::vector<ConstraintCase> constraintVariants();
/// Every moving part kind, at each value of each choice of its own: alone where that makes a
/// difference, else together with the other choices that it needs to make one.
const std::vector<PartCase>& movingParts();
const PartCase& particleCase();
/// A particle, or a rigid body for a constraint that counts directions.
const PartCase& simplestFor(const ConstraintCase& constraint);
/// Constraints on parts that can be tied by them. Those that every part answers in ways of its own
/// come on all presets of all kinds of parts, the others on each kind once.
std::vector<std::pair<ConstraintCase, PartCase>> constraintsOnParts();
/// All of them, in all variants, on all presets of all parts.
std::vector<std::pair<ConstraintCase, PartCase>> variantsOnParts();

/// A smooth curve that stays within what the parameter allows; keys at 0, 1, 2, ... seconds.
Curve randomCurve(const ParamSpec& spec, std::mt19937& random);

/// A scene put together by key, for kinds that are only known at run time.
class CaseScene {
 public:
  CaseScene() { test::giveFormerDefaults(settingsTable(), m_scene.settings); }
  CaseScene& setting(const char* key, Value value);
  CaseScene& part(const PartCase& kind, const std::string& name, const Vec3& position,
                  const NamedValues& more = {});
  CaseScene& constraint(const ConstraintCase& kind, const std::string& name,
                        const std::vector<MaterialPoint>& points, const NamedValues& more = {});
  const Scene& scene() const { return m_scene; }
  std::shared_ptr<const World> world() const;

 private:
  Scene m_scene;
};

/// The case's constraint between the points of as many parts as it has points, started apart.
CaseScene apartScene(const ConstraintCase& constraint, const PartCase& part,
                     const NamedValues& more = {});

/// `more`, and for a constraint that turns a part in space a direction that is not its own.
NamedValues withTarget(const ConstraintCase& constraint, const PartCase& part, NamedValues more);

/// Names for parameterised tests: letters, digits and underscores only.
std::string testName(std::string label);

/// Largest violation of a constraint's rows at a simulator's instant [m].
double violation(const Simulator& simulator, int constraint);

}  // namespace sinew::test
