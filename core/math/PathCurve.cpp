#include "core/math/PathCurve.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr int kStretches = 12;  // per piece, each measured by six Gauss points

/// Second derivatives m_i at the points of the spline over chords h_i:
///   h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 (Δ_i − Δ_{i−1})
/// with Δ_i = (x_{i+1} − x_i)/h_i, and 0 at natural ends.
Eigen::MatrixX3d secondDerivatives(const std::vector<Vec3>& x, const std::vector<double>& h,
                                   bool closed) {
  const int count = static_cast<int>(x.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixX3d right = Eigen::MatrixX3d::Zero(count, 3);
  for (int i = 0; i < count; ++i) {
    if (!closed && (i == 0 || i == count - 1)) {
      entries.emplace_back(i, i, 1);
      continue;
    }
    const int before = (i + count - 1) % count, after = (i + 1) % count;
    entries.emplace_back(i, before, h[before]);
    entries.emplace_back(i, i, 2 * (h[before] + h[i]));
    entries.emplace_back(i, after, h[i]);
    right.row(i) = 6 * ((x[after] - x[i]) / h[i] - (x[i] - x[before]) / h[before]).transpose();
  }
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return Eigen::SparseLU<Eigen::SparseMatrix<double>>(matrix).solve(right);
}

}  // namespace

double PathCurve::Piece::arc(double from, double to) const {
  constexpr std::array<double, 3> kAt = {0.2386191860831969, 0.6612093864662645,
                                         0.9324695142031521};
  constexpr std::array<double, 3> kWeight = {0.4679139345726910, 0.3607615730481386,
                                             0.1713244923791704};
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  double sum = 0;
  for (std::size_t k = 0; k < kAt.size(); ++k) {
    sum +=
        kWeight[k] * (slope(middle - half * kAt[k]).norm() + slope(middle + half * kAt[k]).norm());
  }
  return half * sum;
}

std::string_view PathCurve::faultOf(const std::vector<Vec3>& points, bool closed) {
  constexpr double kSame = 1e-9, kBack = -0.99;  // [m], cosine of the turn
  const std::size_t count = points.size();
  if (closed && count < 3) return "a closed path needs three points";
  if (count < 2) return "a path needs two points";
  const std::size_t pieces = closed ? count : count - 1;
  const auto chord = [&](std::size_t i) -> Vec3 {
    return points[(i + 1) % count] - points[i % count];
  };
  for (std::size_t i = 0; i < pieces; ++i) {
    if (chord(i).norm() > kSame) continue;
    return i + 1 < count ? "two points of the path are the same"
                         : "a closed path comes back to its first point by itself";
  }
  for (std::size_t i = 0; i + (closed ? 0 : 1) < pieces; ++i) {
    if (chord(i).normalized().dot(chord((i + 1) % count).normalized()) > kBack) continue;
    return "the path turns back on itself";
  }
  return "";
}

PathCurve::PathCurve(std::vector<Vec3> points, bool closed) : m_closed(closed) {
  const std::size_t count = points.size(), pieces = closed ? count : count - 1;
  std::vector<double> chords;
  for (std::size_t i = 0; i < pieces; ++i) {
    chords.push_back((points[(i + 1) % count] - points[i]).norm());
  }
  const Eigen::MatrixX3d second = secondDerivatives(points, chords, closed);
  for (std::size_t i = 0; i < pieces; ++i) {
    const auto row = static_cast<Eigen::Index>(i),
               nextRow = static_cast<Eigen::Index>((i + 1) % count);
    const Vec3 m = second.row(row), next = second.row(nextRow);
    const double h = chords[i];
    const Vec3 slope = (points[(i + 1) % count] - points[i]) / h - h / 6 * (2 * m + next);
    m_pieces.push_back({h, {points[i], slope, 0.5 * m, (next - m) / (6 * h)}});
  }
  measure();
}

void PathCurve::measure() {
  double sum = 0;
  for (const Piece& piece : m_pieces) {
    for (int k = 0; k < kStretches; ++k) {
      sum += piece.arc(piece.chord * k / kStretches, piece.chord * (k + 1) / kStretches);
      m_lengths.push_back(sum);
    }
  }
}

/// Newton's method for the u after `from` up to which the piece is so long.
double PathCurve::chordAt(const Piece& piece, double from, double to, double arc) const {
  double u = from + (to - from) * std::clamp(arc / piece.arc(from, to), 0.0, 1.0);
  for (int round = 0; round < 8; ++round) {
    const double off = piece.arc(from, u) - arc;
    if (std::abs(off) <= 1e-15 * length()) break;
    u -= off / std::max(piece.slope(u).norm(), 1e-3);
  }
  return u;
}

PathCurve::Sample PathCurve::at(double s) const {
  if (m_closed) s -= length() * std::floor(s / length());
  const double within = std::clamp(s, 0.0, length());
  const auto found = std::upper_bound(m_lengths.begin(), m_lengths.end() - 1, within);
  const auto stretch = found - m_lengths.begin();
  const Piece& piece = m_pieces[static_cast<std::size_t>(stretch / kStretches)];
  const double before = stretch == 0 ? 0 : m_lengths[static_cast<std::size_t>(stretch - 1)];
  const double step = piece.chord / kStretches,
               from = step * static_cast<double>(stretch % kStretches);
  const double u = chordAt(piece, from, from + step, within - before);

  // With ˙ = d/du, v = |ẋ|, t = ẋ/v: dt/ds = f = (ẍ − t a)/v² with a = t·ẍ = v̇, and df/ds by ḟ.
  const Vec3 slope = piece.slope(u), second = 2 * piece.c[2] + 6 * u * piece.c[3];
  const Vec3 third = 6 * piece.c[3];
  const double v = slope.norm();
  const Vec3 t = slope / v;
  const double a = t.dot(second);
  const Vec3 across = second - t * a, tRate = across / v;
  const double aRate = tRate.dot(second) + t.dot(third);
  Sample out;
  out.position = piece.c[0] + u * (piece.c[1] + u * (piece.c[2] + u * piece.c[3]));
  out.tangent = t;
  out.bend = across / (v * v);
  out.third = ((third - tRate * a - t * aRate) - 2 * a / v * across) / (v * v * v);
  if (within != s) {
    out.position += (s - within) * t;
    out.bend.setZero();
    out.third.setZero();
  }
  return out;
}

VectorJet PathCurve::along(const Jet& s) const {
  const Sample on = at(s.value);
  return {on.position, on.tangent * s.rate,
          on.tangent * s.acceleration + on.bend * s.rate * s.rate};
}

}  // namespace sinew
