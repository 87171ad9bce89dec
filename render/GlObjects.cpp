#include "render/GlObjects.h"

#include <algorithm>

namespace sinew {
namespace {

struct PixelLayout {
  GLenum format, type;
};

PixelLayout layoutOf(GLenum internalFormat) {
  switch (internalFormat) {
    case GL_DEPTH_COMPONENT24:
      return {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT};
    case GL_DEPTH_COMPONENT32F:
      return {GL_DEPTH_COMPONENT, GL_FLOAT};
    case GL_R16F:
    case GL_R32F:
      return {GL_RED, GL_FLOAT};
    case GL_RG16F:
      return {GL_RG, GL_FLOAT};
    default:
      return {GL_RGBA, GL_UNSIGNED_BYTE};
  }
}

void allocateLevels(GLenum target, GLenum format, const TextureShape& shape) {
  const PixelLayout layout = layoutOf(format);
  for (int level = 0; level < shape.levels; ++level) {
    const int width = std::max(1, shape.width >> level);
    const int height = std::max(1, shape.height >> level);
    if (shape.layers > 0) {
      glTexImage3D(target, level, static_cast<GLint>(format), width, height, shape.layers, 0,
                   layout.format, layout.type, nullptr);
    } else {
      glTexImage2D(target, level, static_cast<GLint>(format), width, height, 0, layout.format,
                   layout.type, nullptr);
    }
  }
  glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, shape.levels - 1);
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER,
                  shape.levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
  glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace

GLenum allocateTexture(const GlTexture& texture, GLenum format, const TextureShape& shape) {
  if (shape.samples > 1) {
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture.name());
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, shape.samples, format, shape.width,
                            shape.height, GL_TRUE);
    return GL_TEXTURE_2D_MULTISAMPLE;
  }
  const GLenum target = shape.layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
  glBindTexture(target, texture.name());
  allocateLevels(target, format, shape);
  return target;
}

GlSampler makeSampler(GLenum minFilter, GLenum magFilter, bool compareDepth) {
  GlSampler sampler = GlSampler::make();
  const GLuint name = sampler.name();
  glSamplerParameteri(name, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(minFilter));
  glSamplerParameteri(name, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(magFilter));
  glSamplerParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  if (compareDepth) {
    glSamplerParameteri(name, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glSamplerParameteri(name, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  }
  return sampler;
}

void bindTexture(int unit, GLenum target, const GlTexture& texture, const GlSampler* sampler) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(target, texture.name());
  glBindSampler(static_cast<GLuint>(unit), sampler != nullptr ? sampler->name() : 0);
}

}  // namespace sinew
