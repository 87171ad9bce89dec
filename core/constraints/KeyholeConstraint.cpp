#include "core/constraints/KeyholeConstraint.h"

#include "core/constraints/Sliding.h"
#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

enum class AtEnd { Stops, Leaves };

struct KeyholeSpec {
  std::vector<MaterialPoint> anchors;  ///< on the rope; the eyelet, unless it is in space
  Curve place, direction;              ///< [m], – of an eyelet in space
  AtEnd atEnd = AtEnd::Stops;
  bool oriented = false;
  double friction = 0;  ///< Coulomb's μ
  double sign = 1;      ///< of the direction
  GlyphShape glyph = GlyphShape::Eyelet;
};

class KeyholeConstraint final : public Constraint {
 public:
  explicit KeyholeConstraint(KeyholeSpec spec) : m_spec(std::move(spec)) {}

  int rows() const override { return stopRow() + (stops() ? 1 : 0) + (rubs() ? 1 : 0); }
  std::vector<MaterialPoint> anchors() const override { return m_spec.anchors; }
  bool directed(int end) const override { return end == 0 || m_spec.oriented; }
  std::uint32_t angularRows() const override { return m_spec.oriented ? 0b1100 : 0; }
  int slidingEnd() const override { return 0; }
  Vec3 slideTarget(const PointSample* points, double time) const override {
    return targetOf(points, time).value;
  }
  std::uint32_t limitedRows() const override { return stops() ? 1U << stopRow() : 0; }
  Drag drag() const override {
    if (!rubs()) return {};
    return {.row = dragRow(), .pressing = 0b11, .friction = m_spec.friction};
  }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const Slide slide(points[0], targetOf(points, time));
    out.rows = rows();
    out.length = slide.away().value.norm();
    for (auto* gradients : {&out.gradient, &out.turning}) {
      for (ConstraintRows::Gradient& gradient : *gradients) gradient.setZero();
    }
    holdAcross(slide, points[0].bend.bend, out);
    if (m_spec.oriented) holdTangent(slide, points, time, out);
    const double beyond = limitEnds(slide, points[0].track, out);
    if (rubs()) followSlip(slide, out);
    out.apart = !stops() && beyond > 0;
  }

  Vec3 spaceEnd(const PointSample& /*point*/, double time) const override {
    return jetAt(m_spec.place, time).value;
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_spec.place.eventTimes(from, to, out);
    m_spec.direction.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return m_spec.glyph; }

 private:
  bool relative() const { return m_spec.anchors.size() == 2; }
  bool stops() const { return m_spec.atEnd == AtEnd::Stops; }
  bool rubs() const { return m_spec.friction > 0; }
  int stopRow() const { return m_spec.oriented ? 4 : 2; }
  int dragRow() const { return stopRow() + (stops() ? 1 : 0); }

  VectorJet targetOf(const PointSample* points, double time) const {
    return relative() ? positionOf(points[1]) : jetAt(m_spec.place, time);
  }

  static void addByTarget(int row, const Vec3& gradient, ConstraintRows& out) {
    out.gradient[0].row(row) -= gradient.transpose();
    out.gradient[1].row(row) += gradient.transpose();
  }
  /// What row has by sliding, where ∂g/∂s = slope.
  static void addBySliding(int row, const Slide& slide, double slope, ConstraintRows& out) {
    addByTarget(row, slide.byTarget(slope), out);
    out.turning[0].row(row) += slide.byDirection(slope).transpose();
  }

  static void holdAcross(const Slide& slide, const Vec3& bend, ConstraintRows& out) {
    const CrossAxes axes(slide.tangent());
    for (int i = 0; i < 2; ++i) {
      const Vec3 byTangent = axes.gradient(i, slide.away().value);
      setRow(i, dot(axes.across(i), slide.away()), out);
      addByTarget(i, axes.across(i).value, out);
      out.turning[0].row(i) += byTangent.transpose();
      addBySliding(i, slide, byTangent.dot(bend), out);
    }
  }

  void holdTangent(const Slide& slide, const PointSample* points, double time,
                   ConstraintRows& out) const {
    const Jet sign{m_spec.sign, 0, 0};
    const CrossAxes axes(sign *
                         (relative() ? directionOf(points[1]) : jetAt(m_spec.direction, time)));
    ConstraintRows::Gradient byTangent;
    const auto byTarget = Alignment::addRows(slide.tangent(), axes, 2, out, byTangent);
    for (int i = 0; i < 2; ++i) {
      const int row = 2 + i;
      out.turning[0].row(row) += byTangent.row(row);
      out.turning[1].row(row) += m_spec.sign * byTarget[static_cast<std::size_t>(i)].transpose();
      addBySliding(row, slide, byTangent.row(row).dot(points[0].bend.bend), out);
    }
  }

  /// How far beyond the nearer end the eyelet is [m], and the row that says so.
  double limitEnds(const Slide& slide, const Track& track, ConstraintRows& out) const {
    if (track.closed) {
      if (stops()) setRow(stopRow(), {-track.length, 0, 0}, out);
      return -track.length;
    }
    const Jet &s = slide.place(), last{track.places, 0, 0};
    const bool start = s.value < 0.5 * track.places;
    const double scale = (start ? -1 : 1) * track.length / track.places;
    const Jet beyond = Jet{scale, 0, 0} * (start ? s : s - last);
    if (stops()) {
      setRow(stopRow(), beyond, out);
      addBySliding(stopRow(), slide, scale, out);
    }
    return beyond.value;
  }

  /// The slip [m/s] of the eyelet along the rope, |x′| ṡ, as the rate of a row without a gap.
  void followSlip(const Slide& slide, ConstraintRows& out) const {
    const double stretch = slide.tangent().value.norm();
    const Jet& s = slide.place();
    setRow(dragRow(), {0, stretch * s.rate, stretch * s.acceleration}, out);
    addBySliding(dragRow(), slide, stretch, out);
  }

  KeyholeSpec m_spec;
};

