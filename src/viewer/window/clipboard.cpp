#include "viewer/window/clipboard.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "sim/text/budget.hpp"
#include "viewer/window/x11.hpp"

#ifdef SHOAL_HAS_X11
#include <xcb/xcb.h>
#endif

namespace shoal {

namespace {

#ifdef SHOAL_HAS_X11

using Clock = std::chrono::steady_clock;

constexpr double kPatience = 1.0;         // [s] for the owner's answer
constexpr double kManagerPatience = 0.5;  // [s]
constexpr std::chrono::milliseconds kBetween{2};

Problem noAccess() {
    return Problem{"the display does not let Shoal read the clipboard"};
}

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};
template <class Reply>
using Owned = std::unique_ptr<Reply, Free>;

/// A connection to the X server of its own, with a window that receives selections. It uses XCB, because
/// Xlib ends the program when a connection breaks.
class SelectionReader {
public:
    /// `patience` [s]: the time for all waiting together.
    explicit SelectionReader(double patience)
        : m_due(Clock::now() + std::chrono::duration<double>(patience)) {
        int screen = 0;
        m_connection.reset(xcb_connect(nullptr, &screen));
        if (!isConnected()) {
            return;
        }
        m_window = xcb_generate_id(m_connection.get());
        xcb_create_window(m_connection.get(), 0, m_window, root(), 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                          XCB_COPY_FROM_PARENT, 0, nullptr);
        m_property = atom("SHOAL_SELECTION");
    }

    bool isConnected() const { return xcb_connection_has_error(m_connection.get()) == 0; }

    xcb_atom_t atom(std::string_view name) const {
        const auto asked =
            xcb_intern_atom(m_connection.get(), 0, static_cast<std::uint16_t>(name.size()), name.data());
        const Owned<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(m_connection.get(), asked, nullptr));
        return reply ? reply->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
    }

    /// Returns the window that owns a selection; 0 if none does.
    xcb_window_t ownerOf(xcb_atom_t selection) const {
        const Owned<xcb_get_selection_owner_reply_t> reply(xcb_get_selection_owner_reply(
            m_connection.get(), xcb_get_selection_owner(m_connection.get(), selection), nullptr));
        return reply ? reply->owner : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
    }

    /// Whether a selection's owner is the program that made `window`, which may be gone.
    bool isOwnedBy(unsigned long window, xcb_atom_t selection) const {
        const std::uint32_t own = xcb_get_setup(m_connection.get())->resource_id_mask;
        return (ownerOf(selection) & ~own) == (static_cast<xcb_window_t>(window) & ~own);
    }

    /// Takes a selection from its owner, whichever program that is.
    void giveUp(xcb_atom_t selection) const {
        xcb_set_selection_owner(m_connection.get(), XCB_WINDOW_NONE, selection, XCB_CURRENT_TIME);
        ownerOf(selection);  // waits until the server has done so
    }

    /// Returns a selection's bytes; empty if its owner does not offer them as `target`.
    Result<std::string> read(xcb_atom_t selection, xcb_atom_t target) {
        xcb_convert_selection(m_connection.get(), m_window, selection, target, m_property, XCB_CURRENT_TIME);
        const auto answer = awaitAnswer();
        if (!answer) {
            return Problem{"the program that you copied from does not answer"};
        }
        if (answer->property == XCB_ATOM_NONE) {
            return std::string();
        }
        constexpr auto kMaxWords = static_cast<std::uint32_t>(kPresetBudget.bytes / 4 + 1);
        const Owned<xcb_get_property_reply_t> reply(xcb_get_property_reply(
            m_connection.get(),
            xcb_get_property(m_connection.get(), 1, m_window, m_property, XCB_ATOM_ANY, 0, kMaxWords),
            nullptr));
        if (!reply) {
            return noAccess();
        }
        // Programs offer only text of hundreds of kilobytes in parts.
        if (reply->type == atom("INCR") || reply->bytes_after > 0) {
            return Problem{"the clipboard's text is too long; save it as a file and open that"};
        }
        return std::string(static_cast<const char*>(xcb_get_property_value(reply.get())),
                           static_cast<std::size_t>(xcb_get_property_value_length(reply.get())));
    }

private:
    struct Disconnect {
        void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
    };

    xcb_window_t root() const {
        return xcb_setup_roots_iterator(xcb_get_setup(m_connection.get())).data->root;
    }

    /// Waits for the owner's answer; null if none comes before the time is up.
    Owned<xcb_selection_notify_event_t> awaitAnswer() {
        xcb_flush(m_connection.get());
        while (isConnected()) {
            while (xcb_generic_event_t* event = xcb_poll_for_event(m_connection.get())) {
                Owned<xcb_selection_notify_event_t> answer(
                    reinterpret_cast<xcb_selection_notify_event_t*>(event));
                if ((answer->response_type & 0x7Fu) == XCB_SELECTION_NOTIFY) {
                    return answer;
                }
            }
            if (Clock::now() >= m_due) {
                break;
            }
            std::this_thread::sleep_for(kBetween);
        }
        return nullptr;
    }

    std::unique_ptr<xcb_connection_t, Disconnect> m_connection;
    std::chrono::time_point<Clock, std::chrono::duration<double>> m_due;
    xcb_window_t m_window = XCB_WINDOW_NONE;
    xcb_atom_t m_property = XCB_ATOM_NONE;
};

Result<std::string> readText() {
    SelectionReader reader(kPatience);
    if (!reader.isConnected()) {
        return noAccess();
    }
    return reader.read(reader.atom("CLIPBOARD"), reader.atom("UTF8_STRING"));
}

#endif

}  // namespace

void Clipboard::ask([[maybe_unused]] unsigned long window) {
#ifdef SHOAL_HAS_X11
    if (x11Display() != nullptr) {
        const SelectionReader reader(kPatience);
        // Its own text Shoal would offer itself only after this frame, which may be a slow one.
        if (!reader.isConnected() || !reader.isOwnedBy(window, reader.atom("CLIPBOARD"))) {
            m_text = std::string();
            m_isAsked = true;
            m_background.run(readText, [this](Result<std::string> text) {
                m_text = std::move(text);
                m_isAsked = false;
            });
            return;
        }
    }
#endif
    const char* text = glfwGetClipboardString(nullptr);
    m_text = std::string(text == nullptr ? "" : text);
}

void Clipboard::prepareEnd([[maybe_unused]] unsigned long window) {
#ifdef SHOAL_HAS_X11
    if (x11Display() == nullptr) {
        return;
    }
    SelectionReader reader(kManagerPatience);
    if (!reader.isConnected()) {
        return;
    }
    const xcb_atom_t clipboard = reader.atom("CLIPBOARD");
    const xcb_atom_t manager = reader.atom("CLIPBOARD_MANAGER");
    if (reader.ownerOf(manager) != XCB_WINDOW_NONE && reader.isOwnedBy(window, clipboard) &&
        !reader.read(manager, reader.atom("TARGETS"))) {
        reader.giveUp(clipboard);
    }
#endif
}

}  // namespace shoal
