#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "render/gl/gl.hpp"

namespace shoal {

/// Whether to create debug contexts: in debug builds, or if SHOAL_GL_DEBUG is set; "0" disables them.
bool isGlDebugWanted();

/// Passes each driver message of high or medium severity, as one line, to `print`, on the thread and during
/// the call that caused it. Applies to the current context; the last `print` given serves all contexts. Does
/// nothing if isGlDebugWanted() is false or the driver lacks GL_KHR_debug.
void listenToGl(std::function<void(const std::string& line)> print);

/// Names an object in the driver's messages. The object must have been bound before. `kind` is GL_BUFFER,
/// GL_TEXTURE, and so on.
void labelGl(GLenum kind, GLuint name, std::string_view label);

/// Groups the calls made while it lives under a name, for tools that show a frame call by call.
class GlGroup {
public:
    explicit GlGroup(const char* name) { glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, name); }
    ~GlGroup() { glPopDebugGroup(); }
    GlGroup(const GlGroup&) = delete;
    GlGroup& operator=(const GlGroup&) = delete;
};

}  // namespace shoal
