#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <shoal/result.hpp>

#include "system/files/journal_file.hpp"

namespace shoal {

/// The hidden folder `.NAME.unfinished` in which a film is made, beside its final place. A journal in it is
/// locked while this object exists, so that the folder of a killed viewer can be told from one in use.
class WorkFolder {
public:
    /// Makes the folder of a film that will appear in `folder`. If another viewer makes a film of that name,
    /// uses the next number.
    static Result<WorkFolder> make(const std::filesystem::path& folder, const std::string& name);

    const std::filesystem::path& path() const { return m_path; }

    /// Deletes the folder with its contents.
    void remove();

    /// Keeps the folder for the user: removeAbandonedWork() never deletes it.
    void keep();

private:
    WorkFolder(std::filesystem::path path, std::optional<JournalFile> owner)
        : m_path(std::move(path)), m_owner(std::move(owner)) {}

    std::filesystem::path m_path;
    std::optional<JournalFile> m_owner;  ///< empty on a file system without locks
};

/// Deletes the work folders of killed viewers in a folder. Leaves those in use, those kept, and all on a file
/// system without locks.
void removeAbandonedWork(const std::filesystem::path& folder);

}  // namespace shoal
