#include "app/viewer/state_keeper.hpp"

#include <chrono>
#include <utility>

#include "app/files/user_files.hpp"
#include "system/files/atomic_file.hpp"
#include "system/files/folder.hpp"

namespace shoal {

namespace {

constexpr double kKeepInterval = 3.0;  // [s]
constexpr double kLockPatience = 3.0;  // [s] for another viewer, which may have been stopped

/// Writes what changed from `base` to `state`, and keeps the rest of the file.
Outcome writeChanges(const std::filesystem::path& file, const ViewerState& base, const ViewerState& state) {
    if (auto made = makeFolder(file.parent_path()); !made) {
        return made;
    }
    removeStaleTemporaries(file.parent_path());
    const auto lock = FolderLock::take(file.parent_path(), kLockPatience);
    const auto present = loadState(file);
    if (!present) {
        return present.problem();
    }
    return writeFileAtomically(file, stateText(merged(base, state, *present)), Overwrite::anything());
}

bool isSame(const ViewerState& one, const ViewerState& other) {
    return stateText(one) == stateText(other);
}

}  // namespace

StateKeeper::StateKeeper(std::filesystem::path file, ViewerState state)
    : m_file(std::move(file)), m_state(state), m_written(std::move(state)) {}

void StateKeeper::keep(const ViewerState& state, double now) {
    m_due = now + kKeepInterval;
    m_state = state;
    if (!m_writing.valid() && !isSame(m_state, m_written)) {
        m_sent = m_state;
        m_writing = std::async(std::launch::async, writeChanges, m_file, m_written, m_sent);
    }
}

std::optional<Problem> StateKeeper::poll() {
    if (!m_writing.valid() || m_writing.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    const Outcome written = takeOutcome();
    const bool isNews = !written && !m_hasFailed;
    m_hasFailed = !written;
    return isNews ? std::optional(written.problem()) : std::nullopt;
}

Outcome StateKeeper::finish() {
    if (m_writing.valid()) {
        // If it has failed, the next attempt says why.
        [[maybe_unused]] const Outcome written = takeOutcome();
    }
    return m_file.empty() || isSame(m_state, m_written) ? Done{} : writeChanges(m_file, m_written, m_state);
}

/// Waits until the state has been written.
Outcome StateKeeper::takeOutcome() {
    Outcome written = m_writing.get();
    if (written) {
        m_written = std::move(m_sent);
    }
    return written;
}

}  // namespace shoal
