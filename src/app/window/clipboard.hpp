#pragma once

#include <future>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// The text that other programs have copied. The program that owns the clipboard may be slow to answer, or
/// hang: on X11 another thread waits for it, at most a second. GLFW would wait without limit.
class Clipboard {
public:
    /// Asks the owner for the text, and forgets the last one. `window`: GLFW's number of an X11 window of
    /// ours.
    void ask(unsigned long window);

    /// Whether the answer to ask() is still missing.
    bool isAsked();

    /// Returns the answer to ask(); empty if the clipboard holds no text. The problem says in one line why it
    /// cannot be read.
    const Result<std::string>& text() const { return m_text; }

    /// Lets GLFW end: it waits without limit for the clipboard manager to take over what the program with
    /// this window, which may be gone, has copied. If the manager does not answer, the clipboard is given up.
    static void prepareEnd(unsigned long window);

private:
    std::future<Result<std::string>> m_asked;
    Result<std::string> m_text = std::string();
};

}  // namespace shoal
