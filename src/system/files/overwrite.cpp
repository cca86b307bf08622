#include "system/files/overwrite.hpp"

#include <cstddef>
#include <fstream>
#include <ios>
#include <system_error>

#include <fmt/format.h>

namespace shoal {
namespace fs = std::filesystem;

Found foundAt(const fs::path& path) {
    std::error_code error;
    switch (fs::status(path, error).type()) {
        case fs::file_type::regular:
            return Found::file;
        case fs::file_type::directory:
            return Found::folder;
        case fs::file_type::not_found:
        case fs::file_type::none:
            return fs::is_symlink(fs::symlink_status(path, error)) ? Found::danglingLink : Found::nothing;
        default:
            return Found::stream;
    }
}

Outcome requirePlace(const fs::path& path, const Overwrite& overwrite) {
    const Found found = foundAt(path);
    if (found == Found::folder) {
        return Problem{"cannot write " + path.string() + ": it is a folder"};
    }
    if (found == Found::nothing || found == Found::stream || overwrite.isAnything() ||
        overwrite.isNumbered()) {
        return Done{};
    }
    if (found == Found::danglingLink) {
        return Problem{path.string() + ": is a symbolic link to nothing; remove it or name another file"};
    }
    std::error_code error;
    const bool isEarlier =
        overwrite.m_isEarlier && (fs::is_empty(path, error) || overwrite.m_isEarlier(path));
    return isEarlier ? Outcome(Done{}) : Problem{fmt::format("{}: {}", path.string(), overwrite.m_refusal)};
}

bool holds(const fs::path& file, std::string_view text) {
    std::error_code unknown;
    return fs::file_size(file, unknown) == text.size() && beginsWith(file, text);
}

bool beginsWith(const fs::path& file, std::string_view beginning) {
    std::string found(beginning.size(), '\0');
    std::ifstream opened(file, std::ios::binary);
    opened.read(found.data(), static_cast<std::streamsize>(found.size()));
    return static_cast<std::size_t>(opened.gcount()) == found.size() && found == beginning;
}

}  // namespace shoal
