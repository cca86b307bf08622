#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include <shoal/result.hpp>

#include "render/frame/tile.hpp"
#include "viewer/window/input_event.hpp"

struct GLFWwindow;

namespace shoal {

/// Draws Dear ImGui's output with the current OpenGL context; with a window, also feeds ImGui its events.
/// ImGui's context must outlive it.
class UiPainter {
public:
    /// `window` is null for pictures without one.
    static Result<std::unique_ptr<UiPainter>> create(GLFWwindow* window);
    ~UiPainter();
    UiPainter(const UiPainter&) = delete;
    UiPainter& operator=(const UiPainter&) = delete;

    /// Begins an ImGui frame for the window, `seconds` after the one before, with one of inputBatches().
    void beginWindowFrame(std::span<const InputEvent> events, double seconds);

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
    explicit UiPainter(GLFWwindow* window) : m_window(window) {}
    void feed(const InputEvent& event);
    void placePointer();
    void showPointer();

    GLFWwindow* m_window;
    // As of the last event fed, not of the present: a slow frame's events are fed one after another.
    std::array<bool, 3> m_isDown{};  ///< by ImGui's number of the button
    std::optional<PointerMoved> m_pointer;
    bool m_isInside = false;  ///< the pointer, in the window
    bool m_hasFocus = false;
    int m_shape = 0;        ///< of the pointer, as shown: one of ImGui's
    int m_choosingKey = 0;  ///< GLFW's code of an Enter that ImGui sees as Space, while it is down
};

}  // namespace shoal
