#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <vector>

#include <shoal/result.hpp>

#include "app/opening.hpp"

namespace shoal {

/// Opens files while the window goes on: a film is read by another program, and a disk may take its time.
/// Destroyed, it waits for what is being read.
class FileOpener {
public:
    /// `now` [s] of a monotonic clock. What was asked for before is forgotten.
    void ask(const std::filesystem::path& file, double now);
    void forget();

    struct Opened {
        std::filesystem::path file;
        Result<Opening> opening;
    };
    /// What was asked for, as soon as it is there.
    std::optional<Opened> poll();

    /// The file, once, when it keeps the user waiting.
    std::optional<std::filesystem::path> slowFile(double now);

private:
    std::filesystem::path m_file;
    std::future<Result<Opening>> m_wanted;
    std::vector<std::future<Result<Opening>>> m_forgotten;  ///< not read to their end yet
    std::optional<double> m_slowAt;                         ///< [s] of the clock
};

}  // namespace shoal
