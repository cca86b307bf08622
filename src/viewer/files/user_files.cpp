#include "viewer/files/user_files.hpp"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <functional>
#include <system_error>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "capture/picture/png.hpp"
#include "capture/record/capture_path.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// Writes `NAME-20261121-090312.ext`, or the next number, into a folder that it creates. Returns the path.
Result<fs::path> saveDated(const fs::path& folder, const std::string& name, const std::string& extension,
                           const std::function<Outcome(AtomicFile&)>& write) {
    if (auto made = makeFolder(folder); !made) {
        return made.problem();
    }
    const std::string stem = datedStem(name);
    const fs::path path = freeName(folder, stem, extension);
    auto file = AtomicFile::open(path, Overwrite::numbered());
    if (!file) {
        return file.problem();
    }
    if (auto written = write(*file); !written) {
        return written.problem();
    }
    return placeNumbered(*file, path, folder / (stem + extension));
}

}  // namespace

std::string datedStem(std::string name) {
    // File systems allow 255 bytes, also for a sidecar and a journal with a number.
    constexpr std::size_t kMaxBytes = 180;
    name = cutText(std::move(name), kMaxBytes);
    // A scene's name may come from an untrusted file; in a file name, a dot would begin an extension.
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
    return saveDated(folder, name, ".png", [&](AtomicFile& file) { return writePng(file, image, scene); });
}

Result<fs::path> saveTakeIn(const fs::path& folder, const std::string& name, const Take& take) {
    return saveDated(folder, name, ".take", [&](AtomicFile& file) { return file.write(takeText(take)); });
}

Result<fs::path> saveScriptIn(const fs::path& folder, const std::string& name, const std::string& script) {
    return saveDated(folder, name, ".toml", [&](AtomicFile& file) { return file.write(script); });
}

Result<fs::path> newTakeName(const fs::path& folder, const std::string& name) {
    if (auto made = makeFolder(folder); !made) {
        return made.problem();
    }
    return freeName(folder, datedStem(name), ".take");
}

std::vector<fs::path> listNewest(const fs::path& folder, bool (*isWanted)(const fs::path& file)) {
    std::vector<std::pair<fs::file_time_type, fs::path>> dated;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (isWanted(at->path()) && at->is_regular_file(error) &&
            !at->path().filename().string().starts_with('.')) {
            dated.emplace_back(at->last_write_time(error), at->path());
        }
    }
    std::ranges::sort(dated, std::greater<>());
    std::vector<fs::path> files;
    files.reserve(dated.size());
    for (auto& [time, path] : dated) {
        files.push_back(std::move(path));
    }
    return files;
}

}  // namespace shoal
