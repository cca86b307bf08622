#pragma once

#include <functional>

struct GLFWwindow;

namespace shoal {

/// Notices that another program has destroyed the window. Requests about it then fail, and this class keeps
/// Xlib from ending the program for that. Create it once the window is there; it acts until the program ends.
/// Has no effect on other window systems.
class WindowLoss {
public:
    explicit WindowLoss(GLFWwindow* window);

    /// Sends a request that fails once the window is gone. It waits for no reply; the failure is noticed when
    /// events are next polled.
    void ask() const;

    /// Whether a request about the window has failed.
    bool hasHappened() const;

private:
    unsigned long m_window;
};

/// While an object of this class exists, losing the X server prints one line, calls `save` and exits with
/// status 1. It exits inside the failed call because neither GLFW nor graphics drivers survive a return from
/// it. Xlib itself would call exit() in the middle of a film.
///
/// Create it after glfwInit(). `save` must not use the window; its OpenGL context can still draw into
/// framebuffers. Has no effect on other window systems.
class DisplayLoss {
public:
    explicit DisplayLoss(std::function<void()> save);
    ~DisplayLoss();
    DisplayLoss(const DisplayLoss&) = delete;
    DisplayLoss& operator=(const DisplayLoss&) = delete;

private:
    std::function<void()> m_save;
};

}  // namespace shoal
