#pragma once

#include <optional>

#include <shoal/result.hpp>

#include "render/picture/offscreen.hpp"

namespace shoal {

/// The framebuffer that the viewer draws into, and the copy from it to the window. Colours are encoded
/// exactly once: this framebuffer is sRGB on every driver, whereas some drivers report "linear" for a window
/// that encodes.
class WindowCanvas {
public:
    /// Size in the window [px], each side at least 1; the frame is drawn at `scale` of it, above 0 .. 1. Does
    /// nothing if both are unchanged. On failure there is no framebuffer until a later call succeeds. Call it
    /// before the first frame.
    Outcome resize(int width, int height, float scale = 1.0f);

    /// The framebuffer to draw into; only after resize() has succeeded.
    unsigned framebuffer() const { return m_offscreen->framebuffer(); }

    /// Width in the window [px]; 0 before the first resize().
    int width() const { return m_offscreen ? m_size.width : 0; }

    /// Size of the frame to draw [px]; only after resize() has succeeded.
    ImageSize frameSize() const { return {m_offscreen->width(), m_offscreen->height()}; }

    /// Copies the frame, if there is one, to `target` with its left edge at `left` [px]: byte for byte, or
    /// enlarged. 0 is the window. Leaves `target` bound.
    void show(unsigned target = 0, int left = 0);

private:
    ImageSize m_size;  ///< in the window
    std::optional<Offscreen> m_offscreen;
};

}  // namespace shoal
