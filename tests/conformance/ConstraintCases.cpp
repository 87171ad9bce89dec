#include "tests/conformance/ConstraintCases.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace sinew::test {
namespace {

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

void addCase(std::vector<PartCase>& cases, const PartKind& kind, NamedValues values,
             std::string label) {
  const auto part = makePart(kind, values);
  if (!part || part->mass() <= 0 || part->dims().v == 0) return;
  PartCase found{&kind, std::move(values), {}, {}, testName(std::move(label))};
  found.point = firstLegal(*part, {{}, {0.3}, {0.3, 0.4}, {0.1, 0.05, 0.02}});
  found.otherPoint = firstLegal(*part, {{}, {0.8}, {-0.5, 2.0}, {-0.05, 0.1, 0.02}});
  cases.push_back(std::move(found));
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
    cases.push_back(all);
    if (fewest.points.size() < all.points.size()) cases.push_back(fewest);
  }
  return cases;
}

std::vector<PartCase> movingParts() {
  std::vector<PartCase> cases;
  for (const PartKind& kind : builtins().parts()) {
    addCase(cases, kind, {}, kind.name);
    for (const ParamSpec& spec : kind.table) {
      for (std::size_t i = 1; i < spec.choices.size(); ++i) {
        addCase(cases, kind, {{spec.key, spec.choices[i]}}, kind.name + "_" + spec.choices[i]);
      }
    }
  }
  return cases;
}

const PartCase& particleCase() {
  static const PartCase particle{builtins().part("particle"), {}, {}, {}, "particle"};
  return particle;
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

CaseScene apartScene(const ConstraintCase& constraint, const PartCase& part,
                     const NamedValues& more) {
  const std::array<Vec3, 2> places = {Vec3(1.3, 0.5, 0.3), Vec3(-0.4, 0.9, -0.2)};
  CaseScene scene;
  std::vector<MaterialPoint> points;
  for (std::size_t i = 0; i < constraint.points.size(); ++i) {
    const std::string name = i == 0 ? "first" : "second";
    scene.part(part, name, places[i]);
    points.push_back({name, i == 0 ? part.point : part.otherPoint});
  }
  scene.constraint(constraint, "joint", points, more);
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
