#pragma once
#include <map>
#include <memory>

#include "render/GlObjects.h"
#include "render/TextureImage.h"

namespace sinew {

/// Pictures on the graphics card, for as long as somebody holds them.
class TextureCards {
 public:
  /// Puts a picture onto a unit; its first time it is sent to the card.
  void bind(const std::shared_ptr<const TextureImage>& picture, int unit, const GlSampler& sampler);
  void forgetUnused();

 private:
  struct Card {
    std::weak_ptr<const TextureImage> picture;
    GlTexture texture;
  };
  std::map<const TextureImage*, Card> m_cards;
};

/// A sampler that repeats a picture and smooths it at any distance; seen at a slant, with up to
/// this many samples where the card can.
GlSampler makePictureSampler(float slantSamples);

}  // namespace sinew
