#pragma once
#include "ui/viewport/PoseTool.h"

namespace sinew::ui {

/// Turns parts about an axis or the line of sight.
class RotateTool : public PoseTool {
 public:
  using PoseTool::PoseTool;

 private:
  std::vector<PoseHandle> handles() const override { return PoseHandles::turning(); }
  PoseHandle along(int axis) const override { return {PoseHandle::Kind::Ring, axis}; }
  PoseHandle across(int axis) const override { return along(axis); }
  PosedParts::Must must() const override { return PosedParts::Must::Turn; }
  QString label(const QString& parts) const override {
    return Viewport::tr("Rotate %1").arg(parts);
  }
  void follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) override;
};

}  // namespace sinew::ui
