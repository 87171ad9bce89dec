#pragma once
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Handles at both ends of the selected constraint: drag one that takes hold of a point to another
/// place, of the same part or of another one, or onto the other end to take hold of its own part
/// where that is nearest; drag one in space anywhere in the picture's plane.
class EndTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  void mark(OverlayLook& look) override;

 private:
  struct End {
    ObjectId constraint;
    const ParamSpec* spec;  ///< of the parameter that says where it takes hold
    Value given;            ///< what that says, constant or keyed
    Vec3 position;          ///< [m]
    std::optional<Vec3> other{};
    std::optional<Vec3> place{};  ///< [m] what it says of space now; none: of a point of a part
    Vec3 start = Vec3::Zero();    ///< [m] likewise at the start
  };
  std::vector<End> ends() const;
  std::vector<End> endsOf(const ObjectId& id, const Entity& entity,
                          const ConstraintGlyph& glyph) const;
  std::optional<End> endAt(const QPointF& place, Qt::KeyboardModifiers keys) const;
  void putInSpace(const QPointF& pointer, Qt::KeyboardModifiers keys);
  bool isOnOther(const End& end, const QPointF& place) const;
  std::optional<MaterialPoint> nearestToOther(const End& end) const;
  std::optional<MaterialPoint> pointAt(const QPointF& place) const;
  void tieTo(const End& end, const QPointF& place);
  QString label(const End& end) const;

  std::optional<End> m_held;
  QPointF m_pressed, m_pointer;
  bool m_moved = false;  ///< far enough to be meant
};

}  // namespace sinew::ui
