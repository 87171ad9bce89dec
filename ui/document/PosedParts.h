#pragma once
#include <functional>

#include "ui/document/Document.h"
#include "ui/document/PartPose.h"

namespace sinew::ui {

/// What is placed by hand: the selected parts, and those of selected groups, that have a
/// `position`. As they were when it was made: what it gives are the edits that place them anew from
/// there, with their groups' own pivots. What is keyed gets a key.
class PosedParts {
 public:
  PosedParts(const Document& document, double time);

  bool empty() const { return m_parts.empty(); }
  bool has(const std::string& name) const;
  const std::vector<PartPose>& all() const { return m_parts; }
  const PartPose& last() const { return m_parts.back(); }  ///< that was selected
  bool canTurn() const;                                    ///< something would be seen of it
  /// All are where they are placed at once, rather than at the start alone.
  bool followAtOnce() const;
  /// The one that was selected last, if it is a group: its pivot is theirs.
  const std::optional<ObjectId>& group() const { return m_group; }
  /// [m] What they turn about: a group's own, where it has one, else the middle of their origins.
  Vec3 pivot() const;

  /// From now on keys are set there [s], while time goes on.
  void keyAt(double time);
  std::vector<SceneEdit> moved(const Vec3& by) const;
  std::vector<SceneEdit> turned(const Eigen::AngleAxisd& by) const;
  /// Stretched from the pivot by a symmetric matrix, each part along its own axes; or why not.
  Result<std::vector<SceneEdit>> stretched(const Mat3& stretch) const;
  /// The group's pivot alone.
  std::vector<SceneEdit> pivotMoved(const Vec3& by) const;

 private:
  struct Pivot {
    ObjectId group;
    Vec3 at;  ///< [m]
  };
  using Way = std::function<Vec3(const Vec3&)>;  ///< from where something is to where it goes [m]
  void takePivots(const Scene& scene, const Selection& selection);
  void addPivots(const Way& way, std::vector<SceneEdit>& edits) const;

  const Registry& m_registry;
  std::vector<PartPose> m_parts;
  std::vector<Pivot> m_pivots;  ///< of the selected groups that were given one
  std::optional<ObjectId> m_group;
};

}  // namespace sinew::ui
