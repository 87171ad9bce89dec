#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/contact/PushedMass.h"
#include "core/model/ClosedSurface.h"
#include "core/scene/LeftOut.h"
#include "core/scene/SceneTables.h"
#include "core/scene/SimulationHash.h"
#include "core/simulation/AssemblyMass.h"
#include "core/simulation/CompiledRules.h"
#include "core/simulation/IslandEnergies.h"
#include "core/simulation/RestFrame.h"
#include "core/simulation/StableStep.h"
#include "core/simulation/World.h"

namespace sinew {

namespace {

/// By the parameter that all kinds share which feel gravity; others feel it as it is.
Curve gravityShareOf(const ParamTable& table, const ParamValues& values) {
  constexpr const char* kKey = "gravity_scale";
  if (findParam(table, kKey)) return ParamReader(table, values).curve(kKey);
  return {.components = 1, .keys = {{.time = 0, .value = {1}}}};
}

}  // namespace

/// Builds a World from a Scene, collecting every fault on the way.
class WorldCompiler {
 public:
  WorldCompiler(const Scene& scene, const Registry& registry, const CompileOptions& options)
      : m_world(std::make_shared<World>()), m_options(options) {
    m_world->m_scene = scene;
    const LeftOut leftOut(scene, registry);
    if (!leftOut.none()) m_world->m_simulated = leftOut.takenFrom(scene);
    m_world->m_registry = &registry;
  }

  Result<std::shared_ptr<const World>> run() {
    compileSettings();
    compileParts();
    compileConstraints();
    compileForces();
    chooseContact();
    if (stopped()) return fail(ErrorCode::Stopped, "stopped");
    if (!m_faults.empty())
      return fail(ErrorCode::Invalid, fmt::format("{}", fmt::join(m_faults, "\n")));
    layOutState();
    weighAssemblies();
    limitSteps();
    collectEvents();
    m_world->m_fingerprint = simulationHash(scene(), registry());
    buildTopology();
    // Stopped since, it may lack steps of its last parts.
    if (stopped()) return fail(ErrorCode::Stopped, "stopped");
    return std::shared_ptr<const World>(std::move(m_world));
  }

 private:
  const Scene& scene() const { return m_world->simulated(); }
  bool stopped() const { return m_options.stop.stop_requested(); }
  const Registry& registry() const { return *m_world->m_registry; }

  void fault(Section section, std::size_t index, const std::string& what) {
    m_faults.push_back(fmt::format("/{}/{} ({}): {}", sectionKey(section), index,
                                   scene()[section][index].name, what));
  }

  void fault(Section section, std::size_t index, const Error& error) {
    fault(section, index, error.where.empty() ? error.message : error.where + ": " + error.message);
  }

  void compileSettings() {
    const ParamReader settings(settingsTable(), scene().settings);
    m_world->m_gravity = settings.curve("gravity");
    m_world->m_nominalStep = settings.real("step");
    m_world->m_accuracy = accuracyOf(settings);
    m_world->m_fps = static_cast<double>(settings.integer("fps"));
    if (!registry().integrator(settings.text("integrator"))) {
      m_faults.push_back(
          fmt::format("/settings/integrator: \"{}\" is not known", settings.text("integrator")));
      return;
    }
  }

  void chooseContact() {
    if (!m_faults.empty()) return;
    const ParamReader settings(settingsTable(), scene().settings);
    const bool solvable = !m_world->integratorKind().inTouch.empty();
    const bool barriers = settings.text("contact") == "barrier";
    // What is explicit has the paper's sticky springs.
    const bool implicit = m_world->makeIntegrator()->level() == Level::Displacement;
    m_world->m_pairRules = compiledRules(*m_world, solvable && implicit && !barriers);
    if (!m_world->m_pairRules.has(TouchResponse::Solid)) return;
    if (!barriers && solvable) {
      // Rigid steps are all of one length: error control is not for them.
      const bool rigid = !m_world->makeIntegrator()->adaptive() && areRigid();
      m_world->m_solidContact = rigid ? SolidContact::Analytic : SolidContact::Rows;
      return;
    }
    m_world->m_solidContact = SolidContact::Barrier;
    if (barriers) return;
    m_world->m_whyNotAnalytic = "nothing is thrown where nothing has inertia";
  }

