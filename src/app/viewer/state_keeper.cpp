#include "app/viewer/state_keeper.hpp"

#include <chrono>
#include <utility>

#include "app/files/user_files.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

namespace {

constexpr double kKeepInterval = 3.0;  // [s]

Outcome writeState(const std::filesystem::path& file, const std::string& text) {
    if (auto made = makeFolder(file.parent_path()); !made) {
        return made;
    }
    removeStaleTemporaries(file.parent_path());
    return writeFileAtomically(file, text);
}

}  // namespace

StateKeeper::StateKeeper(std::filesystem::path file, std::string text)
    : m_file(std::move(file)), m_text(text), m_written(std::move(text)) {}

void StateKeeper::keep(std::string text, double now) {
    m_due = now + kKeepInterval;
    m_text = std::move(text);
    if (m_text != m_written && !m_writing.valid()) {
        m_written = m_text;
        m_writing = std::async(std::launch::async, writeState, m_file, m_text);
    }
}

std::optional<Problem> StateKeeper::poll() {
    if (!m_writing.valid() || m_writing.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    const Outcome written = m_writing.get();
    if (written) {
        m_hasFailed = false;
        return std::nullopt;
    }
    m_written.clear();
    return std::exchange(m_hasFailed, true) ? std::nullopt : std::optional(written.problem());
}

Outcome StateKeeper::finish() {
    if (m_writing.valid() && !m_writing.get()) {
        m_written.clear();
    }
    if (m_file.empty() || m_text == m_written) {
        return Done{};
    }
    m_written = m_text;
    return writeState(m_file, m_text);
}

}  // namespace shoal
