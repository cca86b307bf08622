#include "viewer/settings/state_keeper.hpp"

#include <utility>

namespace shoal {

namespace {

constexpr double kKeepInterval = 3.0;  // [s]

bool isSame(const ViewerState& one, const ViewerState& other) {
    return one.unsaved == other.unsaved && stateText(one) == stateText(other);
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
        m_lane, [file = m_file, base = m_written, sent = m_sent] { return writeState(file, base, sent); },
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
    return m_file.empty() || isSame(m_state, m_written) ? Done{} : writeState(m_file, m_written, m_state);
}

}  // namespace shoal
