#pragma once

#include <memory>
#include <span>
#include <vector>

#include <shoal/result.hpp>

#include "render/tile.hpp"

struct GLFWwindow;

namespace shoal {

/// Draws what Dear ImGui built with the OpenGL context that is current; with a window, also brings ImGui its
/// mouse and keys. Needs ImGui's context before and until after.
class UiPainter {
public:
    /// `window` is null for pictures without one. Its own callbacks must be set before: ImGui calls them too.
    static Result<std::unique_ptr<UiPainter>> create(GLFWwindow* window);
    ~UiPainter();
    UiPainter(const UiPainter&) = delete;
    UiPainter& operator=(const UiPainter&) = delete;

    /// Begins an ImGui frame for the window. `pressed`: keys that went down since the last one; a key that is
    /// up again already still counts for this frame, or a short tap would be lost in a slow one.
    void beginWindowFrame(std::span<const int> pressed);

    /// Begins one for a picture of this size [px], `seconds` after the one before.
    void beginPictureFrame(int width, int height, float seconds);

    /// Ends the frame without drawing it.
    void skip();

    /// Ends the frame and draws it into the framebuffer that is bound.
    void draw();

    /// Ends the frame, to be drawn by drawTile() as often as there are tiles.
    void finish();

    /// Draws a tile of what was finished, in a picture `pictureHeight` high, into the framebuffer that is
    /// bound.
    void drawTile(const Tile& tile, int pictureHeight);

    /// After the fonts were loaded anew.
    void refreshFonts();

private:
    UiPainter() = default;

    std::vector<int> m_tapped;  ///< keys shown as down though they are up; let go in the next frame
};

}  // namespace shoal
