#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "render/gl/gl.hpp"

namespace shoal {

/// Owns one OpenGL name. `Kind` creates and deletes names. Must be destroyed before its context.
template <class Kind>
class GlObject {
public:
    GlObject() = default;
    ~GlObject() { reset(); }
    GlObject(GlObject&& other) noexcept : m_name(std::exchange(other.m_name, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        if (this != &other) {
            reset();
            m_name = std::exchange(other.m_name, 0);
        }
        return *this;
    }

    static GlObject make() {
        GlObject object;
        object.m_name = Kind::make();
        return object;
    }

    GLuint name() const { return m_name; }
    explicit operator bool() const { return m_name != 0; }

private:
    void reset() {
        if (m_name != 0) {
            Kind::drop(m_name);
            m_name = 0;
        }
    }

    GLuint m_name = 0;
};

namespace detail {

struct BufferKind {
    static GLuint make() {
        GLuint name = 0;
        glGenBuffers(1, &name);
        return name;
    }
    static void drop(GLuint name) { glDeleteBuffers(1, &name); }
};

struct TextureKind {
    static GLuint make() {
        GLuint name = 0;
        glGenTextures(1, &name);
        return name;
    }
    static void drop(GLuint name) { glDeleteTextures(1, &name); }
};

struct VertexArrayKind {
    static GLuint make() {
        GLuint name = 0;
        glGenVertexArrays(1, &name);
        return name;
    }
    static void drop(GLuint name) { glDeleteVertexArrays(1, &name); }
};

struct FramebufferKind {
    static GLuint make() {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        return name;
    }
    static void drop(GLuint name) { glDeleteFramebuffers(1, &name); }
};

struct QueryKind {
    static GLuint make() {
        GLuint name = 0;
        glGenQueries(1, &name);
        return name;
    }
    static void drop(GLuint name) { glDeleteQueries(1, &name); }
};

struct ProgramKind {
    static GLuint make() { return glCreateProgram(); }
    static void drop(GLuint name) { glDeleteProgram(name); }
};

struct FenceDrop {
    void operator()(GLsync fence) const { glDeleteSync(fence); }
};

}  // namespace detail

using GlBuffer = GlObject<detail::BufferKind>;
using GlTexture = GlObject<detail::TextureKind>;
using GlVertexArray = GlObject<detail::VertexArrayKind>;
using GlFramebuffer = GlObject<detail::FramebufferKind>;
using GlQuery = GlObject<detail::QueryKind>;
using GlFence = std::unique_ptr<std::remove_pointer_t<GLsync>, detail::FenceDrop>;
using GlProgram = GlObject<detail::ProgramKind>;

}  // namespace shoal
