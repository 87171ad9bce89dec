#include "core/forces/Pressure.h"

#include <algorithm>

#include "core/model/ClosedSurface.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

// Of the volume without load: gas in a skin that is turned inside out still pushes it out.
constexpr double kLeastVolume = 0.01;

class Pressure final : public Force {
 public:
  struct Spec {
    std::string part;
    bool gas = false;
    Curve pressure;      // p [Pa] over that outside
    Curve fill;          // n/n₀ [–]
    double outside = 0;  // p₀ [Pa]
  };
  explicit Pressure(Spec spec) : m_spec(std::move(spec)) {}

  std::optional<Reach> surfaces() const override { return Reach{{m_spec.part}, true}; }

  // Boyle's law: (p₀ + p) V = n/n₀ p₀ V₀.
  void load(const SurfaceSample& on, const Surroundings& around, double /*step*/,
            SurfaceLoad& out) const override {
    double pressure = m_spec.pressure.at(around.time).value[0];
    if (m_spec.gas) {
      const double volume =
          std::max(volumeInside(*on.shape, on.position), kLeastVolume * on.unloadedVolume);
      const double share = m_spec.fill.at(around.time).value[0] * on.unloadedVolume / volume;
      pressure = m_spec.outside * (share - 1);
      out.volumeStiffness += m_spec.outside * share / volume;
    }
    addVolumeGradient(*on.shape, on.position, pressure, out.force);
  }

  bool isCoarse() const override { return true; }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    (m_spec.gas ? m_spec.fill : m_spec.pressure).eventTimes(from, to, out);
  }

 private:
  Spec m_spec;
};

}  // namespace

ForceKind pressureKind() {
  ForceKind kind;
  kind.name = "pressure";
  kind.label = "Pressure inside";
  kind.doc =
      "Blows up a closed part: with a pressure that is held whatever the part does, or with gas "
      "that is shut in and pushes back where the part is squeezed.";
  kind.table = withCommon(
      commonForceParams(),
      {
          Param::part("part").required().doc("What is blown up; a closed skin."),
          Param::choice("hold", {"pressure", "gas"})
              .doc("What stays: the pressure, or the amount of gas inside."),
          Param::real("pressure", "Pa", 0.0)
              .range(-1e9, 1e9)
              .keyable()
              .onlyFor("hold", {"pressure"})
              .doc("Pressure inside over that outside, if it is held. Less than 0 sucks."),
          Param::real("fill", "", 1.0)
              .range(0, 1e3)
              .keyable()
              .onlyFor("hold", {"gas"})
              .doc(
                  "Amount of gas, if it is shut in: 1 presses as hard as the air outside at the "
                  "size that the part has without load, also where it starts loaded, as after "
                  "Settle; 1.01 by 1 kPa harder. Much less than 1 crushes a soft part. The gas has "
                  "no weight of its own."),
          Param::real("outside", "Pa", 101325.0)
              .over(0)
              .range(0, 1e9)
              .onlyFor("hold", {"gas"})
              .doc("Pressure of the air outside: how hard gas is to squeeze."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Force>> {
    Pressure::Spec spec;
    spec.part = params.text("part");
    spec.gas = params.text("hold") == "gas";
    spec.pressure = params.curve("pressure");
    spec.fill = params.curve("fill");
    spec.outside = params.real("outside");
    return std::unique_ptr<Force>(std::make_unique<Pressure>(std::move(spec)));
  };
  return kind;
}

}  // namespace sinew
