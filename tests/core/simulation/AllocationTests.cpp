// Once a scene has warmed up, a step takes no memory from the heap. Counted where all of it comes
// from: this program's malloc is the C library's with a counter in front.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "tests/support/SceneBuilder.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_COUNTS_MEMORY 0
#else
#define SINEW_COUNTS_MEMORY 1
#endif

#if SINEW_COUNTS_MEMORY
namespace {
std::atomic<long> allocationCount{0};
}
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the C library's own names
void* __libc_malloc(std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
// NOLINTEND(readability-identifier-naming)
void* malloc(std::size_t size) noexcept {
  allocationCount.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  allocationCount.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
}

namespace sinew::test {
namespace {

void addChain(SceneBuilder& builder, int links) {
  for (int i = 0; i < links; ++i) {
    const std::string name = fmt::format("bead{}", i);
    builder.part("particle", name, {{"position", Vec3(0.1 * i, 0, 0)}});
    if (i == 0) {
      builder.constraint("position", "top", {{"point", at(name)}});
    } else {
      builder.constraint(
          "distance", fmt::format("link{}", i),
          {{"a", at(name)}, {"b", at(fmt::format("bead{}", i - 1))}, {"length", 0.1}});
    }
  }
}

void addJoinedBodies(SceneBuilder& builder) {
  builder.part("superquadric", "body", {{"position", Vec3(0, 3, 0)}});
  builder.part("superquadric", "limb", {{"position", Vec3(1, 3, 0)}});
  builder.constraint("point_to_point", "shoulder",
                     {{"a", at("body", {0.0, 0.0})}, {"b", at("limb", {0.1, 3.0})}});
}

void addRepetition(SceneBuilder& builder) {
  builder.constraint("point_to_point", "shoulder_again",
                     {{"a", at("body", {0.0, 0.0})}, {"b", at("limb", {0.1, 3.0})}});
  builder.constraint("position", "elsewhere", {{"point", at("bead0")}, {"target", Vec3(0, 1, 0)}});
}

/// A rope held at its ends, that sags and swings.
void addRope(SceneBuilder& builder, const std::string& name, double z) {
  builder.part("rope", name, {{"position", Vec3(0, 1, z)}, {"velocity", Vec3(0, 0, 0.3)}});
  builder.constraint("position", name + "_start",
                     {{"point", at(name, {0})}, {"target", Vec3(0, 1, z)}});
  builder.constraint("position", name + "_end",
                     {{"point", at(name, {1})}, {"target", Vec3(0.95, 1, z)}});
}

/// All that slides: an eyelet in space, pearls that touch, a bead that is led.
void addWhatSlides(SceneBuilder& builder) {
  builder.settings({{"contact", "springs"}, {"step", 0.002}});
  addRope(builder, "line", 0);
  for (int i = 0; i < 3; ++i) {
    const double along = 0.4 + 0.06 * i;
    const std::string name = fmt::format("pearl{}", i);
    builder.part("particle", name, {{"mass", 0.02}, {"position", Vec3(along, 1, 0)}});
    builder.constraint("pearl", name + "_threaded",
                       {{"a", at("line", {along})}, {"b", at(name)}, {"friction", 0.2}});
  }
  addRope(builder, "lace", 0.5);
  builder.constraint("keyhole", "eyelet",
                     {{"a", at("lace", {0.5})}, {"place", Vec3(0.5, 1, 0.5)}, {"friction", 0.2}});
  builder.part("particle", "led", {{"mass", 0.02}, {"position", Vec3(0.2, 1, 0.5)}});
  Curve along;
  along.keys = {{0, {0.2}}, {2, {0.8}}};
  builder.constraint("trajectory", "led_along",
                     {{"a", at("led")}, {"b", at("lace", {0.2})}, {"along", along}});
}

void addContactAndForce(SceneBuilder& builder, double ground) {
  builder.part("plane", "ground", {{"position", Vec3(0, ground, 0)}});
  builder.part("particle", "ball", {{"position", Vec3(5, 0, 0)}});
  Curve force;
  force.components = 3;
  force.keys = {{0, {0, 0, 0}}, {1, {1, 0, 0}}, {2, {0, 0, 1}}};
  builder.force("point_force", "wind", {{"point", at("ball")}, {"force", force}});
}

long allocationsOf(SceneBuilder& builder, const char* integrator, bool grab = false) {
  builder.settings({{"integrator", integrator}, {"tolerance", 1e-5}});
  Simulator simulator(builder.world());
  if (grab) simulator.post(GrabCommand{0, "body", {0.0, 0.0}, Vec3(0, 3.5, 0), 0, 0});
  simulator.advanceTo(0.3);
  const long before = allocationCount;
  for (int i = 0; i < 40; ++i) simulator.step(0.5);
  const long after = allocationCount;
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  return after - before;
}

class Allocation : public testing::TestWithParam<const char*> {};

TEST_P(Allocation, IsCountedAtAll) {
  const long before = allocationCount;
  const Reals some(100, 1.0);
  EXPECT_GT(allocationCount - before, 0) << some.size();
}

TEST_P(Allocation, ChainTakesNone) {
  SceneBuilder builder;
  addChain(builder, 30);
  EXPECT_EQ(allocationsOf(builder, GetParam()), 0);
}

TEST_P(Allocation, JoinedBodiesTakeNone) {
  SceneBuilder builder;
  addJoinedBodies(builder);
  EXPECT_EQ(allocationsOf(builder, GetParam(), true), 0);
}

TEST_P(Allocation, ContactTakesNone) {
  SceneBuilder builder;
  addContactAndForce(builder, -0.06);  // a centimetre below the ball
  EXPECT_EQ(allocationsOf(builder, GetParam()), 0);
}

TEST_P(Allocation, PartingTakesNone) {
  SceneBuilder builder;
  addContactAndForce(builder, 50);  // on its way out all the time
  EXPECT_EQ(allocationsOf(builder, GetParam()), 0);
}

TEST_P(Allocation, WhatSlidesTakesNone) {
  SceneBuilder builder;
  addWhatSlides(builder);
  EXPECT_EQ(allocationsOf(builder, GetParam()), 0);
}

TEST_P(Allocation, RedundantAndConflictingConstraintsTakeNone) {
  SceneBuilder builder;
  builder.settings({{"contact", "springs"}});  // what swings about comes near ever more
  addChain(builder, 5);
  addJoinedBodies(builder);
  addRepetition(builder);
  EXPECT_EQ(allocationsOf(builder, GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Allocation,
                         testing::Values("euler", "rkf45", "implicit_euler", "bdf2"));

}  // namespace
}  // namespace sinew::test
#endif
