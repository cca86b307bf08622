#include "app/user_files.hpp"

#include <ctime>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "capture/png.hpp"

namespace shoal {
namespace fs = std::filesystem;

fs::path freeName(const fs::path& folder, const std::string& stem, const std::string& extension) {
    std::error_code error;
    fs::path path = folder / (stem + extension);
    for (int number = 2; fs::exists(path, error); ++number) {
        path = folder / fmt::format("{}-{}{}", stem, number, extension);
    }
    return path;
}

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
