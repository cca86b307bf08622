#define GLAD_GL_IMPLEMENTATION
#include "render/gl.hpp"

#include <fmt/format.h>

namespace shoal {

Outcome loadGl(GlLoader loader) {
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(loader));
    if (version == 0) {
        return Problem{
            "no OpenGL context is current; a graphics driver is missing (install libgl1-mesa-dri)"};
    }
    const int major = GLAD_VERSION_MAJOR(version);
    const int minor = GLAD_VERSION_MINOR(version);
    if (major < 3 || (major == 3 && minor < 3)) {
        return Problem{
            fmt::format("OpenGL {}.{} is too old; Shoal needs 3.3 (install libgl1-mesa-dri)", major, minor)};
    }
    return Done{};
}

}  // namespace shoal
