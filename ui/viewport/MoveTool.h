#pragma once
#include "ui/viewport/PoseTool.h"

namespace sinew::ui {

/// Moves parts, or a group's pivot, along an axis, in a plane, or to what is under the pointer.
class MoveTool : public PoseTool {
 public:
  using PoseTool::PoseTool;

 private:
  std::vector<PoseHandle> handles() const override { return PoseHandles::moving(); }
  PoseHandle along(int axis) const override { return {PoseHandle::Kind::Axis, axis}; }
  PoseHandle across(int axis) const override { return {PoseHandle::Kind::Plane, axis}; }
  QString label(const QString& parts) const override { return Viewport::tr("Move %1").arg(parts); }
  bool movesPivots() const override { return true; }
  std::string unit() const override { return "m"; }
  Result<Change> follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) override;
  Result<Change> by(const Drag& drag, double amount) const override;
  static Change moved(const Drag& drag, const Vec3& by);
  static Vec3 snapped(const Drag& drag);
  Vec3 held(const Drag& drag, const Vec3& by) const;
  Vec3 onGrid(const Drag& drag, const Vec3& by) const;
  std::optional<Vec3> snapTarget(const Drag& drag, const QPointF& place) const;
};

}  // namespace sinew::ui
