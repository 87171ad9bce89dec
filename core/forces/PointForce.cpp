#include "core/forces/PointForce.h"

#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class PointForce final : public Force {
 public:
  PointForce(std::vector<MaterialPoint> anchors, Curve force)
      : m_anchors(std::move(anchors)), m_force(std::move(force)) {}

  std::vector<MaterialPoint> anchors() const override { return m_anchors; }

  void evaluate(const PointSample* /*points*/, double time, Vec3* forces) const override {
    const auto value = m_force.at(time).value;
    forces[0] = Vec3(value[0], value[1], value[2]);
    if (m_anchors.size() == 2) forces[1] = -forces[0];
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_force.eventTimes(from, to, out);
  }

 private:
  std::vector<MaterialPoint> m_anchors;
  Curve m_force;  // [N]
};

}  // namespace

ForceKind pointForceKind() {
  ForceKind kind;
  kind.name = "point_force";
  kind.label = "Point force";
  kind.doc = "Pulls at a point of a part with a force that may be keyed.";
  kind.table = withCommon(commonForceParams(),
                          {
                              Param::materialPoint("point").required().doc("Where it pulls."),
                              Param::materialPoint("against").optional().doc(
                                  "Where the opposite force acts, if given."),
                              Param::vec3("force", "N", Vec3::Zero())
                                  .range(-1e9, 1e9)
                                  .keyable()
                                  .doc("Force in world axes."),
                          });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Force>> {
    std::vector<MaterialPoint> anchors = {params.materialPoint("point")};
    if (params.given("against")) anchors.push_back(params.materialPoint("against"));
    return std::unique_ptr<Force>(
        std::make_unique<PointForce>(std::move(anchors), params.curve("force")));
  };
  return kind;
}

}  // namespace sinew
