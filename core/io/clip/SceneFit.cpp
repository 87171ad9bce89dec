#include "core/io/clip/SceneFit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/scene/Fault.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kAnew = "or simulate the scene from the start";

/// The first few, quoted, and how many more.
std::string firstFew(const Names& names) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i)
    text += (i > 0 ? ", " : "") + quotedText(names[i]);
  return names.size() > kMost ? fmt::format("{} and {} more", text, names.size() - kMost) : text;
}

Names without(const Names& names, const Names& others) {
  const std::set<std::string> known(others.begin(), others.end());
  Names left;
  for (const std::string& name : names)
    if (!known.contains(name)) left.push_back(name);
  return left;
}

/// Entities of one section, as the clip and the world have them.
struct Compared {
  const char* noun;
  Section section;
  Names recorded, wanted;
};

/// "the part "x"", "the parts "x", "y"".
std::string called(const Compared& both, const Names& names) {
  return fmt::format("the {}{} {}", both.noun, names.size() > 1 ? "s" : "", firstFew(names));
}

std::string orderDifference(const Compared& both) {
  for (std::size_t i = 0; i < std::min(both.recorded.size(), both.wanted.size()); ++i) {
    if (both.recorded[i] == both.wanted[i]) continue;
    return fmt::format(
        "the scene has its {}s in another order than the clip, {} where that has {}: put them back "
        "into that order, {}",
        both.noun, quotedText(both.wanted[i]), quotedText(both.recorded[i]), kAnew);
  }
  return {};
}

std::string listDifference(const Compared& both, const Scene& scene) {
  const Names lost = without(both.recorded, both.wanted);
  const Names added = without(both.wanted, both.recorded);
  const auto them = [](const Names& names) { return names.size() > 1 ? "them" : "it"; };
  if (!lost.empty() && !added.empty())
    return fmt::format(
        "the scene has {} where the clip has {}: go on with the scene that was recorded, under the "
        "names it had, {}",
        called(both, added), firstFew(lost), kAnew);
  if (!added.empty())
    return fmt::format("the clip lacks {} of the scene: take {} out of the scene, {}",
                       called(both, added), them(added), kAnew);
  if (lost.empty()) return orderDifference(both);
  const bool ignored = scene.find(both.section, lost.front()) != nullptr;
  return ignored ? fmt::format("the scene ignores {} of the clip: let {} take part again, {}",
                               called(both, lost), them(lost), kAnew)
                 : fmt::format("the scene lacks {} of the clip: put {} back, {}",
                               called(both, lost), them(lost), kAnew);
}

Compared partsOf(const ClipHeader& header, const World& world) {
  Compared both{"part", Section::Parts, {}, {}};
  for (const ClipPart& part : header.parts) both.recorded.push_back(part.name);
  for (const CompiledPart& part : world.parts()) both.wanted.push_back(part.name);
  return both;
}

Compared constraintsOf(const ClipHeader& header, const World& world) {
  Compared both{"constraint", Section::Constraints, {}, {}};
  for (const auto& glyph : header.topology->constraints) both.recorded.push_back(glyph.constraint);
  for (const CompiledConstraint& constraint : world.constraints())
    both.wanted.push_back(constraint.name);
  return both;
}

/// What a state remembers of each part, or each constraint: how many numbers of what.
using Held = std::map<std::string, std::vector<std::pair<std::string, std::size_t>>>;

Held heldOf(const StateLayout& layout, Section section) {
  Held held;
  for (const StateLayout::Slice& slice : layout.reals) {
    const std::size_t end = slice.name.find('/');
    if (end == std::string::npos) continue;
    const std::string what = slice.name.substr(end + 1);
    // A part and a constraint may have the same name.
    const bool ofConstraint = what == "law" || what == "multiplier";
    if (ofConstraint == (section == Section::Constraints))
      held[slice.name.substr(0, end)].emplace_back(what, slice.count);
  }
  return held;
}

bool saysTheSame(const Value& a, const Value& b) {
  const auto* meshA = std::get_if<MeshFile>(&a.content);
  const auto* meshB = std::get_if<MeshFile>(&b.content);
  return meshA && meshB ? meshA->path == meshB->path : a == b;
}

/// Sizes and stiffness change no layout; counts, choices, lists and files do.
bool mayChangeLayout(const Value& value) {
  return !std::holds_alternative<double>(value.content) &&
         !std::holds_alternative<Vec3>(value.content) &&
         !std::holds_alternative<Quat>(value.content) &&
         !std::holds_alternative<Curve>(value.content);
}