  /// Whether all parts are free and what rigid steps know.
  bool areRigid() {
    const auto presses = [](const CompiledForce& force) { return !force.parts.empty(); };
    const PairRules& rules = m_world->m_pairRules;
    if (rules.has(TouchResponse::Sticky) || rules.has(TouchResponse::Springs)) return false;
    if (!m_world->m_constraints.empty()) return false;
    if (std::ranges::any_of(m_world->m_forces, presses)) return false;
    std::vector<RigidShape>& shapes = m_world->m_rigidShapes;
    for (const CompiledPart& part : m_world->m_parts) {
      auto shape = rigidShapeOf(*part.part);
      if (!shape) shapes.clear();
      if (!shape || stopped()) return false;
      shapes.push_back(std::move(*shape));
    }
    return true;
  }

  void compileParts() {
    for (std::size_t i = 0; i < scene().parts().size() && !stopped(); ++i) {
      const Entity& entity = scene().parts()[i];
      const PartKind* kind = registry().part(entity.kind);
      if (!kind) {
        fault(Section::Parts, i, fmt::format("kind \"{}\" is not known", entity.kind));
        continue;
      }
      auto part = kind->create(ParamReader(kind->table, entity.values));
      if (!part) {
        fault(Section::Parts, i, part.error());
        continue;
      }
      CompiledPart compiled;
      compiled.name = entity.name;
      compiled.kind = entity.kind;
      compiled.version = kind->version;
      compiled.part = std::move(*part);
      compiled.dims = compiled.part->dims();
      compiled.firstQ = m_world->m_qSize;
      compiled.firstV = m_world->m_vSize;
      m_world->m_qSize += compiled.dims.q;
      m_world->m_vSize += compiled.dims.v;
      m_world->m_structure.parts.push_back(compiled.dims);
      m_world->m_structure.chains.push_back(compiled.part->chain());
      m_world->m_partByName.emplace(entity.name, static_cast<int>(m_world->m_parts.size()));
      m_world->m_parts.push_back(std::move(compiled));
      m_world->m_gravityShares.push_back(gravityShareOf(kind->table, entity.values));
    }
  }

  bool compileEnds(Section section, std::size_t index, const std::vector<MaterialPoint>& anchors,
                   EndList& out) {
    for (const MaterialPoint& anchor : anchors) {
      const auto part = m_world->findPart(anchor.part);
      if (!part) {
        fault(section, index, fmt::format("there is no part \"{}\"", anchor.part));
        return false;
      }
      auto point = m_world->m_parts[*part].part->resolve(anchor.at);
      if (!point) {
        fault(section, index,
              fmt::format("point on \"{}\": {}", anchor.part, point.error().message));
        return false;
      }
      out.add({*part, *point});
    }
    return true;
  }

  /// Notes what a constraint asks of its ends, and whether the parts there can answer.
  bool compileDemands(std::size_t index, CompiledConstraint& compiled) {
    const Constraint& constraint = *compiled.constraint;
    compiled.limited = constraint.limitedRows();
    compiled.drag = constraint.drag();
    compiled.slidingEnd = constraint.slidingEnd();
    for (int e = 0; e < static_cast<int>(compiled.ends.size()); ++e) {
      const CompiledPart& part = m_world->m_parts[compiled.ends[e].part];
      const bool directed = constraint.directed(e);
      compiled.directedEnd[e] = directed;
      compiled.directed |= directed;
      if (directed && !part.part->hasDirections()) {
        fault(Section::Constraints, index,
              fmt::format("\"{}\" is a {}, which has no directions", part.name, part.kind));
        return false;
      }
      if (e == compiled.slidingEnd && part.part->track().places == 0) {
        fault(Section::Constraints, index,
              fmt::format("\"{}\" is a {}, along which nothing can slide", part.name, part.kind));
        return false;
      }
    }
    return true;
  }

  void compileConstraints() {
    for (std::size_t i = 0; i < scene().constraints().size() && !stopped(); ++i) {
      const Entity& entity = scene().constraints()[i];
      const ConstraintKind* kind = registry().constraint(entity.kind);
      if (!kind) {
        fault(Section::Constraints, i, fmt::format("kind \"{}\" is not known", entity.kind));
        continue;
      }
      const ParamReader params(kind->table, entity.values);
      auto constraint = kind->create(params);
      if (!constraint) {
        fault(Section::Constraints, i, constraint.error());
        continue;
      }
      CompiledConstraint compiled;
      compiled.name = entity.name;
      compiled.kind = entity.kind;
      compiled.constraint = std::move(*constraint);
      compiled.law = AssemblyLaw::fromParams(params);
      compiled.compliance = params.real("compliance");
      compiled.dampingTime = params.real("damping_time");
      compiled.angular = compiled.constraint->angularRows();
      if (!compileEnds(Section::Constraints, i, compiled.constraint->anchors(), compiled.ends) ||
          !compileDemands(i, compiled)) {
        continue;
      }
      addConstraint(std::move(compiled));
    }
  }

