#include "system/files/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace shoal {

Result<TemporaryFolder> TemporaryFolder::create() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) {
        return Problem{"cannot make a temporary folder: " + error.message()};
    }
    // mkdtemp replaces the six letters.
    std::string name = (folder / "shoal-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        return Problem{"cannot make a folder in " + folder.string() + ": " +
                       std::generic_category().message(errno)};
    }
    return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {})) {}

TemporaryFolder::~TemporaryFolder() {
    if (!m_path.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
}

}  // namespace shoal
