#pragma once

#include <shoal/result.hpp>

namespace shoal {

/// Takes all errors that OpenGL has noted. Returns whether one of them was GL_OUT_OF_MEMORY. Never loops for
/// ever: a lost context may report an error at every call.
bool takeOutOfMemory();

/// The problem to report after takeOutOfMemory().
Problem outOfGraphicsMemory();

}  // namespace shoal
