#pragma once
#include "ui/viewport/PoseTool.h"

namespace sinew::ui {

/// Moves parts along an axis, in a plane, or to what is under the pointer.
class MoveTool : public PoseTool {
 public:
  using PoseTool::PoseTool;

 private:
  std::vector<PoseHandle> handles() const override { return PoseHandles::moving(); }
  PoseHandle along(int axis) const override { return {PoseHandle::Kind::Axis, axis}; }
  PoseHandle across(int axis) const override { return {PoseHandle::Kind::Plane, axis}; }
  QString label(const QString& parts) const override { return Viewport::tr("Move %1").arg(parts); }
  void follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) override;
  std::optional<Vec3> snapTarget(const Drag& drag, const QPointF& place) const;
};

}  // namespace sinew::ui
