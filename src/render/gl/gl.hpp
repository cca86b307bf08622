#pragma once

#include <cstddef>
#include <string_view>

#include <glad/gl.h>

#include <shoal/result.hpp>

namespace shoal {

/// Looks up an OpenGL function by name, as `glfwGetProcAddress` and `eglGetProcAddress` do.
using GlLoader = void (*(*)(const char*))();

/// The oldest OpenGL that Shoal draws with, in its core profile and with GL_ARB_buffer_storage.
inline constexpr int kGlMajor = 4;
inline constexpr int kGlMinor = 3;

/// Loads the functions of the context current on this thread; call again after another became current. Fails
/// if there is none or it offers less than Shoal needs: the problem says what it offers and what Shoal
/// misses.
Outcome loadGl(GlLoader loader);

/// Whether the context current on this thread draws on the processor instead of a graphics card. May be
/// called before `loadGl`.
bool isSoftwareRenderer(GlLoader loader);

/// Whether a GL_RENDERER string names a driver that draws on the processor.
bool isSoftwareName(std::string_view renderer);

/// Returns an offset into the bound buffer [bytes] as a pointer, as OpenGL takes it.
inline const void* atOffset(std::size_t bytes) {
    return reinterpret_cast<const void*>(bytes);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace shoal
