#include "app/Probes.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/scene/Fault.h"
#include "core/scene/JsonText.h"

namespace sinew {
namespace {

constexpr std::string_view kConstraint = "constraint:";

Result<std::vector<double>> parseNumbers(std::string_view text) {
  std::vector<double> numbers;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size())
      return fail(ErrorCode::Usage, quotedText(word) + " is not a number");
    numbers.push_back(number);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return numbers;
}

}  // namespace

Result<Probes::Probe> Probes::pointProbe(const World& world, const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon);
  const auto part = world.findPart(name);
  if (!part) {
    std::vector<std::string_view> names;
    for (const CompiledPart& known : world.parts()) names.push_back(known.name);
    return fail(ErrorCode::Usage,
                "no part " + quotedText(name) + "; legal: " + legalNames(name, names),
                "--probe " + text);
  }
  const auto at = parseNumbers(std::string_view(text).substr(std::min(colon + 1, text.size())));
  if (!at) return fail(ErrorCode::Usage, at.error().message, "--probe " + text);
  const auto point = world.parts()[static_cast<std::size_t>(*part)].part->resolve(*at);
  if (!point) return fail(ErrorCode::Usage, point.error().message, "--probe " + text);
  return Probe{text, *part, *point};
}

Result<Probes::Probe> Probes::constraintProbe(const World& world, const std::string& text) {
  const std::string name = text.substr(kConstraint.size());
  const auto& all = world.constraints();
  const auto found = std::ranges::find(all, name, &CompiledConstraint::name);
  if (found != all.end()) return Probe{text, -1, {}, static_cast<int>(found - all.begin())};
  std::vector<std::string_view> names;
  for (const CompiledConstraint& known : all) names.push_back(known.name);
  return fail(ErrorCode::Usage,
              "no constraint " + quotedText(name) + "; legal: " + legalNames(name, names),
              "--probe " + text);
}

Result<Probes> Probes::create(const World& world, const std::vector<std::string>& texts) {
  Probes probes;
  for (const std::string& text : texts) {
    const bool ofConstraint = text.starts_with(kConstraint) && !world.findPart("constraint");
    auto probe = ofConstraint ? constraintProbe(world, text) : pointProbe(world, text);
    if (!probe) return Unexpected{probe.error()};
    probes.m_probes.push_back(*std::move(probe));
  }
  return probes;
}

std::string Probes::header() const {
  std::string out = "\"time [s]\"";
  const auto add = [&out](const Probe& probe, std::initializer_list<const char*> columns) {
    for (const char* column : columns) out += ",\"" + probe.text + " " + column + "\"";
  };
  for (const Probe& probe : m_probes) {
    if (probe.constraint >= 0) {
      add(probe, {"fx [N]", "fy [N]", "fz [N]", "gap [m]"});
    } else {
      add(probe, {"x [m]", "y [m]", "z [m]", "vx [m/s]", "vy [m/s]", "vz [m/s]"});
    }
  }
  return out + "\n";
}

void Probes::addPoint(const Probe& probe, const Simulator& simulator, std::string& row) {
  Vec3 position, velocity;
  const Part& part = *simulator.world().parts()[static_cast<std::size_t>(probe.part)].part;
  part.locate(simulator.dynamics().scratch(probe.part), probe.point, position, velocity);
  for (const Vec3* vector : {&position, &velocity})
    for (const double number : *vector) row += "," + numberText(number);
}

// What acted in the last step; nothing where the constraint is off.
void Probes::addConstraint(const Probe& probe, const Simulator& simulator, std::string& row) {
  const World& world = simulator.world();
  const auto index = static_cast<std::size_t>(probe.constraint);
  const ConstraintStatus& status = simulator.report().constraints[index];
  Vec3 force = Vec3::Zero();
  if (status.active && !status.broken) {
    const double* multipliers = simulator.state().reals.data() + world.offsets().multipliers;
    force = simulator.dynamics().endForce(probe.constraint,
                                          multipliers + world.constraints()[index].firstRow);
  }
  for (const double number : force) row += "," + numberText(number);
  row += "," + numberText(status.residual);
}

std::string Probes::row(const Simulator& simulator) const {
  std::string out = numberText(simulator.time());
  for (const Probe& probe : m_probes) {
    if (probe.constraint >= 0) {
      addConstraint(probe, simulator, out);
    } else {
      addPoint(probe, simulator, out);
    }
  }
  return out + "\n";
}

}  // namespace sinew
