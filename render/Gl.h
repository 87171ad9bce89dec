#pragma once
// OpenGL 4.1 core entry points, linked directly: the same calls work in a window's context and in
// a headless one, without a loader.
#include <GL/glcorearb.h>
