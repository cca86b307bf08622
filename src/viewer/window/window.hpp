#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "render/gl/gl.hpp"
#include "viewer/window/clipboard.hpp"
#include "viewer/window/display_loss.hpp"
#include "viewer/window/input_event.hpp"
#include "viewer/window/screens.hpp"

struct GLFWwindow;

namespace shoal {

/// Why no window could be opened.
struct WindowFailure {
    enum class Reason {
        noDisplay,   ///< no window system to open one on
        noGraphics,  ///< no OpenGL 4.3
    };
    Reason reason = Reason::noDisplay;
    std::string text;
};

/// A window with an OpenGL 4.3 core context, current on the thread that opened it. Only one may exist at a
/// time.
class Window {
public:
    /// Opens it at `place`, if that is given and still on a monitor; otherwise where the desktop chooses, at
    /// the default size. `background` must outlive it, and it `background`'s drain(), which brings the
    /// clipboard's text.
    static std::variant<std::unique_ptr<Window>, WindowFailure> open(const std::string& title,
                                                                     const std::optional<WindowPlace>& place,
                                                                     Background& background);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Returns the events since the last call, in order. Waits up to `waitSeconds` if there are none. A key
    /// that pastes, and what follows it, comes once pastedText() is known.
    std::vector<InputEvent> pollEvents(double waitSeconds = 0.0);

    /// Returns the clipboard's text at the last key that pastes; empty if there was none. The problem says
    /// why it could not be read.
    const Result<std::string>& pastedText() const { return m_clipboard.text(); }

    /// Whether another program has destroyed the window. Nothing about it may be asked any more.
    bool isLost() const { return m_loss.hasHappened(); }

    /// Returns the window with this handle.
    static Window& of(GLFWwindow* handle);

    bool isClosing() const;
    void close();

    struct Size {
        int width = 0;
        int height = 0;
    };
    // As the last events said. Asking a window system across a network would delay the frame.
    Size size() const { return m_size; }                        ///< in window coordinates
    Size framebufferSize() const { return m_framebufferSize; }  ///< [px]; 0 while minimised on some systems
    bool isMinimised() const { return m_isMinimised; }

    /// Factor by which text should be larger than on an ordinary screen, in window coordinates.
    float uiScale() const;

    /// Returns KeyPressed::label of the key at this position.
    static std::string labelAt(int keyCode);

    /// Whether the key at this position on the keyboard (GLFW's code) is down.
    bool isHeld(int keyCode) const;

    /// Returns the place to open it at next time.
    WindowPlace place();

    /// Fills the monitor that shows most of the window, or returns from full screen.
    void toggleFullScreen();

    /// Shows the drawn frame, synchronised with the screen.
    void present();

    /// Whether the graphics driver was reset. All OpenGL objects are then lost, and nothing can be drawn.
    /// Always false if the driver does not report resets.
    bool hasLostGraphics() const;

    /// Refresh rate [1/s] of the monitor that shows most of the window; 60 if unknown. Asks the window system
    /// once the window has moved, within a second.
    double refreshRate();

    /// Time [s] of a monotonic clock.
    static double now();

    /// Finds OpenGL's functions.
    static GlLoader loader();

    GLFWwindow* handle() const { return m_window; }

private:
    Window(GLFWwindow* window, Background& background);
    void listen();
    void listenToPlace();
    void readPlace();
    void push(const InputEvent& event) { m_events.push_back(event); }

    GLFWwindow* m_window;
    WindowLoss m_loss;
    Clipboard m_clipboard;
    unsigned (*m_resetStatus)() = nullptr;  ///< null where the driver cannot tell
    std::vector<InputEvent> m_events;       ///< not returned yet
    bool m_isPasting = false;               ///< the first of them pastes, and waits for the clipboard
    ScreenArea m_area;                      ///< as it is now, also while maximised or full screen
    Size m_size;
    Size m_framebufferSize;
    bool m_isMinimised = false;
    bool m_isMaximised = false;
    double m_refreshRate = 0.0;     ///< [1/s] as last queried
    double m_refreshRateDue = 0.0;  ///< [s] when to query again, if the window has moved
    bool m_hasMoved = true;         ///< since that query
    WindowPlace m_place;            ///< as last known; the place to return to from full screen
};

}  // namespace shoal
