// What is mirrored is its mirror image: where it begins, how it moves, and where constraints hold.
#include "core/scene/Mirroring.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/scene/MakePart.h"
#include "core/scene/SceneJson.h"
#include "tests/conformance/ConstraintCases.h"
#include "tests/conformance/PartPresets.h"
#include "tests/support/OtherValue.h"

namespace sinew::test {
namespace {

constexpr double kExact = 1e-9;    // of the part's size
constexpr double kDrawn = 4e-6;    // of it: vertices are single precision
constexpr double kMoved = 5e-5;    // of it: rounding on the way
constexpr double kAside = 0.3125;  // [m] of the mirror

Scene sceneOf(const conformance::PartPreset& preset) {
  Scene scene;
  scene[Section::Parts].push_back({"part", preset.kind, preset.values});
  return scene;
}

/// The image of a scene of one part; nothing if it has none.
std::optional<Scene> imageOf(const Scene& scene, const Mirror& mirror) {
  const MirroredScene image = mirrored(scene, scene, builtins(), mirror);
  return image.no.empty() ? std::optional(image.scene) : std::nullopt;
}

/// A part at an instant.
struct Instant {
  Instant(const Entity& entity, double time)
      : part(sinew::makePart(builtins(), entity)), scratch(part->makeScratch()) {
    Reals q(static_cast<std::size_t>(part->dims().q)), v(static_cast<std::size_t>(part->dims().v));
    part->initialState(q.data(), v.data());
    part->update({q.data(), v.data(), time}, *scratch);
  }
  std::vector<Vec3> drawn() const {
    std::vector<float> x(3 * part->tessellation().material.size());
    part->tessellate(*scratch, x);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < x.size(); i += 3) points.emplace_back(x[i], x[i + 1], x[i + 2]);
    return points;
  }
  void locate(const std::vector<double>& at, Vec3& place, Vec3& velocity) const {
    const auto point = part->resolve(at);
    ASSERT_TRUE(point) << point.error().message;
    part->locate(*scratch, *point, place, velocity);
  }