  void addConstraint(CompiledConstraint compiled) {
    compiled.rows = compiled.constraint->rows();
    compiled.firstRow = m_world->m_rows;
    m_world->m_rows += compiled.rows;
    ConstraintSystem::Structure::Item item;
    item.rows = compiled.rows;
    item.endCount = static_cast<int>(compiled.ends.size());
    item.directed = compiled.directed;
    item.slidingEnd = compiled.slidingEnd;
    compiled.size = std::numeric_limits<double>::infinity();
    for (std::size_t e = 0; e < compiled.ends.size(); ++e) {
      item.part[e] = compiled.ends[e].part;
      const CompiledPart& part = m_world->m_parts[compiled.ends[e].part];
      // The size of what does not move is only how it is drawn.
      if (part.dims.v > 0) compiled.size = std::min(compiled.size, part.part->size());
    }
    if (!std::isfinite(compiled.size)) compiled.size = 1;
    if (compiled.slidingEnd >= 0) {
      m_world->m_sliding.push_back(static_cast<int>(m_world->m_constraints.size()));
    }
    m_world->m_structure.constraints.push_back(item);
    m_world->m_constraints.push_back(std::move(compiled));
  }

  /// Looks up the parts on whose surfaces a force acts.
  bool compileReach(std::size_t index, CompiledForce& compiled) {
    const std::optional<Force::Reach> reach = compiled.force->surfaces();
    if (!reach) return true;
    for (const std::string& name : reach->parts) {
      const auto part = m_world->findPart(name);
      if (!part) {
        fault(Section::Forces, index, fmt::format("there is no part \"{}\"", name));
        return false;
      }
      const CompiledPart& found = m_world->m_parts[*part];
      if (reach->closed && !isClosed(found.part->contactSurface())) {
        fault(Section::Forces, index,
              fmt::format("\"{}\" is a {}, which has no inside", name, found.kind));
        return false;
      }
      compiled.parts.push_back(*part);
    }
    std::vector<int>& parts = compiled.parts;
    if (reach->parts.empty()) {
      parts.resize(m_world->m_parts.size());
      std::iota(parts.begin(), parts.end(), 0);
    }
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    std::erase_if(parts, [&](int part) { return !feelsLoads(m_world->m_parts[part]); });
    return true;
  }

  static bool feelsLoads(const CompiledPart& part) {
    return part.dims.v > 0 && !part.part->contactSurface().empty();
  }

  void compileForces() {
    for (std::size_t i = 0; i < scene().forces().size(); ++i) {
      const Entity& entity = scene().forces()[i];
      const ForceKind* kind = registry().force(entity.kind);
      if (!kind) {
        fault(Section::Forces, i, fmt::format("kind \"{}\" is not known", entity.kind));
        continue;
      }
      auto force = kind->create(ParamReader(kind->table, entity.values));
      if (!force) {
        fault(Section::Forces, i, force.error());
        continue;
      }
      CompiledForce compiled{entity.name, entity.kind, std::move(*force), {}, {}};
      if (compileEnds(Section::Forces, i, compiled.force->anchors(), compiled.ends) &&
          compileReach(i, compiled)) {
        m_world->m_forces.push_back(std::move(compiled));
      }
    }
  }

  std::size_t slice(std::vector<StateLayout::Slice>& slices, std::string name, std::size_t count) {
    const std::size_t first = slices.empty() ? 0 : slices.back().first + slices.back().count;
    slices.push_back({std::move(name), first, count});
    return first;
  }

  void limitSteps() {
    constexpr double kSafety = 0.8;  // shapes stiffen as they move, found frequencies are low
    World::StepLimit& limit = m_world->m_stepLimit;
    const ContactMaterial hardest = hardestObstacle();
    for (std::size_t i = 0; i < m_world->m_parts.size() && !stopped(); ++i) {
      const Part& part = *m_world->m_parts[i].part;
      const double step = kSafety * stiffnessOf(part).longestStep();
      m_world->m_stableSteps.push_back(step);
      m_world->m_touchLimits.push_back(touchLimit(part, hardest));
      if (step < limit.step) limit = {step, static_cast<int>(i)};
      double& implicit = m_world->m_implicitStepLimit;
      if (!part.linearises()) implicit = std::min(implicit, step);
    }
  }

