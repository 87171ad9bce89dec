#include "core/constraints/PointToPointConstraint.h"

#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class PointToPointConstraint final : public Constraint {
 public:
  PointToPointConstraint(MaterialPoint a, MaterialPoint b)
      : m_anchors{std::move(a), std::move(b)} {}

  int rows() const override { return 3; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }

  void evaluate(const PointSample* points, double /*time*/, ConstraintRows& out) const override {
    out.rows = 3;
    for (int i = 0; i < 3; ++i) {
      out.g[i] = points[0].position[i] - points[1].position[i];
      out.rate[i] = points[0].velocity[i] - points[1].velocity[i];
      out.gamma[i] = 0;
    }
    out.gradient[0].topRows<3>().setIdentity();
    out.gradient[1].topRows<3>() = -Mat3::Identity();
  }

  GlyphShape glyph() const override { return GlyphShape::Ring; }

 private:
  std::vector<MaterialPoint> m_anchors;
};

}  // namespace

ConstraintKind pointToPointKind() {
  ConstraintKind kind;
  kind.name = "point_to_point";
  kind.label = "Point to point";
  kind.doc = "Holds a point of one part on a point of another, like a ball joint.";
  kind.table = withCommon(commonConstraintParams(),
                          {
                              Param::materialPoint("a").required().doc("Point of the first part."),
                              Param::materialPoint("b").required().doc("Point of the second part."),
                          });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    return std::unique_ptr<Constraint>(std::make_unique<PointToPointConstraint>(
        params.materialPoint("a"), params.materialPoint("b")));
  };
  return kind;
}

}  // namespace sinew
