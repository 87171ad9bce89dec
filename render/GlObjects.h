#pragma once
#include <cstddef>
#include <span>
#include <utility>

#include "render/Gl.h"

namespace sinew {

/// Owner of one OpenGL name. Made, used and destroyed with its context current.
template <class Kind>
class GlObject {
 public:
  GlObject() = default;
  static GlObject make() {
    GlObject object;
    Kind::create(&object.m_name);
    return object;
  }
  GlObject(GlObject&& other) noexcept : m_name(std::exchange(other.m_name, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(m_name, other.m_name);
    return *this;
  }
  GlObject(const GlObject&) = delete;
  GlObject& operator=(const GlObject&) = delete;
  ~GlObject() {
    if (m_name != 0) Kind::destroy(&m_name);
  }
  GLuint name() const { return m_name; }

 private:
  GLuint m_name = 0;
};

struct GlBufferKind {
  static void create(GLuint* name) { glGenBuffers(1, name); }
  static void destroy(const GLuint* name) { glDeleteBuffers(1, name); }
};
struct GlVertexArrayKind {
  static void create(GLuint* name) { glGenVertexArrays(1, name); }
  static void destroy(const GLuint* name) { glDeleteVertexArrays(1, name); }
};
struct GlTextureKind {
  static void create(GLuint* name) { glGenTextures(1, name); }
  static void destroy(const GLuint* name) { glDeleteTextures(1, name); }
};
struct GlSamplerKind {
  static void create(GLuint* name) { glGenSamplers(1, name); }
  static void destroy(const GLuint* name) { glDeleteSamplers(1, name); }
};
struct GlFramebufferKind {
  static void create(GLuint* name) { glGenFramebuffers(1, name); }
  static void destroy(const GLuint* name) { glDeleteFramebuffers(1, name); }
};

using GlBuffer = GlObject<GlBufferKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlTexture = GlObject<GlTextureKind>;
using GlSampler = GlObject<GlSamplerKind>;
using GlFramebuffer = GlObject<GlFramebufferKind>;

/// Replaces a buffer's content. `usage` is GL_STATIC_DRAW, GL_STREAM_DRAW, ...
template <class T>
void fillBuffer(GLenum target, const GlBuffer& buffer, std::span<const T> data, GLenum usage) {
  glBindBuffer(target, buffer.name());
  glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
}

/// A place in the bound buffer, which OpenGL wants as a pointer.
inline const void* bufferOffset(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);  // NOLINT(performance-no-int-to-ptr)
}

/// Size and format of a texture to render into.
struct TextureShape {
  int width = 1, height = 1;
  int layers = 0;   ///< 0: plain 2-D, else an array
  int levels = 1;   ///< mip levels
  int samples = 1;  ///< > 1: multisampled, one level
};

/// An empty texture with nearest filtering and clamped edges. Returns the target it belongs to.
GLenum allocateTexture(const GlTexture& texture, GLenum format, const TextureShape& shape);

/// Sampler with `filter` for both directions, clamped; depth comparison when asked for.
GlSampler makeSampler(GLenum minFilter, GLenum magFilter, bool compareDepth);

/// Puts texture and sampler (0: the texture's own state) onto a unit.
void bindTexture(int unit, GLenum target, const GlTexture& texture, const GlSampler* sampler);

}  // namespace sinew
