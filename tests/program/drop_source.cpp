// Drops files on a window as a file manager does, because xdotool cannot: the source side of XDND, version 5.
//
//   drop_source WINDOW FILE…
//
// Exits with 0 when the window says that it took the files; otherwise prints a line and exits with 1.

#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

namespace {

constexpr long kVersion = 5;
constexpr int kPatience = 60;  // [s] for the window to answer

using Clock = std::chrono::steady_clock;

/// Returns a file as a line of text/uri-list.
std::string uriOf(const std::string& file) {
    std::string uri = "file://";
    for (const unsigned char byte : file) {
        char escaped[4];
        std::snprintf(escaped, sizeof escaped, "%%%02X", byte);
        const bool isPlain = std::isalnum(byte) != 0 || std::strchr("/-_.~", byte) != nullptr;
        uri += isPlain ? std::string(1, static_cast<char>(byte)) : std::string(escaped);
    }
    return uri + "\r\n";
}

class DropSource {
public:
    DropSource(Display* display, Window target, std::string uris)
        : m_display(display), m_target(target), m_uris(std::move(uris)) {
        m_window = XCreateSimpleWindow(m_display, DefaultRootWindow(m_display), 0, 0, 1, 1, 0, 0, 0);
        XSetSelectionOwner(m_display, atom("XdndSelection"), m_window, CurrentTime);
    }

    /// Drops the files. Returns null when the window took them, otherwise the reason.
    const char* drop() {
        Window child = 0;
        int x = 0;
        int y = 0;
        if (XTranslateCoordinates(m_display, m_target, DefaultRootWindow(m_display), 5, 5, &x, &y, &child) ==
            0) {
            return "there is no such window";
        }
        tell("XdndEnter", {kVersion << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
        tell("XdndPosition",
             {0, (static_cast<long>(x) << 16) | y, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
        XEvent event;
        if (!await("XdndStatus", event)) {
            return "the window does not say whether it takes files";
        }
        if ((event.xclient.data.l[1] & 1) == 0) {
            return "the window takes no files";
        }
        tell("XdndDrop", {0, CurrentTime, 0, 0});
        if (!await("XdndFinished", event)) {
            return "the window does not say that it took the files";
        }
        // Tests for any non-zero value, not only the lowest bit: GLFW returns the number of bytes it read.
        return event.xclient.data.l[1] != 0 ? nullptr : "the window did not take the files";
    }

private:
    Atom atom(const char* name) const { return XInternAtom(m_display, name, False); }

    void tell(const char* what, std::initializer_list<long> words) {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = m_target;
        event.xclient.message_type = atom(what);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(m_window);
        int place = 1;
        for (const long word : words) {
            event.xclient.data.l[place++] = word;
        }
        XSendEvent(m_display, m_target, False, NoEventMask, &event);
    }

    /// Waits for this message and serves the file names meanwhile.
    bool await(const char* what, XEvent& event) {
        const Clock::time_point end = Clock::now() + std::chrono::seconds(kPatience);
        while (Clock::now() < end) {
            if (XPending(m_display) == 0) {
                pollfd connection{ConnectionNumber(m_display), POLLIN, 0};
                ::poll(&connection, 1, 100);
                continue;
            }
            XNextEvent(m_display, &event);
            if (event.type == SelectionRequest) {
                handOver(event.xselectionrequest);
            } else if (event.type == ClientMessage && event.xclient.message_type == atom(what)) {
                return true;
            }
        }
        return false;
    }

    void handOver(const XSelectionRequestEvent& request) {
        const bool isKnown = request.target == atom("text/uri-list");
        if (isKnown) {
            XChangeProperty(m_display, request.requestor, request.property, request.target, 8,
                            PropModeReplace, reinterpret_cast<const unsigned char*>(m_uris.data()),
                            static_cast<int>(m_uris.size()));
        }
        XEvent answer{};
        answer.xselection.type = SelectionNotify;
        answer.xselection.requestor = request.requestor;
        answer.xselection.selection = request.selection;
        answer.xselection.target = request.target;
        answer.xselection.property = isKnown ? request.property : None;
        answer.xselection.time = request.time;
        XSendEvent(m_display, request.requestor, False, NoEventMask, &answer);
    }

    Display* m_display;
    Window m_target;
    Window m_window = 0;
    std::string m_uris;
};

}  // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::fprintf(stderr, "drop_source WINDOW FILE…\n");
        return 2;
    }
    Display* const display = XOpenDisplay(nullptr);
    if (display == nullptr) {
        std::fprintf(stderr, "there is no display\n");
        return 1;
    }
    std::string uris;
    for (int each = 2; each < count; ++each) {
        uris += uriOf(words[each]);
    }
    const char* const problem = DropSource(display, std::strtoul(words[1], nullptr, 0), uris).drop();
    XCloseDisplay(display);
    if (problem != nullptr) {
        std::fprintf(stderr, "%s\n", problem);
    }
    return problem == nullptr ? 0 : 1;
}
