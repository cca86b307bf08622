#include "viewer/window/window.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "render/gl/gl.hpp"
#include "render/gl/gl_debug.hpp"
#include "viewer/window/key_map.hpp"
#include "viewer/window/screens.hpp"
#include "viewer/window/x11.hpp"

namespace shoal {

namespace {

constexpr int kMinWidth = 1;
constexpr int kUsualWidth = 1280;
constexpr int kUsualHeight = 720;
constexpr double kUsualRefreshRate = 60.0;
constexpr double kRefreshRateInterval = 1.0;  // [s] a query takes several round trips to an X server

std::string lastError() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text == nullptr ? std::string("no reason given") : std::string(text);
}

/// Returns what the graphics driver offers, if that is not what Shoal needs; otherwise GLFW's last error.
std::string whyNoContext() {
    std::string why = lastError();
    for (const int major : {3, 1}) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
        if (major == 3) {
            glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
            glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        }
        if (GLFWwindow* const older = glfwCreateWindow(1, 1, "", nullptr, nullptr)) {
            glfwMakeContextCurrent(older);
            const Outcome loaded = loadGl(glfwGetProcAddress);
            glfwDestroyWindow(older);
            return loaded ? why : loaded.problem().text;
        }
    }
    return why;
}

/// Keeps GLFW from trying Wayland if none is running; libwayland would complain on standard error.
void choosePlatform() {
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
    const bool hasWayland =
        std::getenv("WAYLAND_DISPLAY") != nullptr || std::getenv("WAYLAND_SOCKET") != nullptr;
    const bool isX11 = !hasWayland && glfwPlatformSupported(GLFW_PLATFORM_X11) == GLFW_TRUE;
    glfwInitHint(GLFW_PLATFORM, isX11 ? GLFW_PLATFORM_X11 : GLFW_ANY_PLATFORM);
#endif
}

/// Whether the event makes Shoal or a text field paste.
bool pastes(const InputEvent& event) {
    const auto* key = std::get_if<KeyPressed>(&event);
    return key != nullptr &&
           ((key->hasControl && key->label == "v") || (key->hasShift && key->code == GLFW_KEY_INSERT));
}

std::string labelOf(int code, int scancode) {
    const char* name = glfwGetKeyName(code, scancode);
    return labelFor(code, name == nullptr ? "" : name);
}

std::span<GLFWmonitor* const> allMonitors() {
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    return {monitors, static_cast<std::size_t>(std::max(0, count))};
}

std::vector<ScreenArea> allScreens() {
    std::vector<ScreenArea> screens;
    for (GLFWmonitor* const monitor : allMonitors()) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitor);
        ScreenArea screen;
        glfwGetMonitorPos(monitor, &screen.x, &screen.y);
        screen.width = mode == nullptr ? 0 : mode->width;
        screen.height = mode == nullptr ? 0 : mode->height;
        screens.push_back(screen);
    }
    return screens;
}

ScreenArea areaOf(GLFWwindow* window) {
    ScreenArea area;
    glfwGetWindowPos(window, &area.x, &area.y);
    glfwGetWindowSize(window, &area.width, &area.height);
    return area;
}

/// Returns the monitor that shows most of the window; null if there is none.
GLFWmonitor* monitorShowing(GLFWwindow* window) {
    if (GLFWmonitor* monitor = glfwGetWindowMonitor(window)) {
        return monitor;
    }
    const auto monitors = allMonitors();
    return monitors.empty() ? nullptr : monitors[screenShowing(areaOf(window), allScreens())];
}

/// Creates the window hidden, because a visible one would jump to its position.
GLFWwindow* createAt(const std::string& title, const WindowPlace& place) {
    // The remembered size is already in the monitor's scale.
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_MAXIMIZED, place.isMaximised ? GLFW_TRUE : GLFW_FALSE);
    const ScreenArea area = reachableArea(place.area, allScreens());
    GLFWwindow* handle = glfwCreateWindow(area.width, area.height, title.c_str(), nullptr, nullptr);
    if (handle != nullptr) {
        glfwSetWindowPos(handle, area.x, area.y);
        glfwShowWindow(handle);
    }
    return handle;
}

void setHints() {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, kGlMajor);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, kGlMinor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    // Ignored by drivers that cannot report a reset.
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    // The viewer draws into a WindowCanvas; the window only receives finished pixels.
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, isGlDebugWanted() ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
    glfwWindowHint(GLFW_SCALE_FRAMEBUFFER, GLFW_TRUE);
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "shoal");
#endif
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "shoal");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "shoal");
}

/// Returns the driver's function that reports a reset; null if it has none. Asks for the extension first,
/// because GLX returns a pointer for any name.
unsigned (*resetStatus())() {
    const char* name = nullptr;
    if (glfwExtensionSupported("GL_KHR_robustness") == GLFW_TRUE) {
        name = "glGetGraphicsResetStatus";
    } else if (glfwExtensionSupported("GL_ARB_robustness") == GLFW_TRUE) {
        name = "glGetGraphicsResetStatusARB";
    }
    return name == nullptr ? nullptr : reinterpret_cast<unsigned (*)()>(glfwGetProcAddress(name));
}

}  // namespace

