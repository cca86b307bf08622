#include "viewer/scenes/state_keeper.hpp"

#include <utility>

#include "system/files/atomic_file.hpp"
#include "system/files/folder.hpp"
#include "viewer/files/user_files.hpp"

namespace shoal {

namespace {

constexpr double kKeepInterval = 3.0;  // [s]
constexpr double kLockPatience = 3.0;  // [s] for another viewer, which may have been stopped

/// Writes what changed from `base` to `state`, and keeps the rest of the file.
Outcome writeChanges(const std::filesystem::path& file, const ViewerState& base, const ViewerState& state) {
    if (auto made = makeFolder(file.parent_path()); !made) {
        return made;
    }
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

StateKeeper::StateKeeper(Background& background, std::filesystem::path file, ViewerState state)
    : m_background(background), m_file(std::move(file)), m_state(state), m_written(std::move(state)) {}

void StateKeeper::keep(const ViewerState& state, double now) {
    m_due = now + kKeepInterval;
    m_state = state;
    if (m_isWriting || isSame(m_state, m_written)) {
        return;
    }
    m_isWriting = true;
    m_sent = m_state;
    m_background.run(
        m_lane, [file = m_file, base = m_written, sent = m_sent] { return writeChanges(file, base, sent); },
        [this](const Outcome& written) { note(written); });
}

void StateKeeper::note(const Outcome& written) {
    m_isWriting = false;
    if (written) {
        m_written = m_sent;
    } else if (!m_hasFailed) {
        m_problem = written.problem();
    }
    m_hasFailed = !written;
}

Outcome StateKeeper::finish() {
    m_background.finish();  // if it has failed, the next attempt says why
    return m_file.empty() || isSame(m_state, m_written) ? Done{} : writeChanges(m_file, m_written, m_state);
}

}  // namespace shoal
