#pragma once

namespace sinew {

/// Whether contexts should report every OpenGL error: in debug builds, and in any build when the
/// environment has SINEW_GL_DEBUG=1.
bool glDebugWanted();

/// Sends the current context's error messages to stderr; without KHR_debug does nothing.
void installGlDebugCallback();

}  // namespace sinew