std::variant<std::unique_ptr<Window>, WindowFailure> Window::open(const std::string& title,
                                                                  const std::optional<WindowPlace>& place,
                                                                  Background& background) {
    using Reason = WindowFailure::Reason;
    choosePlatform();
    if (glfwInit() != GLFW_TRUE) {
        return WindowFailure{Reason::noDisplay, lastError()};
    }
    setHints();
    GLFWwindow* handle = place ? createAt(title, *place)
                               : glfwCreateWindow(kUsualWidth, kUsualHeight, title.c_str(), nullptr, nullptr);
    if (handle == nullptr) {
        const std::string why = whyNoContext();
        glfwTerminate();
        return WindowFailure{Reason::noGraphics, why};
    }
    std::unique_ptr<Window> window(new Window(handle, background));
    if (Outcome loaded = loadGl(loader()); !loaded) {
        return WindowFailure{Reason::noGraphics, loaded.problem().text};
    }
    window->m_place = place.value_or(WindowPlace{window->m_area, false});
    return window;
}

Window::Window(GLFWwindow* window, Background& background)
    : m_window(window), m_loss(window), m_clipboard(background) {
    glfwSetWindowUserPointer(m_window, this);
    glfwSetWindowSizeLimits(m_window, kMinWidth, kMinWidth, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(m_window);
    m_resetStatus = resetStatus();
    glfwSwapInterval(1);
    listen();
    listenToPlace();
    readPlace();
}

Window::~Window() {
    Clipboard::prepareEnd(x11Window(m_window));
    glfwDestroyWindow(m_window);
    glfwTerminate();
}

Window& Window::of(GLFWwindow* handle) {
    return *static_cast<Window*>(glfwGetWindowUserPointer(handle));
}

void Window::listen() {
    glfwSetKeyCallback(m_window, [](GLFWwindow* handle, int code, int scancode, int action, int mods) {
        if (action == GLFW_RELEASE) {
            Window::of(handle).push(
                KeyReleased{.code = code,
                            .scancode = scancode,
                            .label = labelOf(code, scancode),
                            .hasControl = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                            .hasShift = (mods & GLFW_MOD_SHIFT) != 0});
        } else {
            Window::of(handle).push(
                KeyPressed{.code = code,
                           .scancode = scancode,
                           .label = labelOf(code, scancode),
                           .isRepeat = action == GLFW_REPEAT,
                           .hasControl = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                           .hasShift = (mods & GLFW_MOD_SHIFT) != 0});
        }
    });
    glfwSetCharCallback(m_window, [](GLFWwindow* handle, unsigned codepoint) {
        Window::of(handle).push(CharacterTyped{codepoint});
    });
    glfwSetMouseButtonCallback(m_window, [](GLFWwindow* handle, int button, int action, int mods) {
        static constexpr std::array kButtons{MouseButton::left, MouseButton::right, MouseButton::middle};
        if (button >= 0 && static_cast<std::size_t>(button) < kButtons.size()) {
            Window::of(handle).push(
                ButtonChanged{.button = kButtons[static_cast<std::size_t>(button)],
                              .isDown = action == GLFW_PRESS,
                              .hasControl = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                              .hasShift = (mods & GLFW_MOD_SHIFT) != 0});
        }
    });
    glfwSetCursorPosCallback(m_window, [](GLFWwindow* handle, double x, double y) {
        Window::of(handle).push(PointerMoved{x, y});
    });
    glfwSetCursorEnterCallback(m_window, [](GLFWwindow* handle, int entered) {
        Window::of(handle).push(PointerCrossed{.isInside = entered == GLFW_TRUE});
    });
    glfwSetScrollCallback(m_window, [](GLFWwindow* handle, double right, double up) {
        Window::of(handle).push(WheelTurned{.up = up, .right = right});
    });
    glfwSetWindowFocusCallback(m_window, [](GLFWwindow* handle, int focused) {
        Window::of(handle).push(FocusChanged{.hasFocus = focused == GLFW_TRUE});
    });
    glfwSetDropCallback(m_window, [](GLFWwindow* handle, int count, const char** paths) {
        Window::of(handle).push(FilesDropped{{paths, paths + count}});
    });
}

/// Keeps up to date what a frame needs to know about the window.
void Window::listenToPlace() {
    glfwSetWindowPosCallback(m_window, [](GLFWwindow* handle, int x, int y) {
        Window& window = Window::of(handle);
        window.m_area.x = x;
        window.m_area.y = y;
        window.m_hasMoved = true;
    });
    glfwSetWindowSizeCallback(m_window, [](GLFWwindow* handle, int width, int height) {
        Window& window = Window::of(handle);
        window.m_size = {width, height};
        window.m_area.width = width;
        window.m_area.height = height;
        window.m_hasMoved = true;
    });
    glfwSetFramebufferSizeCallback(m_window, [](GLFWwindow* handle, int width, int height) {
        Window::of(handle).m_framebufferSize = {width, height};
        Window::of(handle).push(WindowChanged());
    });
    glfwSetWindowIconifyCallback(m_window, [](GLFWwindow* handle, int isMinimised) {
        Window::of(handle).m_isMinimised = isMinimised == GLFW_TRUE;
        Window::of(handle).push(WindowChanged());
    });
    glfwSetWindowRefreshCallback(m_window,
                                 [](GLFWwindow* handle) { Window::of(handle).push(WindowChanged()); });
    glfwSetWindowMaximizeCallback(m_window, [](GLFWwindow* handle, int isMaximised) {
        Window::of(handle).m_isMaximised = isMaximised == GLFW_TRUE;
    });
}

/// Asks the window system once for what listenToPlace() then follows.
void Window::readPlace() {
    m_area = areaOf(m_window);
    m_size = {m_area.width, m_area.height};
    glfwGetFramebufferSize(m_window, &m_framebufferSize.width, &m_framebufferSize.height);
    m_isMinimised = glfwGetWindowAttrib(m_window, GLFW_ICONIFIED) == GLFW_TRUE;
    m_isMaximised = glfwGetWindowAttrib(m_window, GLFW_MAXIMIZED) == GLFW_TRUE;
}

std::vector<InputEvent> Window::pollEvents(double waitSeconds) {
    m_loss.ask();
    const bool hasKept = !m_events.empty() && !m_isPasting;
    if (waitSeconds > 0.0 && !hasKept) {
        glfwWaitEventsTimeout(waitSeconds);
    } else {
        glfwPollEvents();
    }
    if (m_isPasting && m_clipboard.isAsked()) {
        return {};
    }
    // A key that was held back is the first event, and may pass now.
    const auto first = m_events.begin() + (std::exchange(m_isPasting, false) ? 1 : 0);
    const auto paste = std::find_if(first, m_events.end(), pastes);
    if (paste != m_events.end() && paste == m_events.begin()) {
        // What came before, perhaps a key that copies, has been carried out.
        m_clipboard.ask(x11Window(m_window));
        m_isPasting = true;
    }
    std::vector<InputEvent> due(m_events.begin(), paste);
    m_events.erase(m_events.begin(), paste);
    return due;
}

bool Window::isClosing() const {
    return glfwWindowShouldClose(m_window) == GLFW_TRUE;
}

void Window::close() {
    glfwSetWindowShouldClose(m_window, GLFW_TRUE);
}

float Window::uiScale() const {
    float content = 1.0f;
    glfwGetWindowContentScale(m_window, &content, nullptr);
    // Where window coordinates are larger than pixels (macOS, Wayland), the system itself scales.
    const float pixels = m_size.width > 0
                             ? static_cast<float>(m_framebufferSize.width) / static_cast<float>(m_size.width)
                             : 1.0f;
    return pixels > 0.0f ? content / pixels : content;
}

std::string Window::labelAt(int keyCode) {
    return labelOf(keyCode, 0);
}

bool Window::isHeld(int keyCode) const {
    return keyCode != GLFW_KEY_UNKNOWN && glfwGetKey(m_window, keyCode) == GLFW_PRESS;
}

WindowPlace Window::place() {
    if (glfwGetWindowMonitor(m_window) == nullptr && !isMinimised()) {
        m_place.isMaximised = m_isMaximised;
        if (!m_place.isMaximised) {
            m_place.area = m_area;
        }
    }
    return m_place;
}

void Window::toggleFullScreen() {
    if (glfwGetWindowMonitor(m_window) != nullptr) {
        const ScreenArea& area = m_place.area;
        glfwSetWindowMonitor(m_window, nullptr, area.x, area.y, area.width, area.height, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = monitorShowing(m_window);
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode == nullptr) {
        return;
    }
    place();
    glfwSetWindowMonitor(m_window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::present() {
    glfwSwapBuffers(m_window);
}

bool Window::hasLostGraphics() const {
    return m_resetStatus != nullptr && m_resetStatus() != GL_NO_ERROR;
}

double Window::refreshRate() {
    if (const double time = now(); m_hasMoved && time >= m_refreshRateDue) {
        m_hasMoved = false;
        GLFWmonitor* monitor = monitorShowing(m_window);
        const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
        const bool isKnown = mode != nullptr && mode->refreshRate > 0;
        m_refreshRate = isKnown ? static_cast<double>(mode->refreshRate) : kUsualRefreshRate;
        m_refreshRateDue = time + kRefreshRateInterval;
    }
    return m_refreshRate;
}

double Window::now() {
    return glfwGetTime();
}

GlLoader Window::loader() {
    return glfwGetProcAddress;
}

}  // namespace shoal
