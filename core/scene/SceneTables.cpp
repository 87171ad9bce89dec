#include "core/scene/SceneTables.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/scene/Accuracy.h"

namespace sinew {
namespace {

Param&& look(Param&& param) {
  return std::move(param).effect(Effect::Look);
}

ParamSpec locked() {
  return look(Param::boolean("locked", false))
      .doc("Whether the window refuses to change it, until it is unlocked.");
}

/// Of a file: the endings of those to choose from.
ParamSpec oneOf(std::vector<std::string> endings, ParamSpec spec) {
  spec.choices = std::move(endings);
  return spec;
}

/// Steps are cut to end on frames, so that quarters of one need no cutting. At 24 frames a second
/// and below, longer ones would damp swings too much, but for a draft.
double usualStep(const ParamReader& settings) {
  constexpr double kPerFrame = 4, kLongest = 1.0 / 96;  // [s]
  const double perFrame = kPerFrame * static_cast<double>(settings.integer("fps"));
  return accuracyOf(settings).step * std::min(1 / perFrame, kLongest);
}

}  // namespace

const ParamTable& settingsTable() {
  static const ParamTable table = {
      Param::choice("accuracy", {"live", "draft", "fine"})
          .doc("How exactly to simulate: draft takes half the time or less, fine many times it. It "
               "sets the step, unless that is given, and how far contact is solved for in it."),
      Param::text("integrator", "implicit_euler")
          .formerly(2, "euler")
          .doc("Method that advances time; one of the registered integrators."),
      Param::choice("scheme", {"semi_implicit", "forward"})
          .onlyFor("integrator", {"euler"})
          .doc("Order of Euler's two updates: semi_implicit moves positions with the new "
               "velocities, forward with the old ones."),
      Param::real("step", "s", 0.001)
          .range(1e-7, 1)
          .derived("a quarter of a frame, at most 1/96 s; for a draft twice, fine a sixth of that",
                   usualStep)
          .formerly(2, 0.001)
          .doc(
              "Longest time step of integrators that do not choose their own. Under Euler's method "
              "joints that turn by more than a tenth of a radian in it get shorter ones, to a "
              "64th."),
      Param::real("tolerance", "m", 1e-6)
          .range(1e-15, 1)
          .doc("Error allowed per second of motion by integrators that choose their own step."),
      Param::integer("fps", 24).range(1, 1000).doc(
          "Frames per second; steps end exactly on frames."),
      Param::vec3("gravity", "m/s^2", Vec3(0, -9.81, 0))
          .range(-1e6, 1e6)
          .keyable()
          .doc("Acceleration of free fall."),
      Param::choice("contact", {"analytic", "barrier", "springs", "sticky"})
          .formerly(2, "barrier")
          .doc("barrier keeps any two parts apart, however fast they are, but near places that a "
               "constraint ties together; what overlaps at the start is moved apart first. "
               "analytic solves for the impulses between parts, in steps of the length that the "
               "scene sets: implicit Euler advances what touches, and what is tied to that, the "
               "scene's integrator all else; quasi_static takes it for barrier. sticky holds "
               "places that meet until something pulls them off: nothing slides or bounces; euler "
               "and rkf45 do that by springs, which let parts in a little and give impacts back. "
               "springs let obstacles push the contact points of parts, and parts pass through "
               "each other; quasi_static takes sticky for them."),
      Param::real("contact_range", "m", 0.001)
          .over(0)
          .range(0, 1e3)
          .optional()
          .doc("Gap at which barrier contact sets in. When not given, a twentieth of the thinnest "
               "rope's diameter, or a hundredth of the smallest diameter of another part that "
               "moves, whichever is less, and at most 1 cm."),
      Param::real("friction", "", 0.5)
          .range(0, 10)
          .doc("Coulomb coefficient of contact between solid parts of which neither has its own; "
               "obstacles always have."),
      Param::real("restitution", "", 0.5)
          .range(0, 1)
          .doc("Share of the speed that an impact gives back, between solid parts of "
               "which neither has its own."),
      Param::integer("seed", 0).atLeast(0).doc("Start of every random sequence in the scene."),
  };
  return table;
}

const ParamTable& animationTable() {
  static const ParamTable table = {
      Param::real("duration", "s", 5.0)
          .range(0, 1e5)
          .effect(Effect::Look)
          .doc("How long the take is."),
  };
  return table;
}

const ParamTable& environmentTable() {
  static const ParamTable table = {
      Param::colour("background_top", Vec3(0.03, 0.04, 0.06))
          .doc("Backdrop high above the horizon."),
      Param::colour("background_bottom", Vec3(0.16, 0.185, 0.22))
          .doc("Backdrop at the horizon, into which the ground fades."),
      look(Param::real("exposure", "EV", 0.0).range(-10, 10).keyable())
          .doc("Brightness of the picture, in photographic stops."),
      look(Param::real("intensity", "", 1.0).range(0, 100).keyable())
          .doc("Strength of the environment's light."),
      look(Param::boolean("ground", true)).doc("Draws a ground plane; collides with nothing."),
      look(Param::real("ground_height", "m", 0.0).range(-1e6, 1e6))
          .doc("Height of the drawn ground plane."),
      Param::colour("ground_colour", Vec3(0.20, 0.21, 0.23)).doc("Colour of the ground plane."),
      look(Param::boolean("grid", false)).doc("Draws a grid on the ground."),
      look(Param::boolean("threads", true))
          .doc("Draws dashed threads between points that are still to be joined."),
  };
  return table;
}

const ParamTable& materialTable() {
  static const ParamTable table = {
      Param::colour("colour", Vec3(0.8, 0.8, 0.8)).doc("Base colour, linear red, green, blue."),
      look(Param::real("roughness", "", 0.45).range(0, 1)).doc("0 is a mirror, 1 is chalk."),
      look(Param::real("metallic", "", 0.0).range(0, 1))
          .doc("0 for plastics and skin, 1 for bare metal."),
      look(Param::real("clearcoat", "", 0.0).range(0, 1)).doc("A thin polished layer on top."),
      look(Param::real("sheen", "", 0.0).range(0, 1))
          .doc("Soft light at grazing angles, as cloth."),
      look(Param::real("specular", "", 0.5).range(0, 1))
          .doc("Reflectance straight on of what is no metal; 0.5 is 4 %."),
      look(Param::real("glow", "", 0.0).range(0, 100).keyable())
          .doc("Light the surface gives off by itself, times its colour."),
      oneOf(
          {"png", "jpg", "jpeg"},
          look(Param::asset("texture"))
              .doc("Picture that is put on, PNG or JPEG, and multiplied with the colour. The file "
                   "lies in the scene's folder or among the assets.")),
      look(Param::real("texture_size", "m", 0.2).over(0).range(0, 1e4))
          .doc("Width of the picture on the surface, where it repeats. Round ropes it goes a whole "
               "number of times."),
      look(Param::real("texture_turn", "rad", 0.0).range(-10, 10))
          .doc("How far the picture is turned on the surface, counter-clockwise; on ropes in "
               "quarter turns."),
      locked(),
  };
  return table;
}

const ParamTable& contactRuleTable() {
  static const ParamTable table = {
      Param::list("parts", Param::part("part"))
          .zeroMeans("all, unless a material is given")
          .doc("Parts on one side of the rule. With none, and without a material: all."),
      Param::material("material")
          .effect(Effect::Rebuild)
          .doc("What is of this material is on that side, too."),
      Param::list("others", Param::part("part"))
          .zeroMeans("all, unless a material is given")
          .doc("Parts on the other side of the rule. With none, and without a material: all."),
      Param::material("other_material")
          .effect(Effect::Rebuild)
          .doc("What is of this material is on that side, too."),
      Param::choice("response", {"scene", "none", "solid", "sticky", "springs"})
          .doc(
              "What they do where they touch. scene leaves it as it is. none: they pass through "
              "each other. solid keeps them apart, by barriers if the scene's contact is barrier, "
              "else as analytic does. sticky and springs are as in the scene's settings (sticky by "
              "springs also where the scene's contact is barrier). Of "
              "several rules for one pair the last counts; what passes_through or contact_group "
              "lets pass, passes."),
      Param::real("friction", "", 0.5)
          .range(0, 10)
          .optional()
          .onlyFor("response", {"scene", "solid", "springs"})
          .doc("Coulomb coefficient between the two, whatever their surfaces have. When not given, "
               "that of their surfaces."),
      Param::real("restitution", "", 0.5)
          .range(0, 1)
          .optional()
          .onlyFor("response", {"scene", "solid", "sticky"})
          .doc("Share of the speed that an impact of the two gives back, whatever their surfaces "
               "have. When not given, that of their surfaces, or none where they stick. Sticky "
               "springs give back all."),
      Param::boolean("ignored", false).doc("Whether the simulation goes as if it were not there."),
      locked(),
  };
  return table;
}

const ParamTable& groupTable() {
  static const ParamTable table = {
      Param::list("members", Param::part("member"))
          .effect(Effect::Look)
          .doc("Parts that belong together."),
      look(Param::vec3("pivot", "m", Vec3::Zero()).range(-1e6, 1e6).optional())
          .doc("What they turn about when they are turned by hand. When not given, their middle."),
      look(Param::boolean("visible", true).keyable())
          .doc("Whether its parts are drawn, those of them that are visible."),
      look(Param::boolean("locked", false))
          .doc("Whether the window refuses to change it and its parts, until it is unlocked."),
  };
  return table;
}

const ParamTable& markerTable() {
  static const ParamTable table = {
      Param::real("time", "s", 0.0).range(0, 1e5).effect(Effect::Look).doc("Where it stands."),
      Param::text("text").effect(Effect::Look).doc("What happens there."),
      locked(),
  };
  return table;
}

const ParamTable& cameraTable() {
  static const ParamTable table = {
      look(Param::vec3("position", "m", Vec3(0, 1.2, 4)).range(-1e6, 1e6).keyable())
          .doc("Where the camera stands."),
      look(Param::vec3("target", "m", Vec3(0, 0.5, 0)).range(-1e6, 1e6).keyable())
          .doc("The point it looks at."),
      look(Param::vec3("up", "", Vec3::UnitY()).keyable())
          .doc("The direction that is up in the picture."),
      look(Param::real("field_of_view", "rad", 0.6).range(0.02, 2.8).keyable().lens())
          .doc(
              "Vertical opening angle. The window takes focal lengths too, of a lens before a film "
              "24 mm high: 50 mm."),
      look(Param::real("near", "m", 0.0).range(0, 1e6).zeroMeans("from the scene"))
          .doc("Distance at which drawing starts; 0 is chosen from the scene."),
      look(Param::real("far", "m", 0.0).range(0, 1e9).zeroMeans("from the scene"))
          .doc("Distance at which drawing ends; 0 is chosen from the scene."),
      look(Param::real("exposure", "EV", 0.0).range(-10, 10).keyable())
          .doc("Photographic stops added while this camera is looked through."),
      locked(),
  };
  return table;
}

const ParamTable& lightTable() {
  static const ParamTable table = {
      look(Param::choice("type", {"sun", "sky"}))
          .doc("sun shines from one direction, sky from everywhere."),
      look(Param::vec3("direction", "", Vec3(-0.45, 0.75, 0.5)).keyable().onlyFor("type", {"sun"}))
          .doc("Towards the sun; its length does not matter."),
      Param::colour("colour", Vec3(1, 0.96, 0.9)).doc("Colour of the sun, or of the zenith."),
      look(Param::real("intensity", "", 1.0).range(0, 100).keyable())
          .doc("Strength; 1 is that of the built-in studio."),
      look(Param::real("softness", "rad", 0.05).range(0, 0.5).onlyFor("type", {"sun"}))
          .doc("Half angle of the sun's disc: how soft the edge of its shadows is."),
      look(Param::boolean("shadows", true).onlyFor("type", {"sun"}))
          .doc("Whether the sun casts shadows."),
      Param::colour("horizon_colour", Vec3(0.80, 0.84, 0.90))
          .onlyFor("type", {"sky"})
          .doc("Sky: colour at eye level."),
      Param::colour("ground_colour", Vec3(0.34, 0.31, 0.29))
          .onlyFor("type", {"sky"})
          .doc("Sky: light from below."),
      locked(),
  };
  return table;
}

ParamTable commonPartParams(InFilms inFilms) {
  return {
      Param::material("material")
          .doc("Material that the surface is made of, for drawing and for rules of contact."),
      Param::colour("colour", Vec3::Zero())
          .optional()
          .doc("Colour of this part instead of its material's."),
      look(Param::boolean("visible", true).keyable()).doc("Whether it is drawn."),
      look(Param::boolean("in_films", inFilms == InFilms::Yes))
          .doc("Whether films and pictures show it; if not, it only helps while working."),
      Param::boolean("ignored", false)
          .doc("Whether the simulation leaves it out, and what holds on to it, as if neither were "
               "in the scene."),
      Param::list("passes_through", Param::part("part"))
          .doc("Parts that it passes through instead of touching them."),
      Param::text("contact_group")
          .doc("Parts with the same contact group, unless it is empty, pass through each other."),
      Param::boolean("self_contact", false)
          .doc("Whether it touches itself instead of passing through itself: ropes that tangle. "
               "Not at all if a constraint ties it to itself."),
      locked(),
  };
}

ParamSpec restitutionParam() {
  return Param::real("restitution", "", 0.5)
      .range(0, 1)
      .optional()
      .doc(
          "Share of the speed that a blow gives back in barrier contact: 0 thuds, 1 bounces. Of "
          "two parts the larger counts. When not given, the other's, else the scene's.");
}

ParamTable commonMovingPartParams() {
  return withCommon(commonPartParams(), {
                                            Param::real("friction", "", 0.5)
                                                .range(0, 10)
                                                .optional()
                                                .doc("Coulomb coefficient of its surface in "
                                                     "barrier contact; with another that has its "
                                                     "own, the root of both multiplied. When not "
                                                     "given, the other's, else the scene's."),
                                            restitutionParam(),
                                            Param::vec3("position", "m", Vec3::Zero())
                                                .range(-1e6, 1e6)
                                                .effect(Effect::Start)
                                                .doc("Where its origin is at the start."),
                                            Param::vec3("velocity", "m/s", Vec3::Zero())
                                                .range(-1e6, 1e6)
                                                .effect(Effect::Start)
                                                .doc("How fast its origin moves at the start."),
                                            Param::real("gravity_scale", "", 1.0)
                                                .range(-1e3, 1e3)
                                                .keyable()
                                                .doc("Share of the scene's gravity that it feels."),
                                        });
}

ParamTable commonPosedPartParams() {
  return withCommon(commonMovingPartParams(),
                    {
                        Param::rotation("orientation")
                            .effect(Effect::Start)
                            .doc("How it is turned at the start, from part axes to world axes."),
                        Param::vec3("angular_velocity", "rad/s", Vec3::Zero())
                            .range(-1e6, 1e6)
                            .effect(Effect::Start)
                            .doc("How fast it spins at the start, in world axes."),
                    });
}

ParamTable commonConstraintParams() {
  return {
      Param::boolean("activation", true)
          .keyable()
          .doc("Whether the constraint acts; keyed, it may be switched on and off."),
      Param::real("assembly_time", "s", 0.5)
          .range(1e-5, 1e5)
          .doc("Time from activation until the gap has shrunk to 1 % of what it was."),
      Param::real("progress", "", 0.0)
          .range(0, 1)
          .keyable()
          .optional()
          .doc("Share of the gap that is closed, directed by hand: 0 keeps it, 1 closes it. When "
               "not given, the gap closes by itself within assembly_time."),
      Param::real("max_force", "N", 0.0)
          .atLeast(0)
          .zeroMeans("no limit")
          .doc("Force at which the constraint breaks for good; 0 never breaks."),
      Param::real("compliance", "m/N", 0.0)
          .range(0, 1e6)
          .zeroMeans("holds exactly")
          .doc("How far it gives way per newton, as a spring does: 0.001 stretches by 1 cm under "
               "1 kg. Angles give way like a lever as long as the part."),
      Param::real("damping_time", "s", 0.02)
          .range(0, 1e3)
          .doc("Damping over stiffness, of what gives way: a mass m comes to rest soonest at "
               "2 sqrt(m compliance); with less it swings longer, at 0 on and on."),
      look(Param::boolean("visible", true)).doc("Whether it is drawn."),
      locked(),
  };
}

ParamTable commonForceParams() {
  return {
      look(Param::boolean("visible", true)).doc("Whether its arrow is drawn."),
      locked(),
  };
}

ParamTable withCommon(ParamTable common, ParamTable own) {
  common.insert(common.end(), std::make_move_iterator(own.begin()),
                std::make_move_iterator(own.end()));
  return common;
}

}  // namespace sinew
