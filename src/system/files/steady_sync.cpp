#include "system/files/steady_sync.hpp"

#include <cerrno>
#include <chrono>

#include "system/files/folder.hpp"

namespace shoal {

namespace {

// With the time that encoder and container hold frames back, less than a second.
constexpr std::chrono::milliseconds kInterval{200};

/// Other errors mean that the file system cannot sync, not that data is lost.
bool isLoss(int error) {
    return error == EIO || error == ENOSPC || error == EDQUOT;
}

}  // namespace

SteadySync::SteadySync(const std::filesystem::path& file)
    : m_file(openToRead(file)), m_folder(folderOf(file)), m_thread([this] { run(); }) {}

SteadySync::~SteadySync() {
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_ending.notify_all();
    m_thread.join();
}

int SteadySync::error() const {
    const std::lock_guard lock(m_mutex);
    return m_error;
}

void SteadySync::run() {
    syncFolder(m_folder);
    std::optional<std::uint64_t> synced;
    std::unique_lock lock(m_mutex);
    while (!m_ending.wait_for(lock, kInterval, [this] { return m_isEnding; })) {
        lock.unlock();
        const auto size = sizeOf(m_file.number());
        const int error = size && size != synced ? syncData(m_file.number()) : 0;
        synced = size;
        lock.lock();
        if (isLoss(error)) {
            m_error = error;
        }
    }
}

}  // namespace shoal
