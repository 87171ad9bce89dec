#pragma once
#include <array>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"
#include "render/GlObjects.h"

namespace sinew {

/// Where the vertices of all parts lie in the shapes that pictures are put on, and which way those
/// face there, on the graphics card. These are the parts' rest shapes; a tube's is laid out
/// straight along x.
class PartSkins {
 public:
  PartSkins() : m_places(GlBuffer::make()), m_facings(GlBuffer::make()) {}

  void fit(const RenderTopology& topology);
  const GlBuffer& places() const { return m_places; }    ///< xyz [m] per vertex
  const GlBuffer& facings() const { return m_facings; }  ///< unit vector per vertex

  /// How a part wears the picture of its material, as the shader takes it: repeats of its width and
  /// of its height, per metre or in all round a tube; whether it is one; how far it is turned
  /// [rad].
  std::array<float, 4> wrapOf(std::size_t part, const MaterialLook& material) const;

 private:
  struct Tube {
    double length = 0, radius = 0;  ///< [m]; 0: it is none
    bool ring = false;              ///< its ends are one place
  };
  static Tube straighten(const MeshTopology& mesh, std::span<float> places);

  std::vector<Tube> m_tubes;  ///< by part
  GlBuffer m_places, m_facings;
};

}  // namespace sinew
