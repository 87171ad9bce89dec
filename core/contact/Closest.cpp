#include "core/contact/Closest.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr double kFlat = 1e-24;  // sin² of angles that count as none

Closest made(Pairing pairing, const Vec3* x, const std::array<double, 4>& weight) {
  // The farther points of B are taken from its first one, which costs no digits far from the
  // origin.
  Closest out;
  out.weight = weight;
  const int first = pointsOfA(pairing);
  out.apart.setZero();
  for (int i = 0; i < pointsOf(pairing); ++i) {
    if (i != first) out.apart += weight[i] * (x[i] - x[first]);
  }
  out.distance = out.apart.norm();
  return out;
}

/// Where on the segment from a to b, 0 to 1, p is nearest to.
double along(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 edge = b - a;
  const double square = edge.squaredNorm();
  return square > 0 ? std::clamp(edge.dot(p - a) / square, 0.0, 1.0) : 0.0;
}

void keepNearer(const Closest& candidate, Closest& best) {
  if (candidate.distance < best.distance) best = candidate;
}

/// Weights of the foot of x[0] in the plane of x[1], x[2], x[3]; false if they span none.
bool footOf(const Vec3* x, std::array<double, 3>& foot) {
  const Vec3 e1 = x[2] - x[1], e2 = x[3] - x[1], r = x[0] - x[1];
  const Vec3 normal = e1.cross(e2);
  const double square = normal.squaredNorm();
  if (!(square > kFlat * e1.squaredNorm() * e2.squaredNorm())) return false;
  foot[1] = r.cross(e2).dot(normal) / square;
  foot[2] = e1.cross(r).dot(normal) / square;
  foot[0] = 1 - foot[1] - foot[2];
  return true;
}

Closest vertexFace(const Vec3* x) {
  std::array<double, 3> foot;
  if (footOf(x, foot) && foot[0] >= 0 && foot[1] >= 0 && foot[2] >= 0) {
    return made(Pairing::VertexFace, x, {1, -foot[0], -foot[1], -foot[2]});
  }
  Closest best;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double t = along(x[0], x[1 + i], x[1 + j]);
    std::array<double, 4> weight{1, 0, 0, 0};
    weight[1 + i] = t - 1;
    weight[1 + j] = -t;
    const Closest candidate = made(Pairing::VertexFace, x, weight);
    if (i == 0) best = candidate;
    keepNearer(candidate, best);
  }
  return best;
}

Closest vertexPlane(const Vec3* x) {
  std::array<double, 3> foot{1, 0, 0};
  footOf(x, foot);
  Closest out = made(Pairing::VertexPlane, x, {1, -foot[0], -foot[1], -foot[2]});
  const Vec3 normal = (x[2] - x[1]).cross(x[3] - x[1]).normalized();
  out.distance = normal.dot(x[0] - x[1]);
  out.apart = out.distance * normal;
  return out;
}

// The nearest points are either both inside, or one is an end of its edge. Taking the best of all
// of these stays right for edges that are parallel, or points.
Closest edgeEdge(const Vec3* x) {
  const auto at = [x](double s, double t) {
    return made(Pairing::EdgeEdge, x, {1 - s, s, t - 1, -t});
  };
  Closest best = at(0, along(x[0], x[2], x[3]));
  keepNearer(at(1, along(x[1], x[2], x[3])), best);
  keepNearer(at(along(x[2], x[0], x[1]), 0), best);
  keepNearer(at(along(x[3], x[0], x[1]), 1), best);
  const Vec3 a = x[1] - x[0], b = x[3] - x[2], r = x[2] - x[0];
  const Vec3 normal = a.cross(b);
  const double square = normal.squaredNorm();
  if (square > kFlat * a.squaredNorm() * b.squaredNorm()) {
    const double s = r.cross(b).dot(normal) / square, t = r.cross(a).dot(normal) / square;
    if (s > 0 && s < 1 && t > 0 && t < 1) keepNearer(at(s, t), best);
  }
  return best;
}

}  // namespace

Closest closest(Pairing pairing, const Vec3* x) {
  switch (pairing) {
    case Pairing::VertexVertex:
      return made(pairing, x, {1, -1, 0, 0});
    case Pairing::VertexEdge: {
      const double t = along(x[0], x[1], x[2]);
      return made(pairing, x, {1, t - 1, -t, 0});
    }
    case Pairing::VertexFace:
      return vertexFace(x);
    case Pairing::EdgeEdge:
      return edgeEdge(x);
    case Pairing::VertexPlane:
      return vertexPlane(x);
  }
  return {};
}

}  // namespace sinew
