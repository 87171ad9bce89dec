#pragma once
#include "core/contact/BoxTree.h"
#include "core/model/ContactSurface.h"

namespace sinew {

/// A contact surface taken to pieces for the search of pairs: its faces, the edges that bound no
/// face and the vertices that end no edge. Every vertex and every edge belongs to exactly one
/// piece, so that searching pairs of pieces finds each pair of theirs once.
class ContactMesh {
 public:
  struct Piece {
    int corners = 0;  ///< 1: a lone vertex, 2: a bare edge, 3: a face
    std::array<int, 3> vertex{};
    int ownVertices = 0, ownEdges = 0;
    std::array<int, 3> ownVertex{};
    std::array<std::array<int, 2>, 3> ownEdge{};
  };

  /// `rest` are the vertices [m] in any natural pose.
  ContactMesh(const ContactSurface& surface, std::span<const Vec3> rest);

  int vertexCount() const { return m_vertexCount; }
  double thickness() const { return m_thickness; }  ///< [m]
  const std::vector<Piece>& pieces() const { return m_pieces; }
  const std::vector<std::array<int, 3>>& planes() const { return m_planes; }
  bool endless() const { return !m_planes.empty(); }

  /// Takes up boxes [m] round the vertices and their ways.
  void enclose(std::span<const MovingBox> vertices);
  const BoxTree& tree() const { return m_tree; }
  const MovingBox& box(int piece) const { return m_boxes[piece]; }

 private:
  void addPieces(const ContactSurface& surface);
  void shareOut(const ContactSurface& surface);

  int m_vertexCount = 0;
  double m_thickness = 0;
  std::vector<Piece> m_pieces;
  std::vector<std::array<int, 3>> m_planes;
  std::vector<MovingBox> m_boxes;  // per piece
  BoxTree m_tree;
};

}  // namespace sinew
