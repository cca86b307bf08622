#include "capture/capture_path.hpp"

#include <system_error>

#include <fmt/format.h>

#include "capture/capture_record.hpp"
#include "capture/picture_sinks.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

bool isFreeFolder(const fs::path& folder, const FrameFormat& format) {
    std::error_code error;
    if (!fs::exists(folder, error)) {
        return true;
    }
    return fs::is_directory(folder, error) && (!lastFrameIn(folder) || resumableFrame(folder, format));
}

}  // namespace

fs::path freeName(const fs::path& folder, const std::string& stem, const std::string& extension) {
    std::error_code error;
    fs::path path = folder / (stem + extension);
    for (int number = 2; fs::exists(path, error) || fs::exists(recordPathOf(path), error); ++number) {
        path = folder / fmt::format("{}-{}{}", stem, number, extension);
    }
    return path;
}

fs::path freeCapturePath(const fs::path& path, const FrameFormat& format) {
    std::error_code error;
    if (format.mayOverwrite) {
        return path;
    }
    if (recordingKind(path) != RecordingKind::folder) {
        const bool isSpecial = fs::exists(path, error) && !fs::is_regular_file(path, error);
        return isSpecial ? path
                         : freeName(path.parent_path(), path.stem().string(), path.extension().string());
    }
    const bool endsInSlash = !path.has_filename();
    const fs::path named = endsInSlash ? path.parent_path() : path;
    // A file in the way is told of by whoever opens it; a name without a last part has no number to bear.
    if ((fs::exists(named, error) && !fs::is_directory(named, error)) || named.filename() == "." ||
        named.filename() == ".." || named.filename().empty()) {
        return path;
    }
    fs::path free = named;
    for (int number = 2; !isFreeFolder(free, format); ++number) {
        free = named;
        free += fmt::format("-{}", number);
    }
    return endsInSlash ? free / "" : free;
}

}  // namespace shoal
