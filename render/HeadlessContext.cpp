#include "render/HeadlessContext.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include "render/Gl.h"
#include "render/GlDebug.h"

namespace sinew {
namespace {

/// Displays that need no window system, the likeliest first.
EGLDisplay openDisplay() {
  for (const EGLenum platform : {EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT}) {
    const EGLDisplay display = eglGetPlatformDisplay(platform, EGL_DEFAULT_DISPLAY, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) {
      return display;
    }
  }
  const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) {
    return display;
  }
  return EGL_NO_DISPLAY;
}

Unexpected<Error> failEgl(const std::string& what) {
  return fail(
      ErrorCode::Io,
      fmt::format("{} (EGL error 0x{:04X}). Drawing needs OpenGL 4.1; on Debian the package "
                  "libgl1-mesa-dri brings a software renderer that needs no graphics card.",
                  what, static_cast<unsigned>(eglGetError())));
}

}  // namespace

Result<std::unique_ptr<HeadlessContext>> HeadlessContext::create() {
  const EGLDisplay display = openDisplay();
  if (display == EGL_NO_DISPLAY) return failEgl("No OpenGL was found on this machine");
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) {
    return failEgl("The EGL of this machine offers no desktop OpenGL");
  }
  const EGLint wishes[] = {EGL_CONTEXT_MAJOR_VERSION,
                           4,
                           EGL_CONTEXT_MINOR_VERSION,
                           1,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                           EGL_CONTEXT_OPENGL_DEBUG,
                           glDebugWanted() ? EGL_TRUE : EGL_FALSE,
                           EGL_NONE};
  const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wishes);
  if (context == EGL_NO_CONTEXT) return failEgl("OpenGL 4.1 core cannot be started");
  std::unique_ptr<HeadlessContext> made(new HeadlessContext(display, context));
  if (!made->makeCurrent()) return failEgl("OpenGL cannot draw without a window here");
  installGlDebugCallback();
  return made;
}

// The display stays open: EGL hands the same one to everybody in the process, and closing it
// would take it from other contexts.
HeadlessContext::~HeadlessContext() {
  if (eglGetCurrentContext() == m_context) release();
  eglDestroyContext(m_display, m_context);
}

bool HeadlessContext::makeCurrent() const {
  eglBindAPI(EGL_OPENGL_API);
  return eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context) == EGL_TRUE;
}

void HeadlessContext::release() const {
  eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

std::string HeadlessContext::description() const {
  return fmt::format("OpenGL {} on {}", reinterpret_cast<const char*>(glGetString(GL_VERSION)),
                     reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
}

}  // namespace sinew
