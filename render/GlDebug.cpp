#include "render/GlDebug.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "render/Gl.h"

namespace sinew {
namespace {

void APIENTRY report(GLenum /*source*/, GLenum type, GLuint /*id*/, GLenum /*severity*/,
                     GLsizei /*length*/, const GLchar* message, const void* /*user*/) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
  fmt::print(stderr, "OpenGL: {}\n", message);
}

bool hasDebugExtension() {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* name =
        reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (name != nullptr && std::string_view(name) == "GL_KHR_debug") return true;
  }
  return false;
}

}  // namespace

bool glDebugWanted() {
#ifdef NDEBUG
  const char* asked = std::getenv("SINEW_GL_DEBUG");
  return asked != nullptr && std::string_view(asked) == "1";
#else
  return true;
#endif
}

void installGlDebugCallback() {
  if (!glDebugWanted() || !hasDebugExtension()) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(report, nullptr);
}

}  // namespace sinew
