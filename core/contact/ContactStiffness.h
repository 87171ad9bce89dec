#pragma once
#include "core/contact/SurfaceSet.h"

namespace sinew {

/// How stiffly contact holds surfaces at one instant, and how fast that lets them vibrate.
class ContactStiffness {
 public:
  explicit ContactStiffness(const SurfaceSet& surfaces);

  void clear();
  /// A spring of `stiffness` [N/m] on a surface as a whole, and on one of its vertices.
  void addWhole(int surface, double stiffness) { m_whole[surface] += stiffness; }
  void addVertex(int vertex, double stiffness) { m_vertex[vertex] += stiffness; }

  /// Whether vertices give way one by one, or only whole parts.
  enum class Swing { Vertices, Whole };
  /// [s] that an explicit step may take, at most `step`.
  double longestStep(double step, Swing swing) const;

 private:
  double squaredFrequency(int surface, Swing swing) const;

  const SurfaceSet* m_surfaces;
  std::vector<double> m_whole, m_vertex;  // [N/m] per surface, per vertex
};

}  // namespace sinew
