#include "app/files/manual.hpp"

#include <system_error>

#include "system/process/process.hpp"

namespace shoal {

std::filesystem::path manualPage() {
    std::error_code error;
    const std::filesystem::path folder = programFile().parent_path();
    for (const char* place : {"../share/doc/shoal/manual", "doc/manual"}) {
        std::filesystem::path page = (folder / place / "index.html").lexically_normal();
        if (std::filesystem::is_regular_file(page, error)) {
            return page;
        }
    }
    return {};
}

}  // namespace shoal
