#pragma once

#include <string>

#include <shoal/result.hpp>

#include "play/background/background.hpp"

namespace shoal {

/// The text that other programs have copied. The program that owns the clipboard may be slow to answer, or
/// hang: on X11 it is asked in the background and has a second. GLFW would wait without limit.
class Clipboard {
public:
    /// `background` must outlive this, and this its drain().
    explicit Clipboard(Background& background) : m_background(background) {}

    /// Asks the owner for the text, and forgets the last one. `window`: GLFW's number of an X11 window of
    /// ours.
    void ask(unsigned long window);

    /// Whether the answer to ask() is still missing.
    bool isAsked() const { return m_isAsked; }

    /// Returns the answer to ask(); empty if the clipboard holds no text. The problem says in one line why it
    /// cannot be read.
    const Result<std::string>& text() const { return m_text; }

    /// Lets GLFW end: it waits without limit for the clipboard manager to take over what the program with
    /// this window, which may be gone, has copied. If the manager does not answer, the clipboard is given up.
    static void prepareEnd(unsigned long window);

private:
    Background& m_background;
    bool m_isAsked = false;
    Result<std::string> m_text = std::string();
};

}  // namespace shoal
