#include "ui/document/CoarserSteps.h"

#include <algorithm>

#include "core/model/Integrator.h"
#include "core/scene/Accuracy.h"
#include "core/scene/SceneTables.h"

namespace sinew::ui {
namespace {

double stepWith(const Scene& scene, const std::string& accuracy) {
  ParamValues settings = scene.settings;
  settings.set(*findParam(settingsTable(), "accuracy"), Value(accuracy));
  return ParamReader(settingsTable(), settings).real("step");
}

}  // namespace

std::optional<SceneEdit> finerAccuracy(const Scene& scene) {
  const ParamReader settings(settingsTable(), scene.settings);
  const Accuracy* finer = finerThan(accuracyOf(settings));
  if (settings.given("step") || finer == nullptr) return std::nullopt;
  return SetParam{"settings", "accuracy", Value(finer->name)};
}

std::optional<CoarserSteps> coarserSteps(const Scene& scene, const Registry& registry) {
  const ParamReader settings(settingsTable(), scene.settings);
  const IntegratorKind* kind = registry.integrator(settings.text("integrator"));
  if (kind == nullptr) return std::nullopt;
  const auto used = kind->create(settings);
  if (used->level() == Level::Equilibrium) return std::nullopt;
  const auto isSteady = [&](const IntegratorKind& other) {
    const auto tried = other.create(settings);
    return tried->level() == Level::Displacement && tried->order() == 1;
  };
  CoarserSteps coarser;
  if (settings.text("contact") == "barrier" && !kind->inTouch.empty()) {
    coarser.solves = true;
    coarser.edits = {SetParam{"settings", "contact", Value(std::string("analytic"))}};
    return coarser;
  }
  if (!isSteady(*kind)) {
    const auto& kinds = registry.integrators();
    const auto steady = std::ranges::find_if(kinds, isSteady);
    if (steady == kinds.end()) return std::nullopt;
    coarser.integrator = steady->label;
    coarser.edits = {SetParam{"settings", "integrator", Value(steady->name)}};
    return coarser;
  }
  coarser.before = used->initialStep();
  const Accuracy* next = coarserThan(accuracyOf(settings));
  if (!settings.given("step") && next != nullptr) {
    coarser.after = stepWith(scene, next->name);
    coarser.edits = {SetParam{"settings", "accuracy", Value(next->name)}};
    return coarser;
  }
  coarser.after = std::min(2 * coarser.before, 1.0 / static_cast<double>(settings.integer("fps")));
  if (coarser.after <= coarser.before) return std::nullopt;
  coarser.edits = {SetParam{"settings", "step", Value(coarser.after)}};
  return coarser;
}

}  // namespace sinew::ui
