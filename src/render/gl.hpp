#pragma once

#include <string_view>

#include <glad/gl.h>

#include <shoal/result.hpp>

namespace shoal {

/// Finds an OpenGL function by name, as `glfwGetProcAddress` and `eglGetProcAddress` do.
using GlLoader = void (*(*)(const char*))();

/// Loads the functions of the context that is current on this thread; again after another one became current.
/// A problem when there is none or it is older than 3.3.
Outcome loadGl(GlLoader loader);

/// Whether the processor draws, not a graphics card, in the context that is current on this thread. May be
/// called before `loadGl`.
bool isSoftwareRenderer(GlLoader loader);

/// Whether a GL_RENDERER names a driver that draws on the processor.
bool isSoftwareName(std::string_view renderer);

}  // namespace shoal
