// Owns a selection of the X server as another program would: the clipboard, or the clipboard manager's.
//
//   clipboard_owner SELECTION                never answers, as a program that hangs
//   clipboard_owner SELECTION TARGET TEXT    answers with TEXT
//   clipboard_owner SELECTION TARGET TEXT parts   offers TEXT in parts, as a long one
//   clipboard_owner SELECTION TARGET TEXT broken  breaks the reader's connection when asked
//
// Prints a line once it owns the selection, and runs until it is killed.

#include <cstdio>
#include <string>

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <unistd.h>

namespace {

class Owner {
public:
    Owner(Display* display, const char* selection) : m_display(display), m_selection(atom(selection)) {
        m_window = XCreateSimpleWindow(m_display, DefaultRootWindow(m_display), 0, 0, 1, 1, 0, 0, 0);
        XSetSelectionOwner(m_display, m_selection, m_window, CurrentTime);
        XSync(m_display, False);
        std::puts("ready");
        std::fflush(stdout);
    }

    [[noreturn]] void serve(const char* target, const std::string& text, const std::string& how) {
        m_target = atom(target);
        m_text = text;
        m_how = how;
        for (;;) {
            XEvent event;
            XNextEvent(m_display, &event);
            if (event.type == SelectionRequest) {
                answer(event.xselectionrequest);
            }
        }
    }

private:
    Atom atom(const char* name) const { return XInternAtom(m_display, name, False); }

    void answer(const XSelectionRequestEvent& request) {
        if (m_how == "broken") {
            XKillClient(m_display, request.requestor);
            return;
        }
        const auto put = [&](Atom type, int format, const void* data, std::size_t count) {
            XChangeProperty(m_display, request.requestor, request.property, type, format, PropModeReplace,
                            static_cast<const unsigned char*>(data), static_cast<int>(count));
        };
        const bool isOffered = request.target == m_target;
        if (isOffered && m_how == "parts") {
            const long size = static_cast<long>(m_text.size());
            put(atom("INCR"), 32, &size, 1);
        } else if (isOffered) {
            put(m_target, 8, m_text.data(), m_text.size());
        }
        XEvent event{};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = request.requestor;
        event.xselection.selection = request.selection;
        event.xselection.target = request.target;
        event.xselection.property = isOffered ? request.property : None;
        event.xselection.time = request.time;
        XSendEvent(m_display, request.requestor, False, NoEventMask, &event);
    }

    Display* m_display;
    Atom m_selection;
    Window m_window = 0;
    Atom m_target = None;
    std::string m_text;
    std::string m_how;
};

}  // namespace

int main(int count, char** words) {
    Display* const display = XOpenDisplay(nullptr);
    if (count < 2 || display == nullptr) {
        std::fprintf(stderr, "clipboard_owner SELECTION [TARGET TEXT], on a display\n");
        return 2;
    }
    Owner owner(display, words[1]);
    if (count < 4) {
        for (;;) {
            ::pause();
        }
    }
    owner.serve(words[2], words[3], count > 4 ? words[4] : "");
}
