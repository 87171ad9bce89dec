#pragma once
#include "core/registry/Registry.h"
#include "core/scene/SceneTables.h"

namespace sinew {

/// A registry of one part kind that has a parameter of every type, and one constraint kind.
inline Registry testRegistry() {
  PartKind block;
  block.name = "block";
  block.table =
      withCommon(commonPosedPartParams(),
                 {
                     Param::real("mass", "kg", 1).over(0).doc("m"),
                     Param::integer("count", 3).range(1, 10).doc("n"),
                     Param::choice("shape", {"round", "square"}).doc("s"),
                     Param::text("label").effect(Effect::Look).doc("l"),
                     Param::asset("mesh").doc("a"),
                     Param::part("parent").doc("p"),
                     Param::list("sizes", Param::real("size", "m", 1).over(0)).range(0, 4).doc("v"),
                     Param::boolean("fixed", false).doc("b"),
                     Param::real("strength", "N", 0).range(-10, 10).keyable().doc("c"),
                     Param::vec3("target", "m", Vec3::Zero()).keyable().doc("t"),
                 });
  ConstraintKind link;
  link.name = "link";
  link.table =
      withCommon(commonConstraintParams(), {
                                               Param::materialPoint("a").required().doc("a"),
                                               Param::materialPoint("b").optional().doc("b"),
                                           });
  Registry registry;
  registry.add(block);
  registry.add(link);
  return registry;
}

}  // namespace sinew
