#include "tests/conformance/ConstraintCases.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace sinew::test {
namespace {

const Quat kTurnApart = Quat(0.99, 0.05, 0.1, -0.06).normalized();  // a quarter of a radian

const NamedValues kCalm = {
    {"control_points", std::int64_t{8}}, {"turns", 1.0}, {"internal_damping", 1e-4}};  // [s]

void setValue(const ParamTable& table, ParamValues& values, const std::string& key, Value value) {
  const ParamSpec* spec = findParam(table, key);
  if (spec) {
    values.set(*spec, std::move(value));
  } else {
    ADD_FAILURE() << "no parameter " << key;
  }
}

std::unique_ptr<Part> makePart(const PartKind& kind, const NamedValues& values) {
  ParamValues given;
  for (const auto& [key, value] : values) setValue(kind.table, given, key, value);
  auto part = kind.create(ParamReader(kind.table, given));
  return part ? std::move(*part) : nullptr;
}

std::vector<double> firstLegal(const Part& part, std::vector<std::vector<double>> candidates) {
  for (auto& at : candidates) {
    if (part.resolve(at)) return at;
  }
  return {};
}

bool moves(const std::unique_ptr<Part>& part) {
  return part && part->mass() > 0 && part->dims().v > 0;
}

void addCase(std::vector<PartCase>& cases, const PartKind& kind, NamedValues values,
             std::string label) {
  const auto part = makePart(kind, values);
  if (!moves(part)) return;
  PartCase found{&kind, std::move(values), {}, {}, testName(std::move(label))};
  found.point = firstLegal(*part, {{}, {0.3}, {0.3, 0.4}, {0.1, 0.05, 0.02}});
  found.otherPoint = firstLegal(*part, {{}, {0.8}, {-0.5, 2.0}, {-0.05, 0.1, 0.02}});
  cases.push_back(std::move(found));
}

/// Every combination of values other than the defaults of a kind's choices: fewer of them first,
/// and of as many the later ones first, which let more move.
std::vector<NamedValues> combinations(const PartKind& kind) {
  std::vector<NamedValues> all = {{}};
  for (const ParamSpec& spec : kind.table) {
    if (spec.type != ParamType::Enum || spec.effect == Effect::Look) continue;
    std::vector<NamedValues> more;
    for (auto choice = spec.choices.rbegin(); choice != spec.choices.rend(); ++choice) {
      for (NamedValues values : all) {
        if (*choice != spec.choices.front()) values.emplace_back(spec.key, *choice);
        more.push_back(std::move(values));
      }
    }
    all = std::move(more);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return all;
}

/// What a part does in some bent and moving state: forces, and what they set going.
Reals behaviour(const Part& part) {
  const PartDims dims = part.dims();
  Reals q(static_cast<std::size_t>(dims.q)), v(static_cast<std::size_t>(dims.v));
  Reals Q(v.size(), 0.0), rate(v.size(), 0.0);
  part.initialState(q.data(), v.data());
  double angle = 0;
  for (double& x : q) x += 0.01 * std::sin(++angle);
  for (double& x : v) x += 0.1 * std::cos(++angle);
  part.normalise(q.data());
  const auto scratch = part.makeScratch();
  part.update({q.data(), v.data(), 0}, *scratch);
  part.addForces({}, *scratch, Q.data());
  part.applyInverseMass(*scratch, Q.data(), rate.data(), 1);
  Q.insert(Q.end(), rate.begin(), rate.end());
  return Q;
}

/// The simplest values with which a choice makes a difference; nothing if it never does.
std::optional<NamedValues> whereItMatters(const PartKind& kind, const std::string& key,
                                          const std::string& choice) {
  const auto isIt = [&key](const auto& value) { return value.first == key; };
  for (const NamedValues& values : combinations(kind)) {
    const auto it = std::find_if(values.begin(), values.end(), isIt);
    if (it == values.end() || std::get<std::string>(it->second.content) != choice) continue;
    NamedValues without = values;
    without.erase(without.begin() + (it - values.begin()));
    const auto part = makePart(kind, values), other = makePart(kind, without);
    if (part && other && behaviour(*part) != behaviour(*other)) return values;
  }
  return std::nullopt;
}

std::vector<PartCase> findMovingParts() {
  std::vector<PartCase> cases;
  for (const PartKind& kind : builtins().parts()) {
    if (!moves(makePart(kind, {}))) continue;
    addCase(cases, kind, {}, kind.name);
    for (const ParamSpec& spec : kind.table) {
      if (spec.type != ParamType::Enum || spec.effect == Effect::Look) continue;
      for (std::size_t i = 1; i < spec.choices.size(); ++i) {
        const auto values = whereItMatters(kind, spec.key, spec.choices[i]);
        EXPECT_TRUE(values) << kind.name << "." << spec.key << ": " << spec.choices[i]
                            << " changes nothing";
        if (values) addCase(cases, kind, *values, kind.name + "_" + spec.choices[i]);
      }
    }
  }
  return cases;
}

void notice(ConstraintCase& constraint) {
  ParamValues values;
  for (const std::string& key : constraint.points) {
    setValue(constraint.kind->table, values, key, MaterialPoint{"part_" + key, {}});
  }
  for (const auto& [key, value] : constraint.values) {
    setValue(constraint.kind->table, values, key, value);
  }
  const auto made = constraint.kind->create(ParamReader(constraint.kind->table, values));
  if (!made) return;
  constraint.slides = (*made)->slidingEnd() >= 0;
  constraint.limited = (*made)->limitedRows() != 0;
  constraint.directed = (*made)->directed(0) || (*made)->directed(1);
}

/// What a parameter of a constraint may be other than by default, where that is another way to
/// hold.
std::vector<Value> otherWays(const ParamSpec& spec) {
  constexpr double kCoefficient = 0.3;
  std::vector<Value> ways;
  const bool coefficient = spec.type == ParamType::Real && spec.unit.empty() && !spec.keyable;
  if (coefficient) ways.emplace_back(kCoefficient);
  if (spec.type == ParamType::Bool) ways.emplace_back(true);
  if (spec.type == ParamType::Enum) ways.assign(spec.choices.begin() + 1, spec.choices.end());
  return ways;
}

/// Places to run through, where a constraint asks for some: three, so that they may be joined.
void givePath(ConstraintCase& constraint) {
  for (const ParamSpec& spec : constraint.kind->table) {
    if (spec.type != ParamType::List) continue;
    const Vec3 first(0, 0, 0), second(1, 0, 0), third(1, 1, 0);
    constraint.values.emplace_back(spec.key, ValueList{first, second, third});
  }
}

/// Whether a part can be held by a constraint.
bool suits(const ConstraintCase& constraint, const PartCase& part) {
  const auto made = makePart(*part.kind, part.values);
  if (!made || (constraint.slides && made->track().places == 0)) return false;
  return !constraint.directed || made->dims().directionColumns > 0;
}

/// The direction at a part's point as it starts out.
Vec3 directionOf(const PartCase& of) {
  const auto part = makePart(*of.kind, of.values);
  const PartDims dims = part->dims();
  Reals q(static_cast<std::size_t>(dims.q)), v(static_cast<std::size_t>(dims.v));
  Reals L(3 * static_cast<std::size_t>(dims.directionColumns));
  part->initialState(q.data(), v.data());
  const auto scratch = part->makeScratch();
  part->update({q.data(), v.data(), 0}, *scratch);
  PointKinematics direction;
  direction.L = L.data();
  part->direction(*scratch, *part->resolve(of.point), direction);
  return direction.position;
}

}  // namespace

std::string testName(std::string label) {
  for (char& c : label) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return label;
}

std::vector<ConstraintCase> constraintCases() {
  std::vector<ConstraintCase> cases;
  for (const ConstraintKind& kind : builtins().constraints()) {
    ConstraintCase all{&kind, {}, kind.name}, fewest{&kind, {}, kind.name + "_fewest_points"};
    for (const ParamSpec& spec : kind.table) {
      if (spec.type != ParamType::Point) continue;
      all.points.push_back(spec.key);
      if (!spec.optional) fewest.points.push_back(spec.key);
    }
    notice(all);
    notice(fewest);
    cases.push_back(all);
    if (fewest.points.size() < all.points.size()) cases.push_back(fewest);
  }
  return cases;
}

std::vector<ConstraintCase> constraintVariants() {
  const ParamTable common = commonConstraintParams();
  std::vector<ConstraintCase> cases;
  for (const ConstraintCase& plain : constraintCases()) {
    cases.push_back(plain);
    for (const ParamSpec& spec : plain.kind->table) {
      if (findParam(common, spec.key) != nullptr) continue;
      for (const Value& value : otherWays(spec)) {
        ConstraintCase other = plain;
        other.values = {{spec.key, value}};
        givePath(other);
        notice(other);
        const auto* choice = std::get_if<std::string>(&value.content);
        other.label += testName("_" + (choice ? *choice : spec.key));
        cases.push_back(std::move(other));
      }
    }
  }
  return cases;
}

const std::vector<PartCase>& movingParts() {
  static const std::vector<PartCase> cases = findMovingParts();
  return cases;
}

const PartCase& particleCase() {
  static const PartCase particle{builtins().part("particle"), {}, {}, {}, "particle"};
  return particle;
}

const PartCase& simplestFor(const ConstraintCase& constraint) {
  if (!constraint.directed) return particleCase();
  const char* kind = constraint.slides ? "rope" : "superquadric";
  return *std::find_if(movingParts().begin(), movingParts().end(),
                       [&](const PartCase& part) { return part.label == kind; });
}

std::vector<std::pair<ConstraintCase, PartCase>> constraintsOnParts() {
  // All that points do, and all that directions do.
  constexpr std::array<std::string_view, 4> kThorough = {"point_to_point", "position", "distance",
                                                         "fusion"};
  std::vector<std::pair<ConstraintCase, PartCase>> pairs;
  for (const ConstraintCase& constraint : constraintCases()) {
    const bool thorough =
        std::find(kThorough.begin(), kThorough.end(), constraint.kind->name) != kThorough.end();
    for (const PartCase& part : movingParts()) {
      if (!thorough && !part.values.empty()) continue;
      if (!suits(constraint, part)) continue;
      pairs.emplace_back(constraint, part);
    }
  }
  return pairs;
}

std::vector<std::pair<ConstraintCase, PartCase>> variantsOnParts() {
  std::vector<std::pair<ConstraintCase, PartCase>> pairs;
  for (const ConstraintCase& constraint : constraintVariants()) {
    for (const PartCase& part : movingParts()) {
      if (suits(constraint, part)) pairs.emplace_back(constraint, part);
    }
  }
  return pairs;
}

Curve randomCurve(const ParamSpec& spec, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(std::max(spec.min, 0.2), std::min(spec.max, 2.0));
  Curve curve;
  curve.components = spec.type == ParamType::Vector ? 3 : 1;
  for (int k = 0; k < 5; ++k) {
    Curve::Key key;
    key.time = k;
    for (int c = 0; c < curve.components; ++c) {
      key.value[static_cast<std::size_t>(c)] = uniform(random);
    }
    curve.keys.push_back(key);
  }
  return curve;
}

CaseScene& CaseScene::setting(const char* key, Value value) {
  setValue(settingsTable(), m_scene.settings, key, std::move(value));
  return *this;
}

CaseScene& CaseScene::part(const PartCase& kind, const std::string& name, const Vec3& position,
                           const NamedValues& more) {
  Entity entity{name, kind.kind->name, {}};
  giveFormerDefaults(kind.kind->table, entity.values);
  for (const auto& [key, value] : kind.values)
    setValue(kind.kind->table, entity.values, key, value);
  setValue(kind.kind->table, entity.values, "position", position);
  for (const auto& [key, value] : more) setValue(kind.kind->table, entity.values, key, value);
  m_scene[Section::Parts].push_back(std::move(entity));
  return *this;
}

CaseScene& CaseScene::constraint(const ConstraintCase& kind, const std::string& name,
                                 const std::vector<MaterialPoint>& points,
                                 const NamedValues& more) {
  Entity entity{name, kind.kind->name, {}};
  for (std::size_t i = 0; i < kind.points.size(); ++i) {
    setValue(kind.kind->table, entity.values, kind.points[i], points[i]);
  }
  for (const auto& [key, value] : kind.values) {
    setValue(kind.kind->table, entity.values, key, value);
  }
  for (const auto& [key, value] : more) setValue(kind.kind->table, entity.values, key, value);
  m_scene[Section::Constraints].push_back(std::move(entity));
  return *this;
}

std::shared_ptr<const World> CaseScene::world() const {
  auto world = World::compile(m_scene, builtins());
  if (!world) {
    ADD_FAILURE() << world.error().message;
    return nullptr;
  }
  return *world;
}

NamedValues withTarget(const ConstraintCase& constraint, const PartCase& part, NamedValues more) {
  const bool turned = constraint.directed && !constraint.relative();
  if (turned && findParam(constraint.kind->table, "direction")) {
    more.emplace_back("direction", kTurnApart * directionOf(part));
  }
  return more;
}

// Soft ropes would rather tie knots than be pulled far at once. What slides starts beside the
// middle of its rope; what holds one way only, where it has nothing to hold: it could not slow down
// again what it has set going, as the law asks.
static std::array<Vec3, 2> placesApart(const ConstraintCase& constraint) {
  if (constraint.slides) return {Vec3(-0.3, 0.15, 0.09), Vec3(-0.25, 0, 0.2)};
  std::array<Vec3, 2> places = {Vec3(1.3, 0.5, 0.3), Vec3(-0.4, 0.9, -0.2)};
  if (constraint.limited) std::swap(places[0], places[1]);
  if (constraint.directed) {
    for (Vec3& place : places) place *= 0.3;
  }
  return places;
}

// Waves race through a part of many unknowns, and a method that follows them to eight digits spends
// all its time on them. What is asserted of a constraint is the same on one of fewer.
static NamedValues calming(const PartKind& kind) {
  NamedValues values(kind.small.begin(), kind.small.end());
  for (const auto& [key, value] : kCalm) {
    if (findParam(kind.table, key)) values.emplace_back(key, value);
  }
  return values;
}

CaseScene apartScene(const ConstraintCase& constraint, const PartCase& part,
                     const NamedValues& more) {
  const std::array<Vec3, 2> places = placesApart(constraint);
  const std::array<Quat, 2> turns = {Quat::Identity(), kTurnApart};
  CaseScene scene;
  std::vector<MaterialPoint> points;
  for (std::size_t i = 0; i < constraint.points.size(); ++i) {
    const std::string name = i == 0 ? "first" : "second";
    NamedValues pose = calming(*part.kind);
    if (constraint.directed) pose.emplace_back("orientation", turns[i]);
    scene.part(part, name, places[i], pose);
    points.push_back({name, i == 0 || constraint.directed ? part.point : part.otherPoint});
  }
  scene.constraint(constraint, "joint", points, withTarget(constraint, part, more));
  return scene;
}

double violation(const Simulator& simulator, int constraint) {
  const CompiledConstraint& source =
      simulator.world().constraints()[static_cast<std::size_t>(constraint)];
  const double* gap = simulator.dynamics().gaps().data() + source.firstRow;
  double sum = 0;
  for (int i = 0; i < source.rows; ++i) sum += gap[i] * gap[i];
  return std::sqrt(sum);
}

}  // namespace sinew::test
