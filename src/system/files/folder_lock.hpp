#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "system/files/descriptor.hpp"

namespace shoal {

/// A lock on a folder against other recordings, including this program's own. The system releases it when
/// the program ends, however that happens.
class FolderLock {
public:
    /// Locks a folder; empty if another recording holds it. Succeeds on a file system without locks.
    static std::optional<FolderLock> take(const std::filesystem::path& folder);

private:
    explicit FolderLock(Descriptor folder) : m_folder(std::move(folder)) {}

    Descriptor m_folder;
};

}  // namespace shoal