/// Parameters by which two of a kind may be laid out otherwise.
std::string differentKeys(const Entity& recorded, const Entity& wanted, const ParamTable& table) {
  std::string keys;
  for (const ParamSpec& spec : table) {
    if (spec.effect != Effect::Rebuild) continue;
    const Value before = valueInForce(spec, table, recorded.values);
    const Value now = valueInForce(spec, table, wanted.values);
    if (mayChangeLayout(before) && !saysTheSame(before, now))
      keys += (keys.empty() ? "" : ", ") + spec.key;
  }
  return keys;
}

std::string kindChanged(const char* noun, const std::string& name, const std::string& before,
                        const std::string& now) {
  return fmt::format(
      "the {} {} is of kind {} in the scene and was recorded as {}: make it that again, {}", noun,
      quotedText(name), now, before, kAnew);
}

/// Of one that is in both: its kind, and what it is made of.
std::string entityDifference(const Compared& both, const std::string& name, const Scene* recorded,
                             const World& world) {
  const Entity* before = recorded ? recorded->find(both.section, name) : nullptr;
  const Entity* now = world.scene().find(both.section, name);
  if (before && now && before->kind != now->kind)
    return kindChanged(both.noun, name, before->kind, now->kind);
  const ParamTable* table = now ? entityTable(world.registry(), both.section, now->kind) : nullptr;
  const std::string keys = before && table ? differentKeys(*before, *now, *table) : std::string();
  if (keys.empty())
    return fmt::format(
        "{} is made otherwise in the scene than in the clip: set it up as it was recorded, {}",
        called(both, {name}), kAnew);
  return fmt::format(
      "{} was recorded with other values of {} than the scene has: set them back, {}",
      called(both, {name}), keys, kAnew);
}

std::string madeOtherwise(const Compared& both, const ClipHeader& header, const Scene* recorded,
                          const World& world) {
  Held before = heldOf(header.layout, both.section), now = heldOf(world.layout(), both.section);
  for (const std::string& name : both.wanted)
    if (before[name] != now[name]) return entityDifference(both, name, recorded, world);
  return {};
}

std::string kindDifference(const ClipHeader& header, const World& world) {
  for (std::size_t i = 0; i < std::min(header.parts.size(), world.parts().size()); ++i) {
    const ClipPart& recorded = header.parts[i];
    const CompiledPart& wanted = world.parts()[i];
    if (recorded.kind != wanted.kind)
      return kindChanged("part", recorded.name, recorded.kind, wanted.kind);
    if (recorded.version != wanted.version)
      return fmt::format(
          "another version of Sinew ({}) recorded the clip, and kept parts of kind {} otherwise: "
          "the clip plays, but cannot be gone on from; simulate the scene from the start",
          header.build, recorded.kind);
  }
  return {};
}

std::string integratorDifference(const Scene* recorded, const World& world) {
  if (!recorded) return {};
  const std::string before = ParamReader(settingsTable(), recorded->settings).text("integrator");
  const std::string now = ParamReader(settingsTable(), world.scene().settings).text("integrator");
  if (before == now) return {};
  return fmt::format(
      "the scene is advanced by {0} and was recorded with {1}: set settings/integrator back to "
      "{1}, {2}",
      now, before, kAnew);
}

}  // namespace

std::string whatDiffers(const ClipHeader& header, const World& world) {
  // Scenes of a take differ in nothing that is looked at here.
  const auto read = readScene(header.scenes.front().text, world.registry());
  const Scene* recorded = read ? &*read : nullptr;
  const Compared parts = partsOf(header, world), constraints = constraintsOf(header, world);
  std::string found = listDifference(parts, world.scene());
  if (found.empty()) found = kindDifference(header, world);
  if (found.empty()) found = listDifference(constraints, world.scene());
  if (found.empty()) found = madeOtherwise(parts, header, recorded, world);
  if (found.empty()) found = madeOtherwise(constraints, header, recorded, world);
  if (found.empty()) found = integratorDifference(recorded, world);
  if (!found.empty()) return found;
  return fmt::format(
      "another version of Sinew ({}) recorded the clip, and kept other numbers of what it "
      "simulates: the clip plays, but cannot be gone on from; simulate the scene from the start",
      header.build);
}

}  // namespace sinew
