#pragma once

#include <filesystem>

#include <shoal/result.hpp>

namespace shoal {

/// A temporary folder. The destructor removes it with its contents.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> create();

    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return m_path; }

private:
    explicit TemporaryFolder(std::filesystem::path path);

    std::filesystem::path m_path;  ///< empty after a move
};

}  // namespace shoal
