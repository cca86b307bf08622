#pragma once

struct GLFWwindow;

#ifdef SHOAL_HAS_X11
struct _XDisplay;

// Declared as in glfw3native.h, but without Xlib's header, which defines macros such as None. Weak because a
// GLFW built only for Wayland lacks them.
extern "C" [[gnu::weak]] _XDisplay* glfwGetX11Display();
extern "C" [[gnu::weak]] unsigned long glfwGetX11Window(GLFWwindow* window);
#endif

namespace shoal {

#ifdef SHOAL_HAS_X11

/// GLFW's connection to the X server; null on another window system.
inline _XDisplay* x11Display() {
    return glfwGetX11Display == nullptr ? nullptr : glfwGetX11Display();
}

/// The X server's number of a window; 0 on another window system.
inline unsigned long x11Window(GLFWwindow* window) {
    return x11Display() == nullptr ? 0 : glfwGetX11Window(window);
}

#else

inline unsigned long x11Window(GLFWwindow*) {
    return 0;
}

#endif

}  // namespace shoal
