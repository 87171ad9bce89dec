// What the handles and the scaling of every kind of part must hold, found through the registry.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/contact/Closest.h"
#include "core/scene/PartHandles.h"
#include "tests/conformance/PartPresets.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::conformance {
namespace {

using test::builtins;

/// A part's surface where it begins.
struct Skin {
  explicit Skin(const Part& part) : mesh(part.tessellation()), x(3 * mesh.material.size()) {
    Reals q(part.dims().q), v(part.dims().v);
    part.initialState(q.data(), v.data());
    const auto scratch = part.makeScratch();
    part.update({q.data(), v.data(), 0}, *scratch);
    part.tessellate(*scratch, x);
  }
  std::size_t count() const { return mesh.material.size(); }
  Vec3 at(std::size_t i) const { return {x[3 * i], x[3 * i + 1], x[3 * i + 2]}; }
  double size() const {
    Vec3 low = at(0), high = low;
    for (std::size_t i = 1; i < count(); ++i) {
      low = low.cwiseMin(at(i));
      high = high.cwiseMax(at(i));
    }
    return (high - low).norm();
  }
  double distanceTo(const Vec3& place) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& corners : mesh.triangles) {
      const std::array<Vec3, 4> points = {place, at(corners[0]), at(corners[1]), at(corners[2])};
      least = std::min(least, closest(Pairing::VertexFace, points.data()).distance);
    }
    return least;
  }

  MeshTopology mesh;
  std::vector<float> x;
};

class HandleConformance : public testing::TestWithParam<PartPreset> {
 protected:
  Entity entity() const { return {"it", GetParam().kind, GetParam().values}; }
  const PartKind& kind() const { return *builtins().part(GetParam().kind); }
  PartHandles handles() const { return {builtins(), entity()}; }
  std::unique_ptr<Part> make(const Entity& entity) const {
    auto part = kind().create(ParamReader(kind().table, entity.values));
    return part ? std::move(*part) : nullptr;
  }
};

/// A legal number somewhat away from the one a handle has.
double otherNumber(const PartHandles& part, const PartHandle& handle) {
  const double now = std::get<double>(part.valueAt(handle).content);
  const NumberRange range = part.range(handle);
  const double away = 0.2 * std::max(std::abs(now), part.spec(handle).unit == "m" ? 0.01 : 0.5);
  return now + away <= range.most ? now + away : now - away;
}

TEST_P(HandleConformance, EachSetsAValueOfItsOwnAndLiesOnThePart) {
  const PartHandles part = handles();
  const auto made = make(entity());
  ASSERT_NE(made, nullptr);
  const Skin skin(*made);
  // With some random values a curve has too few control points for what it is drawn as.
  const double slack = GetParam().name.find("random") == std::string::npos ? 0.03 : 0.2;
  const std::vector<PartHandle> all = part.all();
  EXPECT_FALSE(all.empty()) << "nothing of it can be set by hand";
  for (const PartHandle& handle : all) {
    ASSERT_NE(findParam(kind().table, handle.key), nullptr) << handle.key;
    EXPECT_EQ(std::ranges::count_if(all, [&](const auto& h) { return h.sets(handle); }), 1)
        << handle.key;
    ASSERT_TRUE(handle.at.allFinite()) << handle.key;
    EXPECT_LT(skin.distanceTo(handle.at), slack * skin.size()) << handle.key;
    EXPECT_LT((part.placeWith(handle, part.valueAt(handle)) - handle.at).norm(), 1e-12)
        << handle.key << " lies elsewhere when nothing has changed";
  }
}

TEST_P(HandleConformance, FromItsPlaceTheValueComesBack) {
  const PartHandles part = handles();
  for (const PartHandle& handle : part.all()) {
    if (part.isFree(handle)) {
      const Vec3 to = handle.at + Vec3(0.02, -0.01, 0.03);
      const Vec3 found = part.placeWith(handle, Value(part.vectorFor(handle, to)));
      EXPECT_LT((found - to).norm(), 1e-9) << handle.key;
      continue;
    }
    const double wanted = otherNumber(part, handle);
    const Vec3 to = part.placeWith(handle, wanted);
    const Vec3 way = to - handle.at;
    ASSERT_GT(way.norm(), 1e-7) << handle.key << " leads nowhere";
    const Vec3 across = way.unitOrthogonal();
    for (const Vec3& sight : {across, Vec3(across + way.normalized())}) {
      const double found = part.numberNear(handle, to - 3 * sight, sight);
      EXPECT_NEAR(found, wanted, 1e-5 * (1 + std::abs(wanted))) << handle.key;
    }
  }
}

TEST_P(HandleConformance, HoweverFarItIsDraggedTheValueStaysLegal) {
  const PartHandles part = handles();
  for (const PartHandle& handle : part.all()) {
    const ParamSpec& spec = part.spec(handle);
    for (const double far : {-1e7, 1e7}) {
      Value value;
      if (part.isFree(handle)) {
        value = Value(part.vectorFor(handle, Vec3::Constant(far)));
      } else {
        const Vec3 way = part.placeWith(handle, otherNumber(part, handle)) - handle.at;
        const Vec3 aside = handle.at + far * way.normalized(), sight = way.unitOrthogonal();
        value = Value(part.numberNear(handle, aside - 3 * sight, sight));
      }
      const Fitted changed = {{spec.key, part.with(handle, value)}};
      EXPECT_TRUE(partWith(builtins(), entity(), changed, Trial::EachValue)) << handle.key;
    }
  }
}

// As Registry.h has it of PartKind::scaled, and of kinds without.
TEST_P(HandleConformance, ScaledAlikeEverythingIsAsManyTimesAsFarFromTheOrigin) {
  constexpr double kTimes = 1.7;
  const Fitted values = scaledPart(builtins(), entity(), Vec3::Constant(kTimes));
  EXPECT_FALSE(values.empty());
  const auto scaled = partWith(builtins(), entity(), values);
  ASSERT_TRUE(scaled) << scaled.error().message;
  const auto before = make(entity()), after = make(*scaled);
  ASSERT_TRUE(before && after);
  const Skin small(*before), large(*after);
  ASSERT_EQ(small.count(), large.count());
  const Vec3 origin = ParamReader(kind().table, entity().values).vec3("position");
  double off = 0;
  for (std::size_t i = 0; i < small.count(); ++i)
    off = std::max(off, (large.at(i) - origin - kTimes * (small.at(i) - origin)).norm());
  EXPECT_LT(off, 1e-5 * large.size());
}

TEST_P(HandleConformance, StretchedAlongOneAxisItIsStillAPart) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 factors = Vec3::Ones();
    factors[axis] = 1.25;
    const Fitted values = scaledPart(builtins(), entity(), factors);
    EXPECT_TRUE(partWith(builtins(), entity(), values, Trial::EachValue)) << "XYZ"[axis];
  }
}

/// The presets, and of every kind that is drawn through places one that is.
std::vector<PartPreset> presets() {
  std::vector<PartPreset> all = partPresets(builtins());
  const ValueList places = {Vec3(0.3, 0.1, 0), Vec3(0.5, 0.4, -0.2), Vec3(0.9, 0.3, 0.1)};
  for (const PartKind& kind : builtins().parts()) {
    for (const ParamSpec& spec : kind.table) {
      if (spec.type != ParamType::List || spec.item.front().type != ParamType::Vector) continue;
      PartPreset drawn{kind.name + "_through_places", kind.name, {}, false};
      drawn.values.set(spec, places);
      if (makePart(builtins(), drawn)) all.push_back(std::move(drawn));
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Builtins, HandleConformance, testing::ValuesIn(presets()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sinew::conformance
