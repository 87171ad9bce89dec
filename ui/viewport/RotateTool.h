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
  bool works(const PosedParts& parts) const override { return parts.canTurn(); }
  QString label(const QString& parts) const override {
    return Viewport::tr("Rotate %1").arg(parts);
  }
  std::string unit() const override { return "rad"; }
  Result<Change> follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) override;
  Result<Change> by(const Drag& drag, double amount) const override;
  Change turned(const Drag& drag, double angle) const;  ///< [rad]
};

}  // namespace sinew::ui
