#include "tests/conformance/PartPresets.h"

#include <algorithm>
#include <random>

#include "tests/support/FormerDefaults.h"

namespace sinew::conformance {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double from, double to) {
  // Not std::uniform_real_distribution: its values differ between standard libraries.
  return from + (to - from) * (static_cast<double>(random() >> 11) * 0x1p-53);
}

/// Somewhere near a value: within a factor of about two, or ±0.4 round zero, in range.
double near(Random& random, double value, const ParamSpec& spec) {
  const double unit = spec.unit == "s" ? 1e-4 : 1;  // a second of viscosity is tar
  const double drawn =
      value != 0 ? value * std::exp(uniform(random, -0.7, 0.7)) : unit * uniform(random, -0.4, 0.4);
  return std::clamp(drawn, spec.min, spec.max);
}

/// Drags per mass [1/s], and relaxation times of viscous materials [s].
bool isDamping(const ParamSpec& spec) {
  return spec.type == ParamType::Real && (spec.unit == "1/s" || spec.unit == "s");
}

Value randomValue(Random& random, const ParamSpec& spec, const Value& fallback) {
  switch (spec.type) {
    case ParamType::Bool:
      return random() % 2 == 0;
    case ParamType::Int: {
      const auto whole = static_cast<double>(std::get<std::int64_t>(fallback.content));
      return static_cast<std::int64_t>(near(random, whole, spec));
    }
    case ParamType::Real:
      return near(random, std::get<double>(fallback.content), spec);
    case ParamType::Vector: {
      Vec3 value = std::get<Vec3>(fallback.content);
      for (double& x : value) x = near(random, x, spec);
      return value;
    }
    case ParamType::Rotation: {
      const Vec3 axis(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
      return Quat(Eigen::AngleAxisd(uniform(random, -3, 3), axis.normalized()));
    }
    default:
      return fallback;
  }
}

void randomise(Random& random, const ParamTable& table, bool dissipates, ParamValues& values) {
  for (const ParamSpec& spec : table) {
    const bool simulated =
        spec.key != "ignored" && spec.effect != Effect::Look && spec.type != ParamType::Enum;
    if (!simulated || spec.optional || (isDamping(spec) && !dissipates)) continue;
    values.set(spec, randomValue(random, spec, givenOr(values, spec)));
  }
}

/// Every combination of Enum choices, as values of the smallest part.
std::vector<PartPreset> enumCombinations(const PartKind& kind) {
  std::vector<PartPreset> all = {{kind.name, kind.name, {}, false}};
  test::giveFormerDefaults(kind.table, all.front().values);
  for (const auto& [key, value] : kind.small) {
    all.front().values.set(*findParam(kind.table, key), value);
  }
  for (const ParamSpec& spec : kind.table) {
    if (spec.type != ParamType::Enum || spec.effect == Effect::Look) continue;
    std::vector<PartPreset> more;
    for (const PartPreset& base : all) {
      for (const std::string& choice : spec.choices) {
        PartPreset next = base;
        next.name += "_" + choice;
        next.values.set(spec, choice);
        more.push_back(std::move(next));
      }
    }
    all = std::move(more);
  }
  return all;
}

bool accepts(const PartKind& kind, const ParamValues& values) {
  return kind.create(ParamReader(kind.table, values)).has_value();
}

}  // namespace

std::vector<PartPreset> partPresets(const Registry& registry) {
  constexpr int kTries = 20;
  std::vector<PartPreset> presets;
  for (const PartKind& kind : registry.parts()) {
    Random random(20'240'117);
    const std::vector<PartPreset> bases = enumCombinations(kind);
    for (const PartPreset& base : bases) {
      const bool isDefault = &base == &bases.front();
      if (isDefault || accepts(kind, base.values)) {
        presets.push_back(base);
        presets.back().name += "_plain";
      }
      for (const bool dissipates : {false, true}) {
        for (int i = 0; i < kTries; ++i) {
          PartPreset preset = base;
          preset.name += dissipates ? "_random_damped" : "_random";
          preset.dissipates = dissipates;
          randomise(random, kind.table, dissipates, preset.values);
          if (!accepts(kind, preset.values)) continue;
          presets.push_back(std::move(preset));
          break;
        }
      }
    }
  }
  return presets;
}

std::unique_ptr<Part> makePart(const Registry& registry, const PartPreset& preset) {
  const PartKind* kind = registry.part(preset.kind);
  auto part = kind->create(ParamReader(kind->table, preset.values));
  return part ? std::move(*part) : nullptr;
}

}  // namespace sinew::conformance
