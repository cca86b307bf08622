#define GLAD_GL_IMPLEMENTATION
#include "render/gl/gl.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "render/gl/gpu.hpp"

namespace shoal {

Outcome loadGl(GlLoader loader) {
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(loader));
    if (version == 0) {
        return Problem{
            "no OpenGL context is current; a graphics driver is missing (install libgl1-mesa-dri)"};
    }
    const int major = GLAD_VERSION_MAJOR(version);
    const int minor = GLAD_VERSION_MINOR(version);
    const std::string found = "the driver offers " + describe(currentGpu());
    if (major < kGlMajor || (major == kGlMajor && minor < kGlMinor)) {
        return Problem{fmt::format("{}, and Shoal needs OpenGL {}.{}", found, kGlMajor, kGlMinor)};
    }
    if (GLAD_GL_ARB_buffer_storage == 0) {
        return Problem{found + " without GL_ARB_buffer_storage, which Shoal needs"};
    }
    return Done{};
}

bool isSoftwareRenderer(GlLoader loader) {
    const auto getString = reinterpret_cast<PFNGLGETSTRINGPROC>(loader("glGetString"));
    const auto* name = getString == nullptr ? nullptr : reinterpret_cast<const char*>(getString(GL_RENDERER));
    return name != nullptr && isSoftwareName(name);
}

bool isSoftwareName(std::string_view renderer) {
    return renderer.find("llvmpipe") != std::string_view::npos ||
           renderer.find("softpipe") != std::string_view::npos ||
           renderer.find("SwiftShader") != std::string_view::npos;
}

}  // namespace shoal
