#pragma once
#include <span>
#include <vector>

#include "core/base/Result.h"
#include "render/FrameBlock.h"
#include "render/GlObjects.h"
#include "render/GlProgram.h"
#include "render/PartMeshes.h"

namespace sinew {

/// Shadows of the light from all around: small depth maps from a fan of directions
/// (assets/shaders/domes.glsl), and a map of how much sky the ground round the parts sees.
class DomeShadows {
 public:
  /// `atOnce` of the directions are drawn anew per frame; the ground's map has `groundSize` texels.
  struct Sizes {
    int directions, size, atOnce, groundSize;
  };
  /// `defines` as for the programs that draw the picture.
  static Result<DomeShadows> create(const Sizes& sizes, const std::string& defines);
  const GlProgram& groundProgram() const { return m_groundProgram; }
  static std::string defines(int directions, int size);  ///< for programs that read the maps

  /// Draws those maps that are due, once `changed` what they show. Returns whether there were any.
  bool draw(const PartMeshes& meshes, const Focus& ball, bool ground, bool changed,
            FrameBlock& block);
  /// Draws the ground's map; the block must have been handed to the graphics card.
  void drawGroundLight(int domeUnit, int groundUnit, int frameBinding) const;
  void bind(int domeUnit, int groundUnit) const;
  void connect(const GlProgram& program, int domeUnit, int groundUnit) const;

 private:
  void drawMaps(const PartMeshes& meshes, std::span<const std::size_t> directions) const;
  std::vector<std::size_t> due(const Focus& ball, bool ground, bool changed);
  void drawOnto(const GlTexture& map, const GlProgram& program) const;

  int m_size = 0, m_atOnce = 0, m_groundSize = 0;
  Focus m_ball;            ///< that the maps were drawn for
  bool m_ground = false;   ///< likewise
  std::size_t m_next = 0;  ///< direction that has waited longest
  std::size_t m_old = 0;   ///< directions whose maps show what has changed since
  std::vector<FrameBlock::Mat> m_boxes;
  std::vector<FrameBlock::Vec> m_towards;
  GlProgram m_depth, m_groundProgram, m_smoothing;
  GlTexture m_maps, m_roughLight, m_groundLight;
  GlSampler m_compare, m_smooth;
  GlFramebuffer m_framebuffer;
  GlVertexArray m_noVertices;
  GlBuffer m_block;
};

}  // namespace sinew
