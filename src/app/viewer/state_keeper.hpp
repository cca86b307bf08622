#pragma once

#include <filesystem>
#include <future>
#include <optional>

#include <shoal/result.hpp>

#include "app/files/viewer_state.hpp"

namespace shoal {

/// Keeps the viewer's state in its file up to date. Writes on another thread, because a disk may be slow, at
/// most every few seconds and only if the state has changed. Another viewer may write to the same file: what
/// this one has not changed stays as the file has it.
class StateKeeper {
public:
    /// `state`: as read from the file. Writes nothing if `file` is empty.
    StateKeeper(std::filesystem::path file, ViewerState state);

    /// Whether it is time to call keep(); `now` [s] of a monotonic clock.
    bool isDue(double now) const { return !m_file.empty() && now >= m_due; }
    void keep(const ViewerState& state, double now);

    bool isWriting() const { return m_writing.valid(); }

    /// Returns why the file could not be written, once.
    std::optional<Problem> poll();

    /// Writes the last state if the file does not hold it yet, and waits for that.
    Outcome finish();

private:
    Outcome takeOutcome();

    std::filesystem::path m_file;
    ViewerState m_state;    ///< to be kept
    ViewerState m_written;  ///< as last read or written
    ViewerState m_sent;     ///< being written
    std::future<Outcome> m_writing;
    double m_due = 0.0;
    bool m_hasFailed = false;
};

}  // namespace shoal
