#pragma once

#include <functional>

namespace shoal {

/// While it lives, losing the X server calls `save` and then ends the program with status 1 and one line. It
/// ends inside the failed call: neither GLFW nor graphics drivers survive the return from one. Xlib's own
/// answer is exit(), in the middle of a film.
///
/// Make it after glfwInit(). `save` must not use the window; its OpenGL context still draws into
/// framebuffers. Does nothing on other window systems.
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
