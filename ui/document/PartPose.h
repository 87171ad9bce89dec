#pragma once
#include <Eigen/Geometry>
#include <optional>
#include <string>

#include "core/scene/SceneEdit.h"

namespace sinew::ui {

/// An instant [s], and whether what is edited by hand gets a key there.
struct EditTime {
  double time = 0;
  bool autoKey = false;
};

/// Where a part is and how it is turned at an instant, as the parameters that kinds share say:
/// `position`; `orientation`, which `turn` turns further; or `normal`. Gives the edits that place
/// it anew from there: what is keyed gets a key.
class PartPose {
 public:
  /// None: it has no place.
  static std::optional<PartPose> of(const Registry& registry, const Entity& part,
                                    const EditTime& when);

  const Entity& part() const { return m_part; }
  const Vec3& position() const { return m_place; }  ///< [m]
  /// From its axes to the world's, as it is seen; none: it has none.
  std::optional<Quat> orientation() const;
  Mat3 axes() const;  ///< its own, in the world; of what has but a normal, y is that
  bool turns() const { return m_orientation != nullptr || m_normal != nullptr; }
  bool getsKey() const;  ///< where it is placed, rather than another constant place
  /// Whether it is where it is placed at once, rather than at the start alone.
  bool followsAtOnce() const { return m_position->effect != Effect::Start; }

  /// From now on keys are set there [s]; it stays what it was.
  void keyAt(double time) { m_when.time = time; }
  SetParam placed(const Vec3& position) const;
  /// About its origin; it must be something that turns.
  SetParam turned(const Eigen::AngleAxisd& by) const;

 private:
  PartPose(const Entity& part, const EditTime& when) : m_part(part), m_when(when) {}
  const Value& given(const ParamSpec& spec) const;
  Vec3 vector(const ParamSpec& spec) const;
  Quat rotation() const;
  SetParam set(const ParamSpec& spec, const Value& now) const;

  Entity m_part;
  EditTime m_when;
  const ParamSpec* m_position = nullptr;
  const ParamSpec* m_orientation = nullptr;  ///< null, as the others: its kind has none
  const ParamSpec* m_turn = nullptr;
  const ParamSpec* m_normal = nullptr;
  Vec3 m_place = Vec3::Zero();   ///< [m]
  Vec3 m_angles = Vec3::Zero();  ///< [rad] of the turn
  Vec3 m_up = Vec3::UnitY();     ///< the normal
};

}  // namespace sinew::ui
