#include "render/TextureCards.h"

#include <algorithm>
#include <string_view>

namespace sinew {
namespace {

// Of an extension that the core's header leaves out, and that all cards have.
constexpr GLenum kSlantSamples = 0x84FE, kMostSlantSamples = 0x84FF;

GlTexture sent(const TextureImage& picture) {
  GlTexture texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  GLint number = 0;
  for (const TextureImage::Level& level : picture.levels) {
    glTexImage2D(GL_TEXTURE_2D, number++, GL_SRGB8_ALPHA8, level.width, level.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, level.rgba.data());
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, number - 1);
  return texture;
}

bool hasExtension(std::string_view wanted) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const GLubyte* name = glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i));
    if (name != nullptr && wanted == reinterpret_cast<const char*>(name)) return true;
  }
  return false;
}

/// Whether the processor stands in for a card. What Mesa's then does for slanted pictures leaves
/// dots along the edges of triangles, and takes its time.
bool isProcessor() {
  const GLubyte* name = glGetString(GL_RENDERER);
  return name != nullptr &&
         std::string_view(reinterpret_cast<const char*>(name)).find("llvmpipe") !=
             std::string_view::npos;
}

}  // namespace

void TextureCards::bind(const std::shared_ptr<const TextureImage>& picture, int unit,
                        const GlSampler& sampler) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  Card& card = m_cards[picture.get()];
  if (card.picture.lock() != picture) card = {picture, sent(*picture)};
  bindTexture(unit, GL_TEXTURE_2D, card.texture, &sampler);
}

void TextureCards::forgetUnused() {
  std::erase_if(m_cards, [](const auto& each) { return each.second.picture.expired(); });
}

GlSampler makePictureSampler(float slantSamples) {
  GlSampler sampler = makeSampler(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR, false);
  const GLuint name = sampler.name();
  glSamplerParameteri(name, GL_TEXTURE_WRAP_S, GL_REPEAT);
  glSamplerParameteri(name, GL_TEXTURE_WRAP_T, GL_REPEAT);
  if (slantSamples > 1 && !isProcessor() && hasExtension("GL_EXT_texture_filter_anisotropic")) {
    GLfloat most = 1;
    glGetFloatv(kMostSlantSamples, &most);
    glSamplerParameterf(name, kSlantSamples, std::min(most, slantSamples));
  }
  return sampler;
}

}  // namespace sinew
