#pragma once

#include <filesystem>
#include <string>

#include <shoal/result.hpp>

namespace shoal {

/// A file that appears under its name only when all of it is on the disk: written under a temporary name
/// beside it, which is removed unless commit() was reached.
class WholeFile {
public:
    explicit WholeFile(std::filesystem::path file);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    /// Where to write. The file's own name when it is a pipe or a device, which cannot be replaced.
    const std::filesystem::path& temporary() const { return m_temporary; }

    /// Syncs what was written and gives it its name.
    Outcome commit();

private:
    std::filesystem::path m_file;
    std::filesystem::path m_temporary;
};

/// `NAME: DOING: what the system said`, from the current errno.
Problem systemProblem(const std::filesystem::path& file, const std::string& doing);

}  // namespace shoal
