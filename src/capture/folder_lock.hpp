#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "capture/child_process.hpp"

namespace shoal {

/// Keeps other recordings out of a folder while it lives, those of this program included. The system gives it
/// up when the program ends, however that happens.
class FolderLock {
public:
    /// Nothing where another recording has the folder. A file system without locks refuses no recording.
    static std::optional<FolderLock> take(const std::filesystem::path& folder);

private:
    explicit FolderLock(Descriptor folder) : m_folder(std::move(folder)) {}

    Descriptor m_folder;
};

}  // namespace shoal
