#include "core/parts/rope/RopeSections.h"

#include <cmath>

namespace sinew {
namespace {

struct GaussPoint {
  double at, weight;  // in [0, 1]
};

const std::vector<GaussPoint>& gauss(int points) {
  static const double kTwo = 0.5 / std::sqrt(3.0), kThree = 0.5 * std::sqrt(0.6);
  static const std::vector<GaussPoint> one = {{0.5, 1}},
                                       two = {{0.5 - kTwo, 0.5}, {0.5 + kTwo, 0.5}},
                                       three = {{0.5 - kThree, 5.0 / 18},
                                                {0.5, 8.0 / 18},
                                                {0.5 + kThree, 5.0 / 18}};
  return points == 1 ? one : points == 2 ? two : three;
}

/// Running sums: x′ = Σ d_k x_k over control points is Σ a_k (x_{k+1} − x_k) over legs, with
/// a_k = −Σ_{j≤k} d_j.
std::array<double, 4> overLegs(const std::array<double, 4>& basis) {
  std::array<double, 4> legs{};
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    sum -= basis[k];
    legs[k] = sum;
  }
  return legs;
}

}  // namespace

Vec3 RopeMesh::sumOf(const std::array<double, 4>& basis, int span) const {
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k < 4; ++k) sum += basis[k] * controls[spline.control(span, k)];
  return sum;
}

double RopeMesh::speedAt(const CubicSpline::Basis& basis) const {
  if (!restsAsDrawn) return restLength / spline.spans();
  return shrink * sumOf(basis.first, basis.span).norm();
}

double RopeMesh::quickeningAt(const CubicSpline::Basis& basis) const {
  if (!restsAsDrawn) return 0;
  const Vec3 first = sumOf(basis.first, basis.span), second = sumOf(basis.second, basis.span);
  return first.dot(second) / first.squaredNorm();
}

RopeMesh makeRopeMesh(const RopeSpec& spec) {
  const auto ends = spec.ring ? CubicSpline::Ends::Joined : CubicSpline::Ends::Apart;
  RopeMesh mesh{.spline = CubicSpline(spec.controlPoints, ends)};
  const CubicSpline& spline = mesh.spline;
  std::vector<Vec3> through;
  for (int i = 0; i < spline.controls(); ++i) {
    const double share = spline.abscissa(i) / spline.spans();
    through.push_back(spec.drawn(share < 0 ? share + 1 : share));
  }
  mesh.controls = spline.through(through);
  mesh.restLength = spec.restLength;
  const double even = mesh.restLength / spline.spans();  // [m] per u
  const int legs = spline.isRing() ? spline.controls() : spline.controls() - 1;
  for (int i = 0; i < legs; ++i) {
    mesh.legs.push_back(even * (spline.abscissa(i + 1) - spline.abscissa(i)));
  }
  mesh.restsAsDrawn = spec.restsAsDrawn;
  mesh.shrink = mesh.restLength / spec.drawnLength;
  for (int span = 0; span < spline.spans(); ++span) {
    for (const GaussPoint& point : gauss(3)) {
      RopeSection section;
      section.u = span + point.at;
      section.basis = spline.at(section.u);
      section.weight = point.weight;
      section.speed = mesh.speedAt(section.basis);
      section.quickening = mesh.quickeningAt(section.basis);
      section.spin = overLegs(section.basis.first);
      section.spinSlope = overLegs(section.basis.second);
      for (int k = 0; k < 3; ++k) {
        const double leg = mesh.legs[spline.control(span, k)];
        section.spin[k] *= leg / section.speed;
        section.spinSlope[k] *= leg / section.speed;
      }
      for (int k = 0; k < 4; ++k) {
        const double first = section.basis.first[k], second = section.basis.second[k];
        section.first[k] = Lanes{first, first, first, section.spin[k]};
        section.second[k] = Lanes{second, second, second, section.spinSlope[k]};
      }
      mesh.sections.push_back(section);
    }
    const bool end = !spline.isRing() && (span == 0 || span == spline.spans() - 1);
    for (const GaussPoint& point : gauss(end ? 2 : 1)) {
      const CubicSpline::Basis basis = spline.at(span + point.at);
      mesh.stretch.push_back({basis, point.weight, mesh.speedAt(basis)});
    }
  }
  return mesh;
}

}  // namespace sinew
