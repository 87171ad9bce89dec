#pragma once
#include <vector>

#include "core/model/Point.h"

namespace sinew {

/// How the reactions of eyelets and pearls answer when what they hold slides or turns in them.
///
/// A rope pressed by F against an eyelet that it runs through, curvature κ against F, pushes along
/// itself once it has slid by s or turned by θ, for the eyelet goes on pushing across it:
///   −∂²g/∂q² λ = F κ (s − θ/κ)² − F/κ θ².
/// Of that the part that cannot be negative is kept: a stiffness k = F κ against the rate
/// r = ṡ − θ̇/κ at which the rope leaves the course it runs in. A rope that runs on in its course
/// feels nothing of it.
/// DEPARTURE: [MICADO08] eq. 2 leaves it out; where a rope is light, soft or pulled hard, it is
/// stiffer than anything in A, and taken as at the step's start it shakes the rope to pieces.
class SlipStiffness {
 public:
  void clear();
  bool empty() const { return m_rows.empty(); }
  int count() const { return static_cast<int>(m_rows.size()); }
  /// Starts a row: k [N/m], and r where nothing moves but by key [m/s].
  void add(double stiffness, double keyed);
  /// The last row's r += along·(L ν) of a point or direction of the part whose velocities start at
  /// `firstVelocity` among those of all.
  void addRate(const PointKinematics& kinematics, int firstVelocity, const Vec3& along);

  double stiffness(int row) const { return m_rows[row].stiffness; }
  double keyed(int row) const { return m_rows[row].keyed; }
  /// [m/s] r without what is keyed, for velocities ν of all parts.
  double rate(int row, const double* nu) const;
  /// Q += what `impulse` along the row does.
  void push(int row, double impulse, double* Q) const;

 private:
  struct Row {
    double stiffness = 0, keyed = 0;
    int first = 0, end = 0;  // of its entries
  };
  struct Entry {
    int velocity = 0;
    double factor = 0;
  };
  std::vector<Row> m_rows;
  std::vector<Entry> m_entries;
};

}  // namespace sinew
