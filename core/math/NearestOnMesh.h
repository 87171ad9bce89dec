#pragma once
#include "core/math/SolidMesh.h"

namespace sinew {

/// Finds the place of a solid's surface that is nearest to a point, in a tree of boxes, and on
/// which side of the surface the point is: by the normals of faces, edges and vertices, those of
/// vertices weighted with the angles of the faces there (Bærentzen, Aanæs 2005).
class NearestOnMesh {
 public:
  explicit NearestOnMesh(SolidMesh mesh);

  /// Distance to p, negative inside, and the outward unit normal there.
  double gapAt(const Vec3& p, Vec3& normal) const;

 private:
  struct Node {
    Vec3 low, high;
    int first = 0, count = 0;  // of the faces in it; none: its children are the next and `second`
    int second = -1;
  };
  struct Place {
    Vec3 at;
    double squared = 0;  // distance
    int face = -1;
    int feature = 0;  // of the face: 0 to 2 its corners, 3 to 5 its sides, 6 all of it
  };
  void build(int first, int last);
  void findNormals();
  Place nearest(const Vec3& p) const;
  const Vec3& normalAt(const Place& place) const;

  SolidMesh m_mesh;  // faces in the order of the tree
  std::vector<Node> m_nodes;
  std::vector<Vec3> m_faceNormals, m_vertexNormals;
  std::vector<std::array<Vec3, 3>> m_sideNormals;
};

}  // namespace sinew
