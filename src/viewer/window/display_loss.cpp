#include "viewer/window/display_loss.hpp"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <utility>

#include "terminal/console.hpp"
#include "terminal/ending.hpp"
#include "viewer/window/x11.hpp"

#ifdef SHOAL_HAS_X11
#include <X11/Xlib.h>
#endif

namespace shoal {

namespace {

#ifdef SHOAL_HAS_X11

/// The viewer's window; 0 once it is lost.
std::atomic<unsigned long> g_window{0};

/// Xlib itself would end the program at once. Errors about other programs' windows do not count: they
/// may disappear while Shoal answers their requests.
int noteError(Display*, XErrorEvent* error) {
    if (error->error_code == BadWindow || error->error_code == BadDrawable) {
        unsigned long window = error->resourceid;
        g_window.compare_exchange_strong(window, 0);
    }
    return 0;
}

[[noreturn]] void saveAndEnd(Display*, void* save) {
    printLine("the viewer has lost its display");
    // An exception must not pass through Xlib.
    try {
        (*static_cast<std::function<void()>*>(save))();
    } catch (const std::exception& error) {
        printLine(error.what());
    }
    std::_Exit(static_cast<int>(ExitStatus::failed));
}

int printNothing(Display*) {
    return 0;
}

/// Installs the handlers; a null `save` restores Xlib's own.
void answerLoss(std::function<void()>* save) {
    if (Display* const display = x11Display()) {
        XSetIOErrorHandler(save == nullptr ? nullptr : printNothing);
        XSetIOErrorExitHandler(display, save == nullptr ? nullptr : saveAndEnd, save);
    }
}

void watch(unsigned long window) {
    g_window = window;
    if (window != 0) {
        XSetErrorHandler(noteError);
    }
}

bool hasLost(unsigned long window) {
    return window != 0 && g_window == 0;
}

void changeNothing(unsigned long window) {
    if (window != 0) {
        XSetWindowAttributes none{};
        XChangeWindowAttributes(x11Display(), window, 0, &none);
    }
}

#else

void answerLoss(std::function<void()>*) {}
void watch(unsigned long) {}
void changeNothing(unsigned long) {}
bool hasLost(unsigned long) {
    return false;
}

#endif

}  // namespace

WindowLoss::WindowLoss(GLFWwindow* window) : m_window(x11Window(window)) {
    watch(m_window);
}

void WindowLoss::ask() const {
    changeNothing(m_window);
}

bool WindowLoss::hasHappened() const {
    return hasLost(m_window);
}

DisplayLoss::DisplayLoss(std::function<void()> save) : m_save(std::move(save)) {
    answerLoss(&m_save);
}

DisplayLoss::~DisplayLoss() {
    answerLoss(nullptr);
}

}  // namespace shoal
