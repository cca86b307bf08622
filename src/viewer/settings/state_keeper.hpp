#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include <shoal/result.hpp>

#include "play/background/background.hpp"
#include "viewer/settings/viewer_state.hpp"

namespace shoal {

/// Keeps the viewer's state in its file up to date. Writes on another thread, because a disk may be slow, at
/// most every few seconds and only if the state has changed. Another viewer may write to the same file: what
/// this one has not changed stays as the file has it.
class StateKeeper {
public:
    /// `state`: as read from the file. Writes nothing if `file` is empty. `background` must outlive this, and
    /// this its drain().
    StateKeeper(Background& background, std::filesystem::path file, ViewerState state);

    /// Whether it is time to call keep(); `now` [s] of a monotonic clock.
    bool isDue(double now) const { return !m_file.empty() && now >= m_due; }
    void keep(const ViewerState& state, double now);

    /// Returns why the file could not be written, once.
    std::optional<Problem> problem() { return std::exchange(m_problem, std::nullopt); }

    /// Whether the last attempt to write the file failed.
    bool hasFailed() const { return m_hasFailed; }

    /// Writes the last state if the file does not hold it yet, and waits for that.
    Outcome finish();

private:
    void note(const Outcome& written);

    Background& m_background;
    Background::Lane m_lane;
    std::filesystem::path m_file;
    ViewerState m_state;    ///< to be kept
    ViewerState m_written;  ///< as last read or written
    ViewerState m_sent;     ///< being written
    bool m_isWriting = false;
    std::optional<Problem> m_problem;
    double m_due = 0.0;
    bool m_hasFailed = false;
};

}  // namespace shoal
