#pragma once

#include <optional>

#include <shoal/result.hpp>

#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/picture/offscreen.hpp"

namespace shoal {

/// The framebuffer that the viewer draws into, and the copy from it to the window. Colours are encoded
/// exactly once: this framebuffer is sRGB on every driver, whereas some drivers report "linear" for a window
/// that encodes.
class WindowCanvas {
public:
    /// `samples` per pixel; fewer if the driver refuses. Call resize() before the first frame.
    static Result<WindowCanvas> create(int samples);

    /// [px], each at least 1. Does nothing if the size is unchanged. On failure there is no framebuffer until
    /// a later call succeeds.
    Outcome resize(int width, int height);

    /// The framebuffer to draw into; only after resize() has succeeded.
    unsigned framebuffer() const { return m_offscreen->framebuffer(); }

    /// Copies the frame to `target`, byte for byte and opaque, with its left edge at `left` [px]. 0 is the
    /// window. Leaves `target` bound.
    void show(unsigned target = 0, int left = 0);

private:
    WindowCanvas(Program program, int samples) : m_program(std::move(program)), m_samples(samples) {}

    Program m_program;
    GlVertexArray m_noAttributes = GlVertexArray::make();
    std::optional<Offscreen> m_offscreen;
    int m_samples;
};

}  // namespace shoal
