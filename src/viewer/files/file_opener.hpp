#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <shoal/result.hpp>

#include "play/background/background.hpp"
#include "viewer/files/opened_document.hpp"

namespace shoal {

/// Opens files in the background, because another program reads films and a disk may be slow or dead.
class FileOpener {
public:
    /// `background` must outlive this, and this its drain().
    explicit FileOpener(Background& background) : m_background(background) {}

    /// Starts to open the first of these files and forgets any earlier request. `now` [s] of a monotonic
    /// clock.
    void ask(std::vector<std::filesystem::path> files, double now);
    void forget();

    struct Opened {
        std::filesystem::path file;
        Result<OpenedDocument> document;
        std::vector<std::filesystem::path> others;  ///< asked for with it, not opened yet
        bool isFilmScript = false;                  ///< and so no document
    };
    /// Returns the first requested file once it has been read.
    std::optional<Opened> poll() { return std::exchange(m_opened, std::nullopt); }

    /// Returns the file's path, once, if opening it keeps the user waiting.
    std::optional<std::filesystem::path> slowFile(double now);

private:
    Background& m_background;
    std::vector<std::filesystem::path> m_files;
    std::uint64_t m_request = 0;  ///< number of the latest; the answers to earlier ones are dropped
    std::optional<Opened> m_opened;
    std::optional<double> m_slowAt;  ///< [s] when to report the file as slow
};

}  // namespace shoal
