#pragma once

#include <optional>

#include <shoal/result.hpp>

#include "render/gl_object.hpp"
#include "render/offscreen.hpp"
#include "render/program.hpp"

namespace shoal {

/// The framebuffer that the viewer draws into, and the copy from it to the window. Colours are encoded
/// exactly once: this framebuffer is sRGB on every driver, while some drivers answer "linear" for a window
/// that encodes.
class WindowCanvas {
public:
    /// `samples` to a pixel; fewer where the driver refuses. resize() comes before the first picture.
    static Result<WindowCanvas> create(int samples);

    /// [px], each at least 1. Does nothing when the size stays. On a problem there is no framebuffer until a
    /// later call succeeds.
    Outcome resize(int width, int height);

    /// To draw into; only after resize() has succeeded.
    unsigned framebuffer() const { return m_offscreen->framebuffer(); }

    /// Copies the picture to `target`, byte for byte and opaque. 0 is the window. Leaves `target` bound.
    void show(unsigned target = 0);

private:
    WindowCanvas(Program program, int samples) : m_program(std::move(program)), m_samples(samples) {}

    Program m_program;
    GlVertexArray m_noAttributes = GlVertexArray::make();
    std::optional<Offscreen> m_offscreen;
    int m_samples;
};

}  // namespace shoal
