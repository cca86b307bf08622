#include "viewer/host/manual.hpp"

#include <system_error>

#include "system/process/process.hpp"

namespace shoal {

std::filesystem::path manualPage() {
    std::error_code error;
    const std::filesystem::path prefix = programFile().parent_path().parent_path();
    std::filesystem::path page = prefix / "share/doc/shoal/manual/index.html";
    return std::filesystem::is_regular_file(page, error) ? page : std::filesystem::path();
}

}  // namespace shoal