  /// The stiffest spring and the hardest damper that any obstacle pushes with.
  ContactMaterial hardestObstacle() const {
    ContactMaterial hardest;
    for (const CompiledPart& part : m_world->m_parts) {
      const ContactMaterial* material = part.part->contactMaterial();
      if (!material) continue;
      hardest.stiffness = std::max(hardest.stiffness, material->stiffness);
      hardest.damping = std::max(hardest.damping, material->damping);
    }
    return hardest;
  }

  // A blow on a spring gives back the wrong energy by about ω h, long before it is unstable.
  static World::TouchLimit touchLimit(const Part& part, const ContactMaterial& obstacle) {
    constexpr double kOfStable = 0.25;
    World::TouchLimit limit;
    if (part.dims().v == 0 || part.contactPoints().empty() || obstacle.stiffness <= 0) return limit;
    Reals q(part.dims().q), v(part.dims().v);
    part.initialState(q.data(), v.data());
    const auto scratch = part.makeScratch();
    part.update({q.data(), v.data(), 0}, *scratch);
    const double inverseMass = inverseMassAgainstPush(part, *scratch, part.contactPoints());
    const PartStiffness one{std::sqrt(obstacle.stiffness * inverseMass),
                            obstacle.damping * inverseMass};
    limit.step = kOfStable * one.longestStep();
    limit.pointsPerMass = inverseMass * part.mass();
    return limit;
  }

  void layOutState() {
    StateOffsets& at = m_world->m_offsets;
    auto& reals = m_world->m_layout.reals;
    auto& words = m_world->m_layout.words;
    at.time = slice(reals, "time", 1);
    at.nextStep = slice(reals, "next_step", 1);
    at.initialEnergy = slice(reals, "initial_energy", 1);
    layOutParts(reals);
    for (std::size_t c = 0; c < m_world->m_constraints.size(); ++c) {
      const std::size_t size = m_world->lawSize(static_cast<int>(c));
      at.law.push_back(slice(reals, m_world->m_constraints[c].name + "/law", size));
    }
    at.multipliers = reals.back().first + reals.back().count;
    for (const auto& constraint : m_world->m_constraints) {
      slice(reals, constraint.name + "/multiplier", constraint.rows);
    }
    at.openGaps =
        slice(reals, "open_gaps", StateOffsets::kOpenGapReals * m_world->m_constraints.size());
    at.grabs = slice(reals, "grabs", StateOffsets::kGrabs * StateOffsets::kGrabReals);
    at.memorySize = m_world->makeIntegrator()->memorySize(m_world->m_vSize);
    if (at.memorySize > 0) at.memory = slice(reals, "integrator_memory", at.memorySize);
    if (m_world->steppedInTouch()) {
      at.lags = slice(reals, "lags", m_world->m_parts.size());
      at.touched = slice(reals, "touched", m_world->m_parts.size());
      at.keepsLags = true;
    }
    at.accountsSize = IslandEnergies::accountsSize(*m_world);
    if (at.accountsSize > 0) at.accounts = slice(reals, "energy_accounts", at.accountsSize);
    // Last, because whoever looks for the first difference wants its cause, not what follows of it.
    at.energyBook = slice(reals, "energy_book", StateOffsets::kEnergyReals);
    at.partEnergies = slice(reals, "part_energies", m_world->m_parts.size());
    at.steps = slice(words, "steps", 1);
    at.rejected = slice(words, "rejected_steps", 1);
    at.random = slice(words, "random", 1);
    at.flags = slice(words, "constraint_flags", m_world->m_constraints.size());
    at.grabWords = slice(words, "grabbed_parts", StateOffsets::kGrabs);
    at.contact = words.back().first + words.back().count;
  }

