#pragma once

#include <optional>

#include <shoal/result.hpp>

#include "render/gl/full_screen_program.hpp"
#include "render/picture/offscreen.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// The framebuffer that the viewer draws into, and the copy from it to the window. Colours are encoded
/// exactly once: this framebuffer is sRGB on every driver, whereas some drivers report "linear" for a window
/// that encodes.
class WindowCanvas {
public:
    /// Call resize() before the first frame. `renderer` must outlive it.
    static Result<WindowCanvas> create(Renderer& renderer);

    /// [px], each at least 1. Does nothing if the size is unchanged. On failure there is no framebuffer until
    /// a later call succeeds.
    Outcome resize(int width, int height);

    /// The framebuffer to draw into; only after resize() has succeeded.
    unsigned framebuffer() const { return m_offscreen->framebuffer(); }

    /// Width of the frame [px]; 0 before the first resize().
    int width() const { return m_offscreen ? m_offscreen->width() : 0; }

    /// Copies the frame, if there is one, to `target`, byte for byte and opaque, with its left edge at `left`
    /// [px]. 0 is the window. Leaves `target` bound.
    void show(unsigned target = 0, int left = 0);

private:
    explicit WindowCanvas(FullScreenProgram& program) : m_program(&program) {}

    FullScreenProgram* m_program;
    std::optional<Offscreen> m_offscreen;
};

}  // namespace shoal
