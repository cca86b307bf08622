#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "system/files/descriptor.hpp"

namespace shoal {

/// Syncs a file five times a second while another program writes it, so that a power cut loses only what was
/// written in the last moment. A stalled disk delays nothing but the sync.
class SteadySync {
public:
    /// The file must exist.
    explicit SteadySync(const std::filesystem::path& file);
    ~SteadySync();
    SteadySync(const SteadySync&) = delete;
    SteadySync& operator=(const SteadySync&) = delete;

    /// Returns the error of a disk that lost data, such as EIO or ENOSPC; 0 if there was none. The program
    /// that writes the file never sees it.
    int error() const;

private:
    void run();

    Descriptor m_file;
    std::filesystem::path m_folder;
    mutable std::mutex m_mutex;
    std::condition_variable m_ending;
    bool m_isEnding = false;
    int m_error = 0;
    std::thread m_thread;
};

}  // namespace shoal
