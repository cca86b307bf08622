#include "app/window/display_loss.hpp"

#include <cstdlib>
#include <exception>
#include <utility>

#include "app/cli/exit_status.hpp"
#include "app/terminal/console.hpp"

#ifdef SHOAL_HAS_X11
#include <X11/Xlib.h>

// Declared as in glfw3native.h, whose other declarations need more headers. Weak because a GLFW built only
// for Wayland lacks it.
extern "C" [[gnu::weak]] Display* glfwGetX11Display();
#endif

namespace shoal {

namespace {

#ifdef SHOAL_HAS_X11

Display* openDisplay() {
    return glfwGetX11Display == nullptr ? nullptr : glfwGetX11Display();
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
    if (Display* const display = openDisplay()) {
        XSetIOErrorHandler(save == nullptr ? nullptr : printNothing);
        XSetIOErrorExitHandler(display, save == nullptr ? nullptr : saveAndEnd, save);
    }
}

#else

void answerLoss(std::function<void()>*) {}

#endif

}  // namespace

DisplayLoss::DisplayLoss(std::function<void()> save) : m_save(std::move(save)) {
    answerLoss(&m_save);
}

DisplayLoss::~DisplayLoss() {
    answerLoss(nullptr);
}

}  // namespace shoal
