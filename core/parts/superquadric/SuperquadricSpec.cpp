#include "core/parts/superquadric/SuperquadricSpec.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

/// Steepness of the wall beyond a parameter's range: ½ k kWall² (q − limit)⁴.
constexpr double kWall = 30;
/// How far into the wall a part may be pressed before it counts as broken.
constexpr double kFarthestTaper = 1.5, kSmallestExponent = 0.02, kLargestExponent = 4;

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

bool isRadius(Global::Param p) {
  return p <= Global::Radius3;
}
bool isExponent(Global::Param p) {
  return p == Global::Exponent1 || p == Global::Exponent2;
}
bool isTaper(Global::Param p) {
  return p == Global::Taper1 || p == Global::Taper2;
}

Range rangeOf(Global::Param p) {
  if (isTaper(p)) return {-1, 1};
  if (isExponent(p)) return {0.1, 2};
  return {};
}

}  // namespace

SuperquadricSpec::Spring SuperquadricSpec::springOf(Global::Param p, double value) const {
  const double k = stiffness[p], rest = shape.rest[p], away = value - rest;
  if (isRadius(p)) {
    const double inverse = rest / value, all = 1 + inverse;
    return {0.25 * k * away * away * all,
            0.5 * k * away * all - 0.25 * k * away * away * inverse / value,
            0.5 * k * (1 + inverse * inverse * inverse)};
  }
  const Range range = rangeOf(p);
  const double over = std::max(0.0, value - range.high) + std::min(0.0, value - range.low);
  const double pressed = kWall * over * over;
  return {0.5 * k * (away * away + pressed * pressed), k * (away + 2 * kWall * pressed * over),
          k * (1 + 6 * kWall * pressed)};
}

// A radius is not led to nothing.
double SuperquadricSpec::energyAfter(Global::Param radius, double value, double way) const {
  constexpr double kLeft = 0.25;
  return springOf(radius, std::max(kLeft * value, value + way)).energy;
}

double SuperquadricSpec::shapeEnergy(const double* qs) const {
  double energy = 0;
  for (const Global::Param p : shape.moving) energy += springOf(p, *qs++).energy;
  return energy;
}

void SuperquadricSpec::addShapeResistance(const double* qs, const double* rates,
                                          const ImplicitStep& step, double* Q) const {
  constexpr double kWorthIt = 1e-3;  // of its rest
  for (const Global::Param p : shape.moving) {
    const Spring spring = springOf(p, *qs);
    const double way = step.h * *rates++;
    *Q -= step.damping * way * spring.curvature;
    if (step.damping < 1 && isRadius(p) && std::abs(way) > kWorthIt * shape.rest[p]) {
      const double work = energyAfter(p, *qs, way) - energyAfter(p, *qs, -way);
      *Q -= (1 - step.damping) * (0.5 * work / way - spring.slope);
    }
    ++qs;
    ++Q;
  }
}

void SuperquadricSpec::addShapeForce(const double* qs, double* force) const {
  for (const Global::Param p : shape.moving) *force++ -= springOf(p, *qs++).slope;
}

void SuperquadricSpec::shapeStiffness(const double* qs, double* slopes) const {
  for (const Global::Param p : shape.moving) *slopes++ = springOf(p, *qs++).curvature;
}

std::string_view SuperquadricSpec::impossible(const double* qs) const {
  for (const Global::Param p : shape.moving) {
    const double value = *qs++;
    if (isRadius(p) && !(value > 0)) return "has been squeezed to nothing";
    if (isTaper(p) && !(std::abs(value) < kFarthestTaper)) return "has been tapered inside out";
    if (isExponent(p) && !(value > kSmallestExponent && value < kLargestExponent)) {
      return "has lost its shape";
    }
  }
  return {};
}

double SuperquadricSpec::stiffening(const double* qs) const {
  double most = 1;
  for (const Global::Param p : shape.moving) {
    if (stiffness[p] > 0) most = std::max(most, springOf(p, *qs).curvature / stiffness[p]);
    ++qs;
  }
  return most;
}

}  // namespace sinew
