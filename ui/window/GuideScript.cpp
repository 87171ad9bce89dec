#include "ui/window/GuideScript.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/params/ParamValues.h"
#include "core/scene/JsonText.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Keys.h"

namespace sinew::ui {
namespace {

std::optional<Section> sectionNamed(const std::string& name) {
  for (int i = 0; i < kSectionCount; ++i)
    if (name == sectionKey(static_cast<Section>(i))) return static_cast<Section>(i);
  return std::nullopt;
}

GuideGoal::What whatOf(const Json& until) {
  using What = GuideGoal::What;
  if (until.contains("key")) return What::Value;
  if (until.contains("look")) return What::Look;
  if (until.contains("frame")) return What::Frame;
  if (until.contains("hand")) return What::Hand;
  if (until.contains("recorded")) return What::Recorded;
  if (until.contains("saved")) return What::Saved;
  return What::Count;
}

std::optional<GuideGoal> readGoal(const Json& until) {
  GuideGoal goal;
  goal.what = whatOf(until);
  if (until.contains("section")) {
    const auto section = sectionNamed(until["section"].get<std::string>());
    if (!section) return std::nullopt;
    goal.section = *section;
  }
  goal.kind = until.value("kind", "");
  goal.key = until.value("key", "");
  goal.count = until.value("count", std::size_t{1});
  goal.component = until.value("component", 0);
  goal.least = until.value("least", goal.least);
  goal.greatest = until.value("greatest", goal.greatest);
  goal.chosen = until.value("chosen", "");
  goal.frame = until.value("frame", std::uint64_t{0});
  return goal;
}

/// A number of a constant; of a vector one component.
std::optional<double> numberOf(const Value& value, int component) {
  if (const auto* number = std::get_if<double>(&value.content)) return *number;
  if (const auto* vector = std::get_if<Vec3>(&value.content)) return (*vector)[component];
  return std::nullopt;
}

}  // namespace

Result<GuideScript> loadGuide(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  const auto json = in ? parseJson(text.str()) : Unexpected{std::vector<Fault>{}};
  const auto broken = [&](const std::string& why) {
    return fail(ErrorCode::Invalid, why, file.filename().string());
  };
  if (!json || !json->contains("steps")) return broken("the guide cannot be read");
  GuideScript script;
  script.title = QString::fromStdString(json->value("title", ""));
  try {
    if (json->contains("duration")) script.duration = json->at("duration").get<double>();
    for (const Json& step : (*json)["steps"]) {
      const auto goal = readGoal(step.at("until"));
      if (!goal) return broken("a step of the guide waits for an unknown section");
      script.steps.push_back({QString::fromStdString(step.at("say").get<std::string>()), *goal});
    }
  } catch (const Json::exception& fault) {
    return broken(fault.what());
  }
  return script;
}

bool reachedIn(const GuideGoal& goal, const Scene& scene, const Registry& registry) {
  const auto reached = [&](const Entity& entity) {
    if (!goal.kind.empty() && entity.kind != goal.kind) return false;
    if (goal.what == GuideGoal::What::Count) return true;
    const ParamTable* table = entityTable(registry, goal.section, entity.kind);
    const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, goal.key);
    if (spec == nullptr) return false;
    const Value value = valueAt(givenOr(entity.values, *spec), *spec, 0);
    if (!goal.chosen.empty()) {
      const auto* choice = std::get_if<std::string>(&value.content);
      return choice != nullptr && *choice == goal.chosen;
    }
    const auto number = numberOf(value, goal.component);
    return number && *number >= goal.least && *number <= goal.greatest;
  };
  const auto& entities = scene[goal.section];
  return std::count_if(entities.begin(), entities.end(), reached) >=
         static_cast<std::ptrdiff_t>(goal.count);
}

}  // namespace sinew::ui
