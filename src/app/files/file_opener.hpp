#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <vector>

#include <shoal/result.hpp>

#include "app/files/opened_document.hpp"

namespace shoal {

/// Opens files without blocking the window, because another program reads films and a disk may be slow. The
/// destructor waits for files that are still being read.
class FileOpener {
public:
    /// Starts to open the first of these files and forgets any earlier request. `now` [s] of a monotonic
    /// clock.
    void ask(std::vector<std::filesystem::path> files, double now);
    void forget();

    struct Opened {
        std::filesystem::path file;
        Result<OpenedDocument> document;
        std::vector<std::filesystem::path> others;  ///< asked for with it, not opened yet
    };
    /// Returns the first requested file once it has been read.
    std::optional<Opened> poll();

    /// Returns the file's path, once, if opening it keeps the user waiting.
    std::optional<std::filesystem::path> slowFile(double now);

private:
    std::vector<std::filesystem::path> m_files;
    std::future<Result<OpenedDocument>> m_wanted;
    std::vector<std::future<Result<OpenedDocument>>> m_forgotten;  ///< still being read
    std::optional<double> m_slowAt;                                ///< [s] when to report the file as slow
};

}  // namespace shoal
