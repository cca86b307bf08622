#pragma once

#include <shoal/result.hpp>

namespace shoal {

/// Takes all pending OpenGL errors and returns whether one was GL_OUT_OF_MEMORY. The loop is bounded, because
/// a lost context may report an error at every call.
bool takeOutOfMemory();

/// Returns the problem to report after takeOutOfMemory().
Problem outOfGraphicsMemory();

}  // namespace shoal
