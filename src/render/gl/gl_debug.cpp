#include "render/gl/gl_debug.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

namespace shoal {
namespace {

using Print = std::function<void(const std::string&)>;

/// Lives as long as the program, because a driver may send messages until its context ends.
Print& printer() {
    static Print print;
    return print;
}

const char* severityName(GLenum severity) {
    return severity == GL_DEBUG_SEVERITY_HIGH ? "high" : "medium";
}

void GLAPIENTRY onMessage(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                          const GLchar* message, const void*) {
    const bool isSevere = severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM;
    // Shader compile errors are reported separately, with file and line.
    if (!isSevere || source == GL_DEBUG_SOURCE_SHADER_COMPILER) {
        return;
    }
    std::string text =
        length < 0 ? std::string(message) : std::string(message, static_cast<std::size_t>(length));
    text.erase(text.find_last_not_of(" \n\r") + 1);
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (const Print& print = printer()) {
        print(fmt::format("OpenGL {}, {} severity, {}: {}", type == GL_DEBUG_TYPE_ERROR ? "error" : "warning",
                          severityName(severity), id, text));
    }
}

}  // namespace

bool isGlDebugWanted() {
    const char* wish = std::getenv("SHOAL_GL_DEBUG");
    if (wish != nullptr && *wish != '\0') {
        return std::string_view(wish) != "0";
    }
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

void listenToGl(Print print) {
    printer() = std::move(print);
    if (!isGlDebugWanted() || glad_glDebugMessageCallback == nullptr) {
        return;
    }
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(onMessage, nullptr);
}

void labelGl(GLenum kind, GLuint name, std::string_view label) {
    if (glad_glObjectLabel != nullptr && isGlDebugWanted()) {
        glObjectLabel(kind, name, static_cast<GLsizei>(label.size()), label.data());
    }
}

}  // namespace shoal
