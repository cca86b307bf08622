#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "render/gl.hpp"

namespace shoal {

/// Whether contexts should be debug contexts: in debug builds, and where SHOAL_GL_DEBUG is set; "0" forbids
/// it.
bool isGlDebugWanted();

/// Hands each message of high or medium severity from the driver, as one line, to `print`; on the thread that
/// made the mistake, while it is in the call at fault. For the context that is current; the last `print`
/// given serves all contexts. Does nothing where isGlDebugWanted() denies it or the driver lacks
/// GL_KHR_debug.
void listenToGl(std::function<void(const std::string& line)> print);

/// Names an object in the driver's messages. It must have been bound before. `kind` is GL_BUFFER, GL_TEXTURE,
/// ….
void labelGl(GLenum kind, GLuint name, std::string_view label);

}  // namespace shoal
