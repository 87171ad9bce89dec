// What only changes the look of a scene changes no bit of its motion.
#include <gtest/gtest.h>

#include "tests/conformance/ConstraintCases.h"
#include "tests/support/OtherValue.h"

namespace sinew::test {
namespace {

std::uint64_t hashAfterAWhile(const CaseScene& scene) {
  Simulator simulator(scene.world());
  simulator.advanceTo(0.1);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  return simulator.state().hash();
}

std::vector<ParamSpec> lookOf(const ParamTable& table) {
  std::vector<ParamSpec> look;
  for (const ParamSpec& spec : table) {
    if (spec.effect == Effect::Look) look.push_back(spec);
  }
  return look;
}

TEST(LookConformance, OfAPartChangesNoMotion) {
  int tried = 0;
  for (const PartCase& part : movingParts()) {
    const std::uint64_t plain = hashAfterAWhile(CaseScene().part(part, "it", Vec3(0, 1, 0)));
    for (const ParamSpec& spec : lookOf(part.kind->table)) {
      const NamedValues other = {{spec.key, otherValue(spec)}};
      EXPECT_EQ(hashAfterAWhile(CaseScene().part(part, "it", Vec3(0, 1, 0), other)), plain)
          << part.label << " " << spec.key;
      ++tried;
    }
  }
  EXPECT_GT(tried, 0);
}

TEST(LookConformance, OfAConstraintChangesNoMotion) {
  int tried = 0;
  for (const ConstraintCase& constraint : constraintCases()) {
    const std::uint64_t plain = hashAfterAWhile(apartScene(constraint, simplestFor(constraint)));
    for (const ParamSpec& spec : lookOf(constraint.kind->table)) {
      const NamedValues other = {{spec.key, otherValue(spec)}};
      EXPECT_EQ(hashAfterAWhile(apartScene(constraint, simplestFor(constraint), other)), plain)
          << constraint.label << " " << spec.key;
      ++tried;
    }
  }
  EXPECT_GT(tried, 0);
}

// A motion that no parameter could change would pass the above.
TEST(LookConformance, MotionDoesChangeWithWhatIsNotLook) {
  const PartCase& bead = particleCase();
  EXPECT_NE(hashAfterAWhile(CaseScene().part(bead, "it", Vec3(0, 1, 0))),
            hashAfterAWhile(CaseScene().part(bead, "it", Vec3(0, 1.5, 0))));
}

}  // namespace
}  // namespace sinew::test
