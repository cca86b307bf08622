#include "app/display_loss.hpp"

#include <cstdlib>
#include <exception>
#include <utility>

#include "app/console.hpp"
#include "app/exit_status.hpp"

#ifdef SHOAL_HAS_X11
#include <X11/Xlib.h>

// As glfw3native.h declares it, whose other declarations need more headers. Weak: a GLFW built for Wayland
// only does not have it.
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
    // An exception cannot pass through Xlib.
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

/// With a null `save` as Xlib does by itself.
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
