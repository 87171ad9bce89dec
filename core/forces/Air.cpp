#include "core/forces/Air.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/forces/Wind.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

using std::numbers::pi;

// A skin on which each piece is pushed along its normal n by ½ ρ C A (w·n)² has, as a ball, the
// drag coefficient C, as a stick across the wind 4/3 C, as a plate 2 C. With these, what is made of
// balls, of sticks or of plates feels the same air.
constexpr double kStick = 4.0 / 3;

/// Share of its resistance r w² [N] at speed w [m/s] that a piece of mass m shows over a step of h
/// seconds: all of it, unless by itself that would stop more than half of the speed, which a step
/// may not if nothing is to be thrown back.
double shareShown(double r, double w, double m, double h) {
  constexpr double kMostStopped = 0.5;
  return m > 0 ? std::min(1.0, kMostStopped * m / (h * r * w)) : 1;
}

class Air final : public Force {
 public:
  struct Spec {
    double density = 0;  // ρ [kg/m³]
    double drag = 0;     // C [–]
    bool lifts = false;
    std::vector<std::string> parts;
  };
  Air(Spec spec, Wind wind) : m_spec(std::move(spec)), m_wind(std::move(wind)) {}

  std::optional<Reach> surfaces() const override { return Reach{m_spec.parts, false}; }

  void stir(std::span<const Vec3> place, double time, std::span<Vec3> out) const override {
    const Wind::Instant wind = m_wind.at(time);
    for (std::size_t i = 0; i < place.size(); ++i) out[i] = wind.at(place[i]);
  }

  void load(const SurfaceSample& on, const Surroundings& around, double step,
            SurfaceLoad& out) const override {
    const ContactSurface& shape = *on.shape;
    if (!shape.faces.empty()) {
      faces(on, step, out);
      if (m_spec.lifts && on.unloadedVolume > 0) lift(on, around.gravity, out);
    } else if (!shape.edges.empty()) {
      edges(on, around.gravity, step, out);
    } else {
      balls(on, around.gravity, step, out);
    }
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_wind.eventTimes(from, to, out);
  }

 private:
  /// What slows down a piece of area A past which the air goes with w.
  Vec3 drag(double coefficient, double area, const Vec3& w, double mass, double step) const {
    const double resistance = 0.5 * m_spec.density * coefficient * area, speed = w.norm();
    return shareShown(resistance, speed, mass, step) * resistance * speed * w;
  }

  void faces(const SurfaceSample& on, double step, SurfaceLoad& out) const {
    for (std::size_t f = 0; f < on.shape->faces.size(); ++f) {
      const auto& [a, b, c] = on.shape->faces[f];
      const Vec3 &x = on.position[a], &y = on.position[b], &z = on.position[c];
      const Vec3 twice = (y - x).cross(z - x);
      const double length = twice.norm();
      if (!(length > 0)) continue;
      const Vec3 normal = twice / length, blows = (on.flow[a] + on.flow[b] + on.flow[c]) / 3;
      const Vec3 w = blows - (on.velocity[a] + on.velocity[b] + on.velocity[c]) / 3;
      const Vec3 force = drag(m_spec.drag, 0.5 * length, w.dot(normal) * normal, on.mass[f], step);
      for (const int i : {a, b, c}) out.drag[i] += force / 3;
      out.blowing += force.dot(blows);
    }
  }

  // The weight of the air that is not there, as the pressure of the rest: −ρ g·x, linear over each
  // face, so that force and moment are those of Archimedes, to the last digit.
  void lift(const SurfaceSample& on, const Vec3& gravity, SurfaceLoad& out) const {
    const Vec3 weight = m_spec.density * gravity, &from = on.position.front();
    for (const auto& face : on.shape->faces) {
      const Vec3 &x = on.position[face[0]], &y = on.position[face[1]], &z = on.position[face[2]];
      const Vec3 area = 0.5 * (y - x).cross(z - x);
      std::array<double, 3> pressure{};
      for (int i = 0; i < 3; ++i) pressure[i] = weight.dot(on.position[face[i]] - from);
      const double sum = pressure[0] + pressure[1] + pressure[2];
      for (int i = 0; i < 3; ++i) {
        out.force[face[i]] -= (sum + pressure[i]) / 12 * area;
      }
    }
  }

