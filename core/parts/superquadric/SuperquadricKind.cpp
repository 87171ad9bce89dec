#include "core/parts/superquadric/SuperquadricKind.h"

#include "core/parts/superquadric/RigidSuperquadric.h"
#include "core/parts/superquadric/SuperquadricTable.h"

namespace sinew {
namespace {

using PartResult = Result<std::unique_ptr<Part>>;

PartResult createSuperquadric(const ParamReader& values) {
  SuperquadricSpec spec = readSuperquadric(values);
  const SuperquadricShape shape(spec.shape);
  const SolidMoments moments = solidMoments(shape);
  if (moments.foldsOver) {
    return fail(ErrorCode::Invalid,
                "bend, bend_extent and radii fold the shape through itself; a smaller bend, a "
                "larger bend_extent or a thinner part does not");
  }
  return PartResult(std::make_unique<RigidSuperquadric>(std::move(spec), moments));
}

}  // namespace

PartKind superquadricKind() {
  PartKind kind;
  kind.name = "superquadric";
  kind.label = "Superquadric";
  kind.doc =
      "Ellipsoids, boxes, cylinders and all between, which taper, twist, shear, bend and "
      "dent (Metaxas93).";
  kind.table = superquadricTable();
  kind.create = createSuperquadric;
  return kind;
}

}  // namespace sinew
