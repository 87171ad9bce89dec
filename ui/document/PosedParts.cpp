#include "ui/document/PosedParts.h"

#include <algorithm>
#include <utility>

#include "core/params/ParamValues.h"
#include "core/scene/PartHandles.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Members.h"

namespace sinew::ui {
namespace {
constexpr std::size_t kMostTried = 32;  // parts made on trial while one waits for the next picture
}  // namespace

PosedParts::PosedParts(const Document& document, double time) : m_registry(document.registry()) {
  const Scene& scene = document.scene();
  const EditTime when{time, document.autoKey()};
  for (const std::string& name : partsOf(scene, document.selection().items())) {
    const Entity* part = scene.find(Section::Parts, name);
    auto pose = part == nullptr ? std::nullopt : PartPose::of(m_registry, *part, when);
    if (pose) m_parts.push_back(std::move(*pose));
  }
  takePivots(scene, document.selection());
}

void PosedParts::takePivots(const Scene& scene, const Selection& selection) {
  for (const ObjectId& id : selection.items()) {
    const Entity* group = id.section == Section::Groups ? scene.find(id.section, id.name) : nullptr;
    if (group == nullptr) continue;
    if (id == *selection.active()) m_group = id;
    const ParamReader values(groupTable(), group->values);
    if (values.given("pivot")) m_pivots.push_back({id, values.vec3("pivot")});
  }
}

bool PosedParts::has(const std::string& name) const {
  return std::ranges::any_of(m_parts,
                             [&](const PartPose& pose) { return pose.part().name == name; });
}

bool PosedParts::canTurn() const {
  if (m_parts.size() == 1 && !m_parts.front().turns()) return pivot() != m_parts.front().position();
  return !m_parts.empty();
}

bool PosedParts::followAtOnce() const {
  return std::ranges::all_of(m_parts, &PartPose::followsAtOnce);
}

void PosedParts::keyAt(double time) {
  for (PartPose& pose : m_parts) pose.keyAt(time);
}

Vec3 PosedParts::pivot() const {
  if (m_group && !m_pivots.empty() && m_pivots.back().group == *m_group) return m_pivots.back().at;
  Vec3 sum = Vec3::Zero();
  for (const PartPose& pose : m_parts) sum += pose.position();
  return sum / static_cast<double>(m_parts.size());
}

// Also to where they are: while they are dragged to and fro they come back there.
void PosedParts::addPivots(const Way& way, std::vector<SceneEdit>& edits) const {
  // A pivot has no keys: it would go from where the others are at all other times.
  if (std::ranges::any_of(m_parts, &PartPose::getsKey)) return;
  for (const Pivot& pivot : m_pivots)
    edits.emplace_back(SetParam{pivot.group.path(), "pivot", Value(way(pivot.at))});
}

std::vector<SceneEdit> PosedParts::moved(const Vec3& by) const {
  std::vector<SceneEdit> edits;
  for (const PartPose& pose : m_parts) edits.emplace_back(pose.placed(pose.position() + by));
  addPivots([&](const Vec3& at) -> Vec3 { return at + by; }, edits);
  return edits;
}

std::vector<SceneEdit> PosedParts::pivotMoved(const Vec3& by) const {
  if (!m_group) return {};
  return {SetParam{m_group->path(), "pivot", Value(Vec3(pivot() + by))}};
}

std::vector<SceneEdit> PosedParts::turned(const Eigen::AngleAxisd& by) const {
  const Vec3 about = pivot();
  const auto way = [&](const Vec3& at) -> Vec3 { return about + by * (at - about); };
  std::vector<SceneEdit> edits;
  for (const PartPose& pose : m_parts) {
    if (about != pose.position()) edits.emplace_back(pose.placed(way(pose.position())));
    if (pose.turns()) edits.emplace_back(pose.turned(by));
  }
  addPivots(way, edits);
  return edits;
}

Result<std::vector<SceneEdit>> PosedParts::stretched(const Mat3& stretch) const {
  const Vec3 about = pivot();
  const auto way = [&](const Vec3& at) -> Vec3 { return about + stretch * (at - about); };
  std::vector<SceneEdit> edits;
  for (const PartPose& pose : m_parts) {
    const Mat3 own = pose.orientation().value_or(Quat::Identity()).toRotationMatrix();
    const Vec3 factors = (stretch * own).colwise().norm().transpose();
    const Fitted values = scaledPart(m_registry, pose.part(), factors);
    const auto trial = m_parts.size() > kMostTried ? Trial::EachValue : Trial::WholePart;
    if (const auto fits = partWith(m_registry, pose.part(), values, trial); !fits)
      return Unexpected{fits.error()};
    for (const auto& [key, value] : values)
      edits.emplace_back(SetParam{"parts/" + pose.part().name, key, value});
    if (about != pose.position()) edits.emplace_back(pose.placed(way(pose.position())));
  }
  addPivots(way, edits);
  return edits;
}

}  // namespace sinew::ui
