#pragma once
#include "ui/viewport/PoseTool.h"

namespace sinew::ui {

/// Makes parts larger or smaller, all round or along an axis of the gizmo: what that does to a part
/// its kind says. Several grow from their common pivot. The length of an arrow, dragged outwards,
/// doubles them.
class ScaleTool : public PoseTool {
 public:
  using PoseTool::PoseTool;

 private:
  std::vector<PoseHandle> handles() const override { return PoseHandles::scaling(); }
  PoseHandle along(int axis) const override { return {PoseHandle::Kind::Stretch, axis}; }
  PoseHandle across(int axis) const override { return {PoseHandle::Kind::Plane, axis}; }
  QString label(const QString& parts) const override { return Viewport::tr("Scale %1").arg(parts); }
  std::string unit() const override { return {}; }
  Result<Change> follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) override;
  Result<Change> by(const Drag& drag, double factor) const override;
  double dragged(const Drag& drag, const QPointF& place) const;
};

}  // namespace sinew::ui
