#pragma once

#include <memory>
#include <span>
#include <vector>

#include <shoal/result.hpp>

#include "render/picture/tile.hpp"

struct GLFWwindow;

namespace shoal {

/// Draws Dear ImGui's output with the current OpenGL context; with a window, also feeds ImGui its mouse and
/// keys. ImGui's context must outlive it.
class UiPainter {
public:
    /// `window` is null for pictures without one. Set the window's own callbacks first: ImGui calls them too.
    static Result<std::unique_ptr<UiPainter>> create(GLFWwindow* window);
    ~UiPainter();
    UiPainter(const UiPainter&) = delete;
    UiPainter& operator=(const UiPainter&) = delete;

    /// Begins an ImGui frame for the window. `pressed`: keys that went down since the last frame. A key that
    /// is already up again still counts for this frame; otherwise a short tap would be lost in a slow frame.
    void beginWindowFrame(std::span<const int> pressed);

    /// Begins an ImGui frame for a picture of this size [px], `seconds` after the one before.
    void beginPictureFrame(int width, int height, float seconds);

    /// Ends the frame without drawing it.
    void skip();

    /// Ends the frame and draws it into the bound framebuffer.
    void draw();

    /// Ends the frame; drawTile() then draws it, once per tile.
    void finish();

    /// Draws a tile of the finished frame, in a picture `pictureHeight` [px] high, into the bound
    /// framebuffer.
    void drawTile(const Tile& tile, int pictureHeight);

    /// Call after the fonts were reloaded.
    void refreshFonts();

private:
    UiPainter() = default;

    std::vector<int> m_tapped;  ///< keys reported as down although they are up; released in the next frame
};

}  // namespace shoal