Param frictionParam() {
  return Param::real("friction", "", 0)
      .range(0, 10)
      .doc(
          "Coulomb's coefficient μ: rope and eyelet stick up to μ times the force with which "
          "they press on each other, and slide against as much. 0: smooth. Under rkf45 and the "
          "forward scheme what should stick creeps by some mm/s.");
}

ParamTable eyeletParams() {
  return {
      Param::materialPoint("a").required().doc(
          "Point of the rope that slides; where on the rope to begin with."),
      Param::materialPoint("b").optional().doc(
          "Point of the part that carries the eyelet. When not given, the eyelet is at `place`."),
      Param::vec3("place", "m", Vec3::Zero())
          .range(-1e6, 1e6)
          .keyable()
          .onlyWithout("b")
          .doc("Where the eyelet is, used when `b` is not given."),
      Param::choice("at_end", {"stops", "leaves"})
          .doc("Whether the rope stops at its ends or slips out of the eyelet there."),
      frictionParam(),
  };
}

AtEnd atEndOf(const ParamReader& params) {
  return params.text("at_end") == "leaves" ? AtEnd::Leaves : AtEnd::Stops;
}

}  // namespace

ConstraintKind keyholeKind() {
  ConstraintKind kind;
  kind.name = "keyhole";
  kind.label = "Keyhole";
  kind.doc = "Lets a rope slide through an eyelet, which is in space or on another part.";
  kind.table = withCommon(commonConstraintParams(), eyeletParams());
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    KeyholeSpec spec;
    spec.anchors = oneOrTwo(params, "a", "b");
    spec.place = params.curve("place");
    spec.atEnd = atEndOf(params);
    spec.friction = params.real("friction");
    return std::unique_ptr<Constraint>(std::make_unique<KeyholeConstraint>(std::move(spec)));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {};
    return {{"place", Value(points[0].position)}};
  };
  return kind;
}

ConstraintKind orientedKeyholeKind() {
  ConstraintKind kind;
  kind.name = "oriented_keyhole";
  kind.label = "Oriented keyhole";
  kind.doc =
      "Lets a rope slide through a tube, in space or on another part, along whose direction it "
      "comes out.";
  kind.table = withCommon(
      withCommon(commonConstraintParams(), eyeletParams()),
      {
          Param::vec3("direction", "", Vec3::UnitX())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("Where the tube points, of any length but 0, used when `b` is not given."),
          Param::boolean("opposite", false)
              .doc("Whether the rope runs against the direction of the tube."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    if (auto fault = checkDirection(params.curve("direction"), "direction")) {
      return Unexpected{*fault};
    }
    KeyholeSpec spec;
    spec.anchors = oneOrTwo(params, "a", "b");
    spec.place = params.curve("place");
    spec.direction = params.curve("direction");
    spec.atEnd = atEndOf(params);
    spec.friction = params.real("friction");
    spec.glyph = GlyphShape::Tube;
    spec.oriented = true;
    spec.sign = params.boolean("opposite") ? -1 : 1;
    return std::unique_ptr<Constraint>(std::make_unique<KeyholeConstraint>(std::move(spec)));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {{"opposite", Value(areOpposite(points))}};
    return {{"place", Value(points[0].position)}, {"direction", Value(points[0].direction)}};
  };
  return kind;
}

ConstraintKind pearlKind() {
  ConstraintKind kind;
  kind.name = "pearl";
  kind.label = "Pearl";
  kind.doc =
      "Threads a part on a rope: it slides along it and stops at the ends. What stays at a place "
      "in space instead is a keyhole.";
  kind.table = withCommon(commonConstraintParams(),
                          {
                              Param::materialPoint("a").required().doc(
                                  "Point of the rope where the pearl is at first."),
                              Param::materialPoint("b").required().doc(
                                  "Point of the pearl that the rope goes through."),
                              frictionParam(),
                          });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    KeyholeSpec spec;
    spec.anchors = oneOrTwo(params, "a", "b");
    spec.place.components = 3;
    spec.place.keys = {{0, {}}};
    spec.friction = params.real("friction");
    spec.glyph = GlyphShape::Bead;
    return std::unique_ptr<Constraint>(std::make_unique<KeyholeConstraint>(std::move(spec)));
  };
  return kind;
}

}  // namespace sinew
