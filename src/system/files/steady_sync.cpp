#include "system/files/steady_sync.hpp"

#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/files/atomic_file.hpp"

namespace shoal {

namespace {

// With the frames that encoder and container hold back, less than a second of film.
constexpr std::chrono::milliseconds kInterval{200};

/// Other errors mean that the file system cannot sync, not that data is lost.
bool isLoss(int error) {
    return error == EIO || error == ENOSPC || error == EDQUOT;
}

}  // namespace

SteadySync::SteadySync(const std::filesystem::path& file)
    : m_file(::open(file.c_str(), O_RDONLY | O_CLOEXEC)),
      m_folder(file.has_parent_path() ? file.parent_path() : std::filesystem::path(".")),
      m_thread([this] { run(); }) {}

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
    off_t synced = -1;
    std::unique_lock lock(m_mutex);
    while (!m_ending.wait_for(lock, kInterval, [this] { return m_isEnding; })) {
        lock.unlock();
        struct stat now {};
        const bool hasGrown = ::fstat(m_file.number(), &now) == 0 && now.st_size != synced;
        const int error = hasGrown && ::fdatasync(m_file.number()) != 0 ? errno : 0;
        synced = now.st_size;
        lock.lock();
        if (isLoss(error)) {
            m_error = error;
        }
    }
}

}  // namespace shoal
