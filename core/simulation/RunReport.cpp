#include "core/simulation/RunReport.h"

#include <algorithm>
#include <utility>

#include "core/base/Hash.h"
#include "core/simulation/StepPeaks.h"

namespace sinew {
namespace {

OrderedJson vectorJson(const Vec3& v) {
  return OrderedJson::array({v.x(), v.y(), v.z()});
}

constexpr std::array kSources = {EnergyFlow::Grabs,   EnergyFlow::Drives,   EnergyFlow::Forces,
                                 EnergyFlow::Gravity, EnergyFlow::Assembly, EnergyFlow::Contact};

const char* flowName(EnergyFlow flow) {
  constexpr std::array<const char*, kEnergyFlows> kNames = {
      "dissipated", "grabs", "drives", "forces", "gravity", "assembly", "contact"};
  return kNames[static_cast<std::size_t>(flow)];
}

OrderedJson energyJson(const Energies& energy) {
  OrderedJson bySource = OrderedJson::object();
  for (const EnergyFlow flow : kSources) bySource[flowName(flow)] = energy.flows[flow];
  return {{"kinetic", energy.kinetic}, {"elastic", energy.elastic},
          {"gravity", energy.gravity}, {"contact", energy.contact},
          {"lag", energy.lag},         {"dissipated", energy.dissipated},
          {"work", energy.work},       {"work_by", std::move(bySource)},
          {"drift", energy.drift}};
}

OrderedJson spreadJson(const Quantiles& numbers) {
  return {{"max", numbers.max()}, {"p99", numbers.at(0.99)}};
}

}  // namespace

RunReport::RunReport(const World& world) {
  for (const CompiledPart& part : world.parts()) m_parts.push_back(part.name);
  for (const CompiledConstraint& constraint : world.constraints()) {
    ConstraintHistory& history = m_constraints.emplace_back();
    history.name = constraint.name;
    history.kind = constraint.kind;
    history.rows = constraint.rows;
  }
}

void RunReport::begin(const StepReport& report) {
  m_last = report;
  m_stepsBefore = report.steps;
  m_rejectedBefore = report.rejected;
  const double start = report.time;
  for (std::size_t i = 0; i < std::min(m_constraints.size(), report.constraints.size()); ++i) {
    m_constraints[i].metBefore = start > 0 && report.constraints[i].closed;
  }
  observe(report);
}

void RunReport::observe(const StepReport& report) {
  if (report.status != RunStatus::Ok) {  // tells of the last good step once more
    m_last = report;
    return;
  }
  if (report.unsettled && report.steps > m_last.steps) {
    ++m_unsettled;
    m_unsettledSeconds += report.stepSize;
    ++m_unsettledParts[report.unsettledParts];
  }
  m_contactEvents += static_cast<std::uint64_t>(std::max(0, report.contacts - m_last.contacts));
  for (std::size_t i = 0; i < m_stageSeconds.size(); ++i)
    m_stageSeconds[i] += report.stageSeconds[i];
  observeConstraints(report);
  // What a step ends with holds for as long as it took; work is by the step. The start counts by
  // its maximum only.
  const bool stepped = report.steps > m_last.steps;
  const double seconds = stepped ? report.stepSize : 0;
  m_gap.add(widestGap(report), seconds);
  m_penetration.add(report.maxPenetration, seconds);
  if (stepped) {
    m_residual.add(report.residual, seconds);
    m_rounds.add(report.rounds, 1);
  }
  m_last = report;
}

void RunReport::observeConstraints(const StepReport& report) {
  for (std::size_t i = 0; i < std::min(m_constraints.size(), report.constraints.size()); ++i) {
    const ConstraintStatus& status = report.constraints[i];
    ConstraintHistory& history = m_constraints[i];
    if (!status.active || status.broken) continue;
    if (status.conflicting) ++history.conflictingSteps;
    if (status.closed && !history.closedAt && !history.metBefore) history.closedAt = report.time;
    if (status.conflicting && !status.angle && (history.closedAt || history.metBefore))
      history.widestConflict = std::max(history.widestConflict, status.residual);
    if (mustHold(status))
      history.maxAfterClosed = std::max(history.maxAfterClosed, status.residual);
    if (status.force > history.maxForce) {
      history.maxForce = status.force;
      history.maxForceAt = report.time;
    }
  }
}

RunReport::Unsettled RunReport::unsettled() const {
  Unsettled all{m_unsettled, m_unsettledSeconds, {}};
  const auto most =
      std::ranges::max_element(m_unsettledParts, {}, [](const auto& each) { return each.second; });
  if (most == m_unsettledParts.end()) return all;
  for (const int part : most->first) {
    if (part >= 0) all.parts.push_back(m_parts[static_cast<std::size_t>(part)]);
  }
  return all;
}

std::vector<RunReport::Conflicted> RunReport::conflictedForAWhile() const {
  constexpr double kWide = 1e-4;  // [m]
  std::vector<Conflicted> found;
  for (std::size_t i = 0; i < m_constraints.size(); ++i) {
    const ConstraintHistory& history = m_constraints[i];
    const bool still = i < m_last.constraints.size() && m_last.constraints[i].conflicting;
    if (still || history.widestConflict <= kWide) continue;
    found.push_back({history.name, history.conflictingSteps, history.widestConflict});
  }
  return found;
}

OrderedJson RunReport::constraintsJson() const {
  OrderedJson out = OrderedJson::array();
  for (std::size_t i = 0; i < m_constraints.size(); ++i) {
    const ConstraintHistory& history = m_constraints[i];
    const bool known = i < m_last.constraints.size();
    const ConstraintStatus status = known ? m_last.constraints[i] : ConstraintStatus{};
    OrderedJson entry = {{"name", history.name}, {"kind", history.kind}, {"rows", history.rows}};
    entry["closed_at"] = history.closedAt ? OrderedJson(*history.closedAt) : OrderedJson(nullptr);
    entry["residual_max_after_closed"] = history.maxAfterClosed;
    entry["residual_end"] = status.residual;
    entry["force_max"] = history.maxForce;
    entry["force_max_at"] = history.maxForceAt;
    entry["force_end"] = status.active && !status.broken ? status.force : 0.0;
    entry["active"] = status.active;
    entry["broken"] = status.broken;
    entry["redundant"] = status.redundant;
    entry["conflicting"] = status.conflicting;
    entry["conflicting_steps"] = history.conflictingSteps;
    if (status.open != OpenGap::None) entry["open_because"] = openGapName(status.open);
    out.push_back(std::move(entry));
  }
  return out;
}

OrderedJson RunReport::json(RunStatus status, double wallSeconds, std::uint64_t stateHash) const {
  OrderedJson stages = OrderedJson::object();
  for (int i = 0; i < kStageCount; ++i)
    stages[stageName(static_cast<Stage>(i))] = m_stageSeconds[static_cast<std::size_t>(i)];
  OrderedJson out = {{"status", statusName(status)},
                     {"simulated_time", m_last.time},
                     {"wall_time", wallSeconds},
                     {"steps", steps()},
                     {"rejected_steps", m_last.rejected - m_rejectedBefore},
                     {"unsettled_steps", m_unsettled},
                     {"unsettled_seconds", m_unsettledSeconds},
                     {"unsettled_parts", unsettled().parts},
                     {"stage_seconds", std::move(stages)},
                     {"constraints", constraintsJson()},
                     {"energy", energyJson(m_last.energy)}};
  out["momentum"] = {{"linear", vectorJson(m_last.momentum)},
                     {"angular", vectorJson(m_last.angularMomentum)}};
  out["contacts"] = {{"events", m_contactEvents}, {"max_penetration", m_penetration.max()}};
  out["spread"] = {{"gap", spreadJson(m_gap)},
                   {"penetration", spreadJson(m_penetration)},
                   {"residual", spreadJson(m_residual)},
                   {"rounds", spreadJson(m_rounds)}};
  out["state_hash"] = hashText(stateHash);
  if (!m_last.blame.empty()) out["blame"] = m_last.blame;
  if (!m_last.message.empty()) out["message"] = m_last.message;
  if (!m_last.remedy.empty()) out["remedy"] = m_last.remedy;
  return out;
}

const char* openGapName(OpenGap why) {
  switch (why) {
    case OpenGap::None:
      return "closed";
    case OpenGap::Grab:
      return "grab";
    case OpenGap::Contact:
      return "contact";
    case OpenGap::Unreachable:
      return "unreachable";
    case OpenGap::Unexplained:
      return "unexplained";
  }
  return "?";
}

const char* statusName(RunStatus status) {
  switch (status) {
    case RunStatus::Ok:
      return "ok";
    case RunStatus::Diverged:
      return "diverged";
    case RunStatus::Stopped:
      return "stopped";
  }
  return "?";
}

}  // namespace sinew
