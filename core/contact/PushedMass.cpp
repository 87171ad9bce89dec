#include "core/contact/PushedMass.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr int kWeighed = 24;  // points that are weighed

}  // namespace

double inverseMassAgainstPush(const Part& part, const PartScratch& scratch,
                              std::span<const ResolvedPoint> points) {
  const PartDims dims = part.dims();
  if (dims.v == 0) return 0;
  Reals rows(3 * static_cast<std::size_t>(dims.v)), moved(rows.size());
  double largest = 0;
  const std::size_t stride = 1 + points.size() / kWeighed;
  for (std::size_t i = 0; i < points.size(); i += stride) {
    std::fill(rows.begin(), rows.end(), 0.0);
    for (int axis = 0; axis < 3; ++axis) {
      part.addPointForce(scratch, points[i], Vec3::Unit(axis), rows.data() + axis * dims.v);
    }
    part.applyInverseMass(scratch, rows.data(), moved.data(), 3);
    double trace = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) trace += rows[k] * moved[k];
    largest = std::max(largest, trace / 3);
  }
  return largest;
}

}  // namespace sinew
