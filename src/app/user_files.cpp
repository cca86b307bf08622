#include "app/user_files.hpp"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <functional>
#include <system_error>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "capture/capture_path.hpp"
#include "capture/png.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// `NAME-20261121-090312.ext` in a folder made for it.
Result<fs::path> datedName(const fs::path& folder, const std::string& name, const std::string& extension) {
    if (auto made = makeFolder(folder); !made) {
        return made.problem();
    }
    return freeName(folder, datedStem(name), extension);
}

}  // namespace

std::string datedStem(std::string name) {
    // A scene's name may come from anyone's file; in a file's name a dot would begin an ending.
    std::ranges::replace_if(
        name,
        [](char c) {
            const auto code = static_cast<unsigned char>(c);
            return code < 0x80 && std::isalnum(code) == 0 && c != '-' && c != '_';
        },
        '-');
    return fmt::format("{}-{:%Y%m%d-%H%M%S}", name, fmt::localtime(std::time(nullptr)));
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

Result<fs::path> saveScreenshot(const Image& image, const std::string& name, const fs::path& folder,
                                const std::string& scene) {
    auto path = datedName(folder, name, ".png");
    if (path) {
        if (auto written = writePng(*path, image, scene); !written) {
            return written.problem();
        }
    }
    return path;
}

Result<fs::path> saveTakeIn(const fs::path& folder, const std::string& name, const Take& take) {
    auto path = datedName(folder, name, ".take");
    if (path) {
        if (auto written = saveTake(take, *path); !written) {
            return written.problem();
        }
    }
    return path;
}

std::vector<fs::path> listTakes(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> dated;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (isTakeName(at->path()) && at->is_regular_file(error) &&
            !at->path().filename().string().starts_with('.')) {
            dated.emplace_back(at->last_write_time(error), at->path());
        }
    }
    std::ranges::sort(dated, std::greater<>());
    std::vector<fs::path> takes;
    takes.reserve(dated.size());
    for (auto& [time, path] : dated) {
        takes.push_back(std::move(path));
    }
    return takes;
}

}  // namespace shoal
