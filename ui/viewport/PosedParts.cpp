#include "ui/viewport/PosedParts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Keys.h"
#include "ui/document/Members.h"

namespace sinew::ui {
namespace {

constexpr std::size_t kMostTried = 32;  // parts made on trial while one waits for the next picture

std::optional<Vec3> centreOf(const Snapshot& snapshot, const std::string& name) {
  for (const auto& part : snapshot.topology->parts) {
    if (part.part != name || part.vertexCount == 0) continue;
    Eigen::AlignedBox3d box;
    for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
      const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + i)];
      box.extend(Vec3(x[0], x[1], x[2]));
    }
    return Vec3(box.center());
  }
  return std::nullopt;
}

}  // namespace

PosedParts::PosedParts(const ViewWork& work, Must must) : m_work(work) {
  for (const std::string& name : partsOf(work.document.scene(), work.document.selection().items()))
    if (auto part = partOf(name, must)) m_parts.push_back(std::move(*part));
}

std::optional<PosedParts::Part> PosedParts::partOf(const std::string& name, Must must) const {
  const Entity* part = m_work.document.scene().find(Section::Parts, name);
  const PartKind* kind = part == nullptr ? nullptr : m_work.document.registry().part(part->kind);
  if (kind == nullptr) return std::nullopt;
  const ParamSpec* position = findParam(kind->table, "position");
  const ParamSpec* orientation = findParam(kind->table, "orientation");
  if (position == nullptr || position->type != ParamType::Vector) return std::nullopt;
  const bool turns = orientation != nullptr && orientation->type == ParamType::Rotation;
  if (must == Must::Turn && !turns) return std::nullopt;
  const Value* given = part->values.find("position");
  const Value value = given == nullptr ? position->fallback : *given;
  const Value now = valueAt(value, *position, m_work.live.status().time);
  const ParamReader reader(kind->table, part->values);
  return Part{name,
              position,
              value,
              std::get<Vec3>(now.content),
              turns ? std::optional(reader.rotation("orientation")) : std::nullopt,
              *part};
}

bool PosedParts::has(const std::string& name) const {
  return std::ranges::any_of(m_parts, [&](const Part& part) { return part.name == name; });
}

QString PosedParts::words() const {
  return m_parts.size() == 1 ? QString::fromStdString(m_parts.front().name)
                             : Viewport::tr("%n parts", nullptr, static_cast<int>(m_parts.size()));
}

std::optional<Vec3> PosedParts::middle() const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology) return std::nullopt;
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const Part& part : m_parts) {
    if (const auto at = centreOf(*snapshot, part.name)) {
      sum += *at;
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return Vec3(sum / count);
}

Mat3 PosedParts::axes() const {
  switch (m_work.widget.axes()) {
    case Viewport::Axes::View:
      return cameraAxes(m_work.eye.look());
    case Viewport::Axes::Local:
      if (!m_parts.empty() && m_parts.back().orientation)
        return m_parts.back().orientation->toRotationMatrix();
      break;
    case Viewport::Axes::World:
      break;
  }
  return Mat3::Identity();
}

Vec3 PosedParts::pivot() const {
  const ObjectId* active = m_work.document.selection().active();
  const Entity* group = active != nullptr && active->section == Section::Groups
                            ? m_work.document.scene().find(active->section, active->name)
                            : nullptr;
  if (group != nullptr && group->values.find("pivot") != nullptr)
    return ParamReader(groupTable(), group->values).vec3("pivot");
  Vec3 sum = Vec3::Zero();
  for (const Part& part : m_parts) sum += part.position;
  return sum / static_cast<double>(m_parts.size());
}

SceneEdit PosedParts::placed(const Part& part, const Vec3& position) const {
  return SetParam{"parts/" + part.name, "position",
                  withEdit(part.given, Value(position), *part.positionSpec,
                           m_work.live.status().time, m_work.document.autoKey())};
}

std::vector<SceneEdit> PosedParts::moved(const Vec3& by) const {
  std::vector<SceneEdit> edits;
  for (const Part& part : m_parts) edits.push_back(placed(part, part.position + by));
  return edits;
}

std::vector<SceneEdit> PosedParts::turned(const Quat& turn) const {
  const Vec3 about = pivot();
  std::vector<SceneEdit> edits;
  for (const Part& part : m_parts) {
    const Vec3 position = about + turn * (part.position - about);
    if (about != part.position) edits.push_back(placed(part, position));
    edits.emplace_back(SetParam{"parts/" + part.name, "orientation",
                                Value(Quat((turn * *part.orientation).normalized()))});
  }
  return edits;
}

Result<std::vector<SceneEdit>> PosedParts::stretched(const Mat3& stretch) const {
  const Registry& registry = m_work.document.registry();
  const Vec3 about = pivot();
  std::vector<SceneEdit> edits;
  for (const Part& part : m_parts) {
    const Mat3 own = part.orientation ? part.orientation->toRotationMatrix() : Mat3::Identity();
    const Vec3 factors = (stretch * own).colwise().norm().transpose();
    const Fitted values = scaledPart(registry, part.entity, factors);
    const auto trial = m_parts.size() > kMostTried ? Trial::EachValue : Trial::WholePart;
    if (const auto fits = partWith(registry, part.entity, values, trial); !fits)
      return Unexpected{fits.error()};
    for (const auto& [key, value] : values)
      edits.emplace_back(SetParam{"parts/" + part.name, key, value});
    if (about != part.position)
      edits.push_back(placed(part, about + stretch * (part.position - about)));
  }
  return edits;
}

}  // namespace sinew::ui
