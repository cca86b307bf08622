#include "render/gl/gl_errors.hpp"

#include "render/gl/gl.hpp"

namespace shoal {

bool takeOutOfMemory() {
    constexpr int kMaxErrors = 16;  // OpenGL keeps one flag per kind of error; there are eight kinds
    bool isOutOfMemory = false;
    for (int count = 0; count < kMaxErrors; ++count) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR) {
            break;
        }
        isOutOfMemory |= error == GL_OUT_OF_MEMORY;
    }
    return isOutOfMemory;
}

Problem outOfGraphicsMemory() {
    return Problem{"the graphics card is out of memory; try fewer boids or a smaller picture"};
}

}  // namespace shoal
