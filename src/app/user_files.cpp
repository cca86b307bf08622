#include "app/user_files.hpp"

#include <ctime>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "capture/capture_path.hpp"
#include "capture/png.hpp"

namespace shoal {
namespace fs = std::filesystem;

Outcome makeFolder(const fs::path& folder) {
    if (folder.empty()) {
        return Problem{"there is no home folder to save in: set HOME or XDG_DATA_HOME"};
    }
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return Problem{"cannot make the folder " + folder.string() + ": " + error.message()};
    }
    return Done{};
}

Result<fs::path> saveScreenshot(const Image& image, const std::string& name, const fs::path& folder) {
    if (auto made = makeFolder(folder); !made) {
        return made.problem();
    }
    const std::string stem = fmt::format("{}-{:%Y%m%d-%H%M%S}", name, fmt::localtime(std::time(nullptr)));
    const fs::path path = freeName(folder, stem, ".png");
    if (auto written = writePng(path, image); !written) {
        return written.problem();
    }
    return path;
}

}  // namespace shoal
