#pragma once

#include <functional>

namespace shoal {

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