  void layOutParts(std::vector<StateLayout::Slice>& reals) {
    m_world->m_offsets.y = reals.back().first + reals.back().count;
    Reals& scale = m_world->m_errorScale;
    Reals ofVelocities;
    const auto add = [&](const CompiledPart& part, const char* space, const StateField& field) {
      slice(reals, fmt::format("{}/{}/{}", part.name, space, field.name), field.count);
    };
    for (const auto& part : m_world->m_parts) {
      for (const auto& field : part.part->configurationFields()) add(part, "q", field);
      const SurfaceScales its = part.part->scales();
      scale.insert(scale.end(), its.q.begin(), its.q.end());
      ofVelocities.insert(ofVelocities.end(), its.v.begin(), its.v.end());
      Reals& speeds = m_world->m_speedScale;
      speeds.insert(speeds.end(), its.nu.begin(), its.nu.end());
    }
    for (const auto& part : m_world->m_parts) {
      for (const auto& field : part.part->velocityFields()) add(part, "v", field);
    }
    slice(reals, "energy_flows", kEnergyFlows);
    scale.insert(scale.end(), ofVelocities.begin(), ofVelocities.end());
    scale.insert(scale.end(), kEnergyFlows, 0.0);
  }

  void weighAssemblies() {
    const auto masses = assemblyMasses(m_world->m_parts, m_world->m_constraints);
    for (std::size_t i = 0; i < masses.size(); ++i) m_world->m_parts[i].assemblyMass = masses[i];
  }

  void collectEvents() {
    std::vector<double>& times = m_world->m_events;
    const double ever = std::numeric_limits<double>::infinity();
    m_world->m_gravity.eventTimes(-ever, ever, times);
    for (const Curve& share : m_world->m_gravityShares) share.eventTimes(-ever, ever, times);
    for (const auto& part : m_world->m_parts) part.part->eventTimes(-ever, ever, times);
    for (const auto& constraint : m_world->m_constraints) {
      constraint.law.eventTimes(-ever, ever, times);
      constraint.constraint->eventTimes(-ever, ever, times);
    }
    for (const auto& force : m_world->m_forces) force.force->eventTimes(-ever, ever, times);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
  }

  // One array for all parts: what the step reads must not end up spread between small ones. In the
  // parts' own axes: what is painted on a part must not change when it begins elsewhere.
  void addRestShapes(RenderTopology& topology) const {
    topology.rest.resize(3 * static_cast<std::size_t>(topology.vertexCount));
    std::vector<double> q, v;
    for (std::size_t i = 0; i < m_world->m_parts.size(); ++i) {
      const Part& part = *m_world->m_parts[i].part;
      q.resize(part.dims().q);
      v.resize(part.dims().v);
      part.initialState(q.data(), v.data());
      const auto scratch = part.makeScratch();
      part.update({q.data(), v.data(), 0}, *scratch);
      const RenderTopology::PartMesh& mesh = topology.parts[i];
      const std::span<float> rest(
          topology.rest.data() + 3 * static_cast<std::size_t>(mesh.firstVertex),
          3 * static_cast<std::size_t>(mesh.vertexCount));
      part.tessellate(*scratch, rest);
      const Entity& entity = scene().parts()[i];
      const RestFrame frame = restFrameOf(registry().part(entity.kind)->table, entity.values);
      const Quat back = frame.orientation.conjugate();
      for (std::size_t k = 0; k < rest.size(); k += 3) {
        Eigen::Map<Eigen::Vector3f> at(rest.data() + k);
        at = (back * (at.cast<double>() - frame.origin)).cast<float>();
      }
    }
  }

  void buildTopology() {
    auto topology = std::make_shared<RenderTopology>();
    for (const auto& part : m_world->m_parts) {
      RenderTopology::PartMesh mesh;
      mesh.part = part.name;
      mesh.firstVertex = topology->vertexCount;
      mesh.mesh = part.part->tessellation();
      mesh.vertexCount = static_cast<std::uint32_t>(mesh.mesh.material.size());
      topology->vertexCount += mesh.vertexCount;
      topology->parts.push_back(std::move(mesh));
    }
    addRestShapes(*topology);
    for (const auto& constraint : m_world->m_constraints) {
      topology->constraints.push_back({constraint.name, constraint.constraint->glyph()});
    }
    const auto& known = m_options.topology;
    m_world->m_topology = known && *known == *topology ? known : std::move(topology);
  }

  std::shared_ptr<World> m_world;
  const CompileOptions& m_options;
  std::vector<std::string> m_faults;
};

Result<std::shared_ptr<const World>> World::compile(const Scene& scene, const Registry& registry,
                                                    const CompileOptions& options) {
  return WorldCompiler(scene, registry, options).run();
}

}  // namespace sinew
