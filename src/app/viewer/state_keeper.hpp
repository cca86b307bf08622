#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// Keeps a text in a file up to date. Writes on another thread, because a disk may be slow, at most every few
/// seconds and only if the text has changed.
class StateKeeper {
public:
    /// `text`: the current content of the file. Writes nothing if `file` is empty.
    StateKeeper(std::filesystem::path file, std::string text);

    /// Whether it is time to call keep(); `now` [s] of a monotonic clock.
    bool isDue(double now) const { return !m_file.empty() && now >= m_due; }
    void keep(std::string text, double now);

    bool isWriting() const { return m_writing.valid(); }

    /// Returns why the file could not be written, once.
    std::optional<Problem> poll();

    /// Writes the last text if the file does not hold it yet, and waits for that.
    Outcome finish();

private:
    std::filesystem::path m_file;
    std::string m_text;     ///< to be kept
    std::string m_written;  ///< written, or being written
    std::future<Outcome> m_writing;
    double m_due = 0.0;
    bool m_hasFailed = false;
};

}  // namespace shoal
