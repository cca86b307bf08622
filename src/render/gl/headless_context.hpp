#pragma once

#include <memory>
#include <string>

#include <shoal/result.hpp>

#include "render/gl/gpu.hpp"
#include "system/library/fork_guard.hpp"

namespace shoal {

/// An OpenGL 4.3 core context without a window or X server, current on the thread that created it. It has no
/// framebuffer of its own; draw into an Offscreen.
class HeadlessContext {
public:
    /// A problem says what to install, or what the drivers offer. Fails in a process forked from one that has
    /// used OpenGL.
    static Result<HeadlessContext> create(GpuChoice choice = GpuChoice::best);

    ~HeadlessContext();
    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;

    const Gpu& gpu() const { return m_gpu; }

    /// What drivers offer that offer less than Shoal needs, if software draws in their place; empty if there
    /// are none.
    const std::string& refused() const { return m_refused; }

    /// Makes this context current again after another one was.
    void makeCurrent() const;

    /// The same without loading the functions of OpenGL again: those are loaded of this driver, or of all.
    /// False if another program interface of graphics has a context current on this thread, this one is lost,
    /// or it belongs to a process that this one was forked from.
    [[nodiscard]] bool enter() const;

    /// Leaves no context current on this thread, so that another thread may make this one current.
    void release() const;

private:
    struct Handles;
    struct Search;
    HeadlessContext(std::unique_ptr<Handles> handles, Gpu gpu);
    std::unique_ptr<Handles> m_handles;
    Gpu m_gpu;
    std::string m_refused;
};

/// Guards OpenGL, whose drivers have threads and locks.
ForkGuard& openGlGuard();

/// Makes the context that was current on this thread, if there was one, current again at its end.
class ContextBefore {
public:
    ContextBefore();
    ~ContextBefore();
    ContextBefore(const ContextBefore&) = delete;
    ContextBefore& operator=(const ContextBefore&) = delete;

private:
    void* m_display;
    void* m_context;
    void* m_draw;  ///< surface
    void* m_read;
};

}  // namespace shoal
