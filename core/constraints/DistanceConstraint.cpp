#include "core/constraints/DistanceConstraint.h"

#include <algorithm>
#include <limits>

#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

constexpr double kCoincident = 1e-9;  // [m]

class DistanceConstraint final : public Constraint {
 public:
  /// What the length is: kept exactly, the most or the least.
  enum class Holds { Exactly, AtMost, AtLeast };

  DistanceConstraint(std::vector<MaterialPoint> anchors, Curve place, Curve length, Holds holds)
      : m_anchors(std::move(anchors)),
        m_place(std::move(place)),
        m_length(std::move(length)),
        m_holds(holds) {}

  int rows() const override { return 1; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  std::uint32_t limitedRows() const override { return m_holds == Holds::Exactly ? 0 : 1; }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const VectorJet from = otherEnd(points, time);
    const Vec3 d = points[0].position - from.value, rate = points[0].velocity - from.rate;
    const double distance = d.norm();
    const bool coincident = distance <= kCoincident;
    const Vec3 n = coincident ? wayOut(rate) : Vec3(d / distance);
    const double along = n.dot(rate);
    const Curve::Sample length = m_length.at(time);
    out.rows = 1;
    out.length = distance;
    out.curvature = coincident ? 0 : 1 / distance;
    out.g[0] = distance - length.value[0];
    out.rate[0] = along - length.rate[0];
    const double turning =
        coincident ? 0 : (rate.squaredNorm() - along * along) / distance;  // none on the way out
    out.gamma[0] = turning - n.dot(from.acceleration) - length.acceleration[0];
    out.gradient[0].row(0) = n.transpose();
    out.gradient[1].row(0) = -n.transpose();
    if (m_holds == Holds::AtLeast) turnRound(out);
  }

  std::optional<double> leastApart() const override {
    double least = std::numeric_limits<double>::infinity();
    if (m_holds == Holds::AtLeast) return least;
    for (const Curve::Key& key : m_length.keys) least = std::min(least, key.value[0]);
    return least;
  }

  Vec3 spaceEnd(const PointSample& /*point*/, double time) const override {
    return jetAt(m_place, time).value;
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_length.eventTimes(from, to, out);
    m_place.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Bar; }

 private:
  /// What the first point keeps away from; a point of a part not accelerated: what is left is γ.
  VectorJet otherEnd(const PointSample* points, double time) const {
    if (m_anchors.size() == 1) return jetAt(m_place, time);
    return {points[1].position, points[1].velocity, Vec3::Zero()};
  }

  /// Where points that are in one place part to.
  static Vec3 wayOut(const Vec3& rate) {
    const double speed = rate.norm();
    return speed > 0 ? Vec3(rate / speed) : Vec3::UnitY();
  }

  static void turnRound(ConstraintRows& out) {
    out.g[0] = -out.g[0];
    out.rate[0] = -out.rate[0];
    out.gamma[0] = -out.gamma[0];
    out.curvature = -out.curvature;
    for (auto& gradient : out.gradient) gradient.row(0) = -gradient.row(0).eval();
  }

  std::vector<MaterialPoint> m_anchors;
  Curve m_place;   // [m], when there is one anchor only
  Curve m_length;  // [m]
  Holds m_holds;
};

}  // namespace

ConstraintKind distanceKind() {
  ConstraintKind kind;
  kind.name = "distance";
  kind.label = "Distance";
  kind.doc = "Keeps two points, or a point and a place in space, a given length apart.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("a").required().doc("Point of the first part."),
          Param::materialPoint("b").optional().doc(
              "Point of the second part. When not given, the other end is `place`."),
          Param::vec3("place", "m", Vec3::Zero())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("The other end in space, used when `b` is not given."),
          Param::real("length", "m", 1.0).over(0).range(0, 1e6).keyable().doc("Length kept."),
          Param::choice("holds", {"exactly", "at_most", "at_least"})
              .doc("Whether the length is kept, or is the most, as of a slack line, or the least."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    std::vector<MaterialPoint> anchors = {params.materialPoint("a")};
    if (params.given("b")) anchors.push_back(params.materialPoint("b"));
    using Holds = DistanceConstraint::Holds;
    const std::string& choice = params.text("holds");
    const Holds holds = choice == "at_most"    ? Holds::AtMost
                        : choice == "at_least" ? Holds::AtLeast
                                               : Holds::Exactly;
    return std::unique_ptr<Constraint>(std::make_unique<DistanceConstraint>(
        std::move(anchors), params.curve("place"), params.curve("length"), holds));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 1) return {{"place", Value(Vec3(points[0].position + Vec3::UnitY()))}};
    const double length = (points[1].position - points[0].position).norm();
    if (length <= kCoincident) return {};
    return {{"length", Value(length)}};
  };
  return kind;
}

}  // namespace sinew