  void edges(const SurfaceSample& on, const Vec3& gravity, double step, SurfaceLoad& out) const {
    const double radius = on.shape->thickness;
    for (std::size_t e = 0; e < on.shape->edges.size(); ++e) {
      const auto& [a, b] = on.shape->edges[e];
      const Vec3 along = on.position[b] - on.position[a];
      const double length = along.norm();
      if (!(length > 0)) continue;
      const Vec3 blows = 0.5 * (on.flow[a] + on.flow[b]);
      const Vec3 velocity = 0.5 * (on.velocity[a] + on.velocity[b]), w = blows - velocity;
      const Vec3 over = w - w.dot(along) / (length * length) * along;
      const Vec3 force = drag(kStick * m_spec.drag, 2 * radius * length, over, on.mass[e], step);
      const Vec3 up = buoyancy(pi * radius * radius * length, gravity);
      out.blowing += force.dot(blows);
      for (const int i : {a, b}) {
        out.drag[i] += 0.5 * force;
        out.force[i] += 0.5 * up;
      }
    }
  }

  void balls(const SurfaceSample& on, const Vec3& gravity, double step, SurfaceLoad& out) const {
    const double radius = on.shape->thickness, disc = pi * radius * radius;
    for (std::size_t i = 0; i < on.position.size(); ++i) {
      const Vec3 &blows = on.flow[i], w = blows - on.velocity[i];
      const Vec3 force = drag(m_spec.drag, disc, w, on.mass[i], step);
      out.blowing += force.dot(blows);
      out.drag[i] += force;
      out.force[i] += buoyancy(4.0 / 3 * disc * radius, gravity);
    }
  }

  Vec3 buoyancy(double volume, const Vec3& gravity) const {
    return m_spec.lifts ? Vec3(-m_spec.density * volume * gravity) : Vec3::Zero();
  }

  Spec m_spec;
  Wind m_wind;
};

}  // namespace

ForceKind airKind() {
  ForceKind kind;
  kind.name = "air";
  kind.label = "Air and wind";
  kind.doc =
      "The air round parts: it blows, slows down what moves through it, and lifts what is lighter. "
      "Sheets and wings catch it, and glide. Works on surfaces, so thin parts feel it everywhere.";
  kind.table = withCommon(
      commonForceParams(),
      {
          Param::vec3("wind", "m/s", Vec3::Zero())
              .range(-1e3, 1e3)
              .keyable()
              .doc("Mean velocity of the wind."),
          Param::real("gusts", "m/s", 0.0)
              .range(0, 1e3)
              .keyable()
              .doc("How fast gusts blow on average, in all directions; the wind carries them "
                   "along."),
          Param::real("gust_size", "m", 1.0)
              .over(0)
              .range(0, 1e5)
              .doc("Size of the largest gusts; the smallest are an eighth of it."),
          Param::integer("seed", 0).atLeast(0).doc("Which gusts: another number, other gusts."),
          Param::real("density", "kg/m^3", 1.2)
              .range(0, 1e5)
              .doc("Density; 1.2 is air, 1000 water. Water's own inertia is not counted."),
          Param::real("drag", "", 0.5)
              .range(0, 1e3)
              .doc("Drag coefficient of a ball; plates across the wind have twice that."),
          Param::boolean("buoyancy", true)
              .doc("Whether parts are lifted by the weight of the air that they take the place "
                   "of."),
          Param::list("parts", Param::part("part"))
              .doc("Parts that feel it; when none are given, all do."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Force>> {
    Air::Spec spec;
    spec.density = params.real("density");
    spec.drag = params.real("drag");
    spec.lifts = params.boolean("buoyancy");
    for (const Value& part : params.list("parts")) {
      spec.parts.push_back(std::get<std::string>(part.content));
    }
    Wind wind({params.curve("wind"), params.curve("gusts"), params.real("gust_size"),
               static_cast<std::uint64_t>(params.integer("seed"))});
    return std::unique_ptr<Force>(std::make_unique<Air>(std::move(spec), std::move(wind)));
  };
  return kind;
}

}  // namespace sinew
