#pragma once
#include "core/scene/PartHandles.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// What is placed by hand: the selected parts, and those of selected groups, that have a `position`
/// and, where they are to be turned, an `orientation`. As they were when it was made: what it gives
/// are the edits that place them anew from there. What is keyed gets a key.
class PosedParts {
 public:
  enum class Must { HavePlace, Turn };
  PosedParts(const ViewWork& work, Must must);

  bool has(const std::string& name) const;
  QString words() const;  ///< a name, or how many
  /// [m] Of the part that was selected last.
  const Vec3& lastPosition() const { return m_parts.back().position; }
  std::optional<Vec3> middle() const;  ///< [m] of what is shown; none: nothing is
  Mat3 axes() const;  ///< unit, of the world, the view or the part that was selected last

  std::vector<SceneEdit> moved(const Vec3& by) const;
  /// About the pivot: a group's own, where it has one, else the middle of the parts' origins.
  std::vector<SceneEdit> turned(const Quat& turn) const;
  /// Stretched from the pivot by a symmetric matrix, each part along its own axes; or why not.
  Result<std::vector<SceneEdit>> stretched(const Mat3& stretch) const;

 private:
  struct Part {
    std::string name;
    const ParamSpec* positionSpec = nullptr;
    Value given;  ///< the position, constant or keyed
    Vec3 position;
    std::optional<Quat> orientation;
    Entity entity;
  };
  std::optional<Part> partOf(const std::string& name, Must must) const;
  Vec3 pivot() const;
  SceneEdit placed(const Part& part, const Vec3& position) const;

  const ViewWork& m_work;
  std::vector<Part> m_parts;
};

}  // namespace sinew::ui
