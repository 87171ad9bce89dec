#include "app/Probes.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/scene/Fault.h"
#include "core/scene/JsonText.h"

namespace sinew {
namespace {

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

Result<Probes> Probes::create(const World& world, const std::vector<std::string>& texts) {
  Probes probes;
  for (const std::string& text : texts) {
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
    probes.m_probes.push_back({text, *part, *point});
  }
  return probes;
}

std::string Probes::header() const {
  std::string out = "\"time [s]\"";
  for (const Probe& probe : m_probes)
    for (const char* column : {"x [m]", "y [m]", "z [m]", "vx [m/s]", "vy [m/s]", "vz [m/s]"})
      out += ",\"" + probe.text + " " + column + "\"";
  return out + "\n";
}

std::string Probes::row(const Simulator& simulator) const {
  std::string out = numberText(simulator.time());
  for (const Probe& probe : m_probes) {
    Vec3 position;
    Vec3 velocity;
    const Part& part = *simulator.world().parts()[static_cast<std::size_t>(probe.part)].part;
    part.locate(simulator.dynamics().scratch(probe.part), probe.point, position, velocity);
    for (const Vec3* vector : {&position, &velocity})
      for (const double number : *vector) out += "," + numberText(number);
  }
  return out + "\n";
}

}  // namespace sinew
