#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include <shoal/result.hpp>

#include "system/files/descriptor.hpp"

namespace shoal {

/// A lock on a folder against other writers, including this program's own. The system releases it when the
/// program ends, however that happens.
class FolderLock {
public:
    /// Locks a folder; empty if another writer still holds it after `patience` [s]. Succeeds on a file system
    /// without locks.
    static std::optional<FolderLock> take(const std::filesystem::path& folder, double patience = 0.0);

private:
    explicit FolderLock(Descriptor folder) : m_folder(std::move(folder)) {}

    Descriptor m_folder;
};

/// Calls `visit` for each name in a folder, . and .. included; for none if it is not a
/// folder. Used because libstdc++'s directory_iterator ends the program when memory is short.
void forEachName(const std::filesystem::path& folder, const std::function<void(std::string_view)>& visit);

/// Returns the folder that holds a file: "." for a bare name.
std::filesystem::path folderOf(const std::filesystem::path& file);

/// Fails if a file has no folder to be written to.
Outcome requireFolderOf(const std::filesystem::path& file);

/// Returns the length of the longest name that the folder's file system allows [bytes]; empty if unknown.
std::optional<std::size_t> maxNameBytes(const std::filesystem::path& folder);

/// Syncs a folder, so that a new or renamed file in it has its name even after a power cut. Errors are
/// ignored: some file systems cannot do this, and the file is in place anyway.
void syncFolder(const std::filesystem::path& folder);

}  // namespace shoal