  std::unique_ptr<Part> part;
  std::unique_ptr<PartScratch> scratch;
};

/// How many of the points lie nowhere among the others.
int strayed(const std::vector<Vec3>& points, std::vector<Vec3> among, double tolerance) {
  std::ranges::sort(among, {}, [](const Vec3& x) { return x.x(); });
  int strayed = 0;
  for (const Vec3& point : points) {
    auto near = std::ranges::lower_bound(among, point.x() - tolerance, {},
                                         [](const Vec3& x) { return x.x(); });
    while (near != among.end() && near->x() <= point.x() + tolerance &&
           (*near - point).norm() > tolerance) {
      ++near;
    }
    strayed += near == among.end() || near->x() > point.x() + tolerance;
  }
  return strayed;
}

std::vector<double> materialOf(const MeshTopology& mesh, std::size_t vertex) {
  const auto& material = mesh.material[vertex];
  return {material.begin(), material.begin() + mesh.coordinates};
}

/// Values as far from their defaults as the kind takes them, one after the other.
ParamValues otherValues(const PartKind& kind) {
  ParamValues values;
  for (const ParamSpec& spec : kind.table) {
    if (spec.type == ParamType::PartRef || spec.type == ParamType::MaterialRef ||
        spec.type == ParamType::List || spec.key == "ignored")
      continue;
    ParamValues more = values;
    more.set(spec, otherValue(spec));
    if (kind.create(ParamReader(kind.table, more))) values = std::move(more);
  }
  return values;
}

/// Every kind in all its forms, at random and with everything set; what can be keyed, keyed.
std::vector<conformance::PartPreset> presets() {
  auto all = conformance::partPresets(builtins());
  for (const PartKind& kind : builtins().parts())
    all.push_back({kind.name + "_other", kind.name, otherValues(kind)});
  std::mt19937 random(7);
  for (conformance::PartPreset& preset : all) {
    const PartKind& kind = *builtins().part(preset.kind);
    for (const ParamSpec& spec : kind.table) {
      if (!spec.keyable || spec.type != ParamType::Vector) continue;
      ParamValues keyed = preset.values;
      keyed.set(spec, randomCurve(spec, random));
      if (kind.create(ParamReader(kind.table, keyed))) preset.values = std::move(keyed);
    }
  }
  return all;
}

class MirroredPart : public testing::TestWithParam<conformance::PartPreset> {};

TEST_P(MirroredPart, IsItsMirrorImageOrSaysThatItHasNone) {
  const Scene scene = sceneOf(GetParam());
  const PartKind& kind = *builtins().part(GetParam().kind);
  for (int axis = 0; axis < 3; ++axis) {
    const Mirror mirror{axis, kAside};
    const auto image = imageOf(scene, mirror);
    if (!image) {
      EXPECT_FALSE(kind.mirror);
      continue;
    }
    EXPECT_TRUE(readScene(writeScene(*image, builtins()), builtins())) << "legal values";
    for (const double time : {0.0, 0.7}) {
      const Instant before(scene.parts().front(), time), after(image->parts().front(), time);
      const double size = before.part->size() + before.drawn().front().norm();
      std::vector<Vec3> seen = before.drawn();
      for (Vec3& x : seen) x = mirror.place(x);
      EXPECT_EQ(strayed(seen, after.drawn(), kDrawn * size), 0) << "along axis " << axis;
      EXPECT_EQ(seen.size(), after.drawn().size());
    }
  }
}

TEST_P(MirroredPart, HasItsMaterialPointsAtTheMirroredPlaces) {
  const Scene scene = sceneOf(GetParam());
  const PartKind& kind = *builtins().part(GetParam().kind);
  if (!kind.mirror) return;
  for (int axis = 0; axis < 3; ++axis) {
    const Mirror mirror{axis, kAside};
    const auto image = imageOf(scene, mirror);
    ASSERT_TRUE(image);
    const Instant before(scene.parts().front(), 0.4), after(image->parts().front(), 0.4);
    const MirrorImage said =
        kind.mirror(ParamReader(kind.table, scene.parts().front().values), *before.part, axis);
    const MeshTopology mesh = before.part->tessellation();
    for (std::size_t i = 0; i < mesh.material.size(); i += 1 + mesh.material.size() / 97) {
      const std::vector<double> at = materialOf(mesh, i);
      Vec3 place, velocity, imagePlace, imageVelocity;
      before.locate(at, place, velocity);
      after.locate(said.point ? said.point(at) : at, imagePlace, imageVelocity);
      const double size = before.part->size() + place.norm();
      EXPECT_LT((imagePlace - mirror.place(place)).norm(), kExact * size) << "along axis " << axis;
      EXPECT_LT((imageVelocity - mirror.direction(velocity)).norm(),
                kExact * (size + velocity.norm()));
    }
  }
}

TEST_P(MirroredPart, TwiceIsAsItWas) {
  const Scene scene = sceneOf(GetParam());
  const Mirror mirror{0, 0.25};
  const auto once = imageOf(scene, mirror);
  if (!once) return;
  const auto twice = imageOf(*once, mirror);
  ASSERT_TRUE(twice);
  const Instant before(scene.parts().front(), 0.4), after(twice->parts().front(), 0.4);
  const double size = before.part->size() + before.drawn().front().norm();
  EXPECT_EQ(strayed(before.drawn(), after.drawn(), kDrawn * size), 0);
}

INSTANTIATE_TEST_SUITE_P(Parts, MirroredPart, testing::ValuesIn(presets()),
                         [](const auto& preset) { return preset.param.name; });

/// Where parts are after a while, at some material points.
std::vector<Vec3> placesAfter(const Scene& scene, double time, bool& went) {
  const auto world = World::compile(scene, builtins());
  went = world.has_value();
  if (!went) return {};
  Simulator simulator(*world);
  went = simulator.advanceTo(time).status == RunStatus::Ok;
  std::vector<Vec3> places;
  for (std::size_t p = 0; p < (*world)->parts().size(); ++p) {
    const CompiledPart& part = (*world)->parts()[p];
    std::vector<float> x(3 * part.part->tessellation().material.size());
    part.part->tessellate(simulator.dynamics().scratch(static_cast<int>(p)), x);
    for (std::size_t i = 0; i < x.size(); i += 3) places.emplace_back(x[i], x[i + 1], x[i + 2]);
  }
  return places;
}

void expectMirroredMotion(const Scene& scene, const Mirror& mirror, const std::string& what) {
  const MirroredScene image = mirrored(scene, scene, builtins(), mirror);
  ASSERT_TRUE(image.no.empty() && image.untied.empty()) << what;
  constexpr double kWhile = 0.01;  // [s]
  bool went = false, imageWent = false;
  std::vector<Vec3> places = placesAfter(scene, kWhile, went);
  const std::vector<Vec3> images = placesAfter(image.scene, kWhile, imageWent);
  EXPECT_EQ(went, imageWent) << what;
  if (!went || !imageWent) return;
  double size = 1;
  for (Vec3& x : places) {
    x = mirror.place(x);
    size = std::max(size, x.norm());
  }
  double off = kDrawn + kMoved;
  while (off < 1 && strayed(places, images, off * size) > 0) off *= 3;
  EXPECT_LE(off, kDrawn + kMoved) << what << " along axis " << mirror.axis;
}

/// How far a scene's only constraint is from holding as it begins [m].
double gapAtStart(const Scene& scene) {
  const auto world = World::compile(scene, builtins());
  EXPECT_TRUE(world);
  return world ? violation(Simulator(*world), 0) : -1;
}

void expectMirroredHold(const Scene& scene, const Mirror& mirror, const std::string& what) {
  const MirroredScene image = mirrored(scene, scene, builtins(), mirror);
  ASSERT_TRUE(image.no.empty() && image.untied.empty()) << what;
  const double gap = gapAtStart(scene);
  EXPECT_NEAR(gapAtStart(image.scene), gap, 1e-9 * (1 + gap)) << what;
}

TEST(MirroredMotion, OfEveryKindOfPartIsTheMirrorImage) {
  for (const conformance::PartPreset& preset : conformance::partPresets(builtins())) {
    if (!builtins().part(preset.kind)->mirror) continue;
    Scene scene = sceneOf(preset);
    scene.settings.set(*findParam(settingsTable(), "step"), 1e-4);
    scene.settings.set(*findParam(settingsTable(), "gravity"), Vec3(0.0, 0.0, 0.0));
    for (int axis = 0; axis < 3; ++axis) expectMirroredMotion(scene, {axis, kAside}, preset.name);
  }
}

TEST(MirroredConstraint, HoldsAsMuchAsWhatItIsTheImageOf) {
  for (const ConstraintCase& constraint : constraintCases()) {
    const CaseScene scene = apartScene(constraint, simplestFor(constraint));
    for (int axis = 0; axis < 3; ++axis)
      expectMirroredHold(scene.scene(), {axis, kAside}, constraint.label);
  }
}

TEST(MirroredMotion, OfWhatForcesPullIsTheMirrorImage) {
  SceneBuilder builder;
  builder.settings({{"step", 0.001}});
  builder.part("superquadric", "wing",
               {{"radii", Vec3(0.1, 0.2, 0.5)}, {"motion", "global"}, {"twist", 0.4}});
  builder.force("point_force", "pull",
                {{"point", at("wing", {0.3, 0.7})}, {"force", Vec3(0.4, 0.3, -0.2)}});
  builder.force("air", "breeze", {{"wind", Vec3(2, 0, 1)}, {"parts", ValueList{"wing"}}});
  for (const int axis : {0, 2}) expectMirroredMotion(builder.scene(), {axis, kAside}, "forces");
}

}  // namespace
}  // namespace sinew::test
