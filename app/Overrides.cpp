#include "app/Overrides.h"

#include <string_view>
#include <utility>

#include "core/scene/SceneBudget.h"
#include "core/scene/SceneEdit.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

bool holdsText(const ParamSpec& spec) {
  return spec.type == ParamType::Text || spec.type == ParamType::Enum ||
         spec.type == ParamType::PartRef || spec.type == ParamType::MaterialRef ||
         spec.type == ParamType::Asset || spec.type == ParamType::Mesh;
}

Json parseOverride(std::string_view text, const ParamSpec& spec) {
  auto json = parseJson(text);
  const bool fits = json && (!holdsText(spec) || json->is_string());
  return fits ? std::move(*json) : Json(std::string(text));
}

Unexpected<Error> refuse(const std::string& override, const std::string& why) {
  return fail(ErrorCode::Usage, why, "--set " + override);
}

std::string allTexts(const std::vector<Fault>& faults) {
  std::string out;
  for (const Fault& fault : faults) out += (out.empty() ? "" : "; ") + fault.text();
  return out;
}

Result<Override> applyOverride(Scene& scene, const std::string& override,
                               const Registry& registry) {
  // Names hold no slash but may hold '=', so the key starts after the object's last slash.
  const std::string_view text = override;
  const bool section = !text.starts_with("settings/") && !text.starts_with("animation/") &&
                       !text.starts_with("environment/");
  std::size_t slash = text.find('/');
  if (section && slash != std::string_view::npos) slash = text.find('/', slash + 1);
  const std::size_t equals = slash == std::string_view::npos ? slash : text.find('=', slash);
  if (equals == std::string_view::npos)
    return refuse(override, "expected OBJECT/KEY=VALUE, such as parts/body/mass=2");
  const std::string object(text.substr(0, slash));
  const std::string key(text.substr(slash + 1, equals - slash - 1));
  const auto target = findObject(scene, object, registry);
  if (!target) return refuse(override, target.error().message);
  const ParamSpec* spec = findParam(*target->table, key);
  std::optional<Value> value;
  if (spec != nullptr) {
    const std::string_view written = text.substr(equals + 1);
    if (!isUtf8(written)) return refuse(override, "the value is not UTF-8");
    FaultLog faults;
    value = readValue(parseOverride(written, *spec), *spec, "", faults);
    if (!value) {
      std::string why;
      for (const Fault& fault : faults.take())
        why += (why.empty() ? "" : "; ") + ("found " + fault.found + ", legal: " + fault.legal);
      return refuse(override, why);
    }
  }
  // Without a spec the edit itself explains which parameters there are.
  const auto applied = applyEdit(scene, SetParam{object, key, std::move(value)}, registry);
  if (!applied) return refuse(override, applied.error().message);
  return Override{override, object, key, spec->effect};
}

}  // namespace

Result<std::vector<Override>> applyOverrides(Scene& scene,
                                             const std::vector<std::string>& overrides,
                                             const Registry& registry) {
  std::vector<Override> done;
  for (const std::string& override : overrides) {
    auto applied = applyOverride(scene, override, registry);
    if (!applied) return Unexpected{applied.error()};
    done.push_back(std::move(*applied));
  }
  auto faults = checkReferences(scene, registry);
  if (faults.empty()) faults = checkBudget(scene, registry);
  if (!faults.empty()) return fail(ErrorCode::Usage, allTexts(faults), "--set");
  return done;
}

Result<void> refuseStartValues(const std::vector<Override>& overrides) {
  for (const Override& override : overrides) {
    const bool seed = override.object == "settings" && override.key == "seed";
    if (override.effect != Effect::Start && !seed) continue;
    return refuse(override.text,
                  "this says how a take begins and changes nothing in one that goes on from a "
                  "recorded frame (--resume)");
  }
  return {};
}

Result<void> refuseAllButLooks(const std::vector<Override>& overrides) {
  const ParamTable ofParts = commonPartParams();
  for (const Override& override : overrides) {
    const bool part = override.object.starts_with("parts/");
    const bool shown =
        override.object != "animation" && (!part || findParam(ofParts, override.key) != nullptr);
    if (override.effect == Effect::Look && shown) continue;
    return refuse(override.text,
                  "a clip is drawn as it was recorded, and this would not be seen; its looks can "
                  "be set: materials, lights, cameras, environment, and material, colour, "
                  "visible and in_films of parts");
  }
  return {};
}

}  // namespace sinew
