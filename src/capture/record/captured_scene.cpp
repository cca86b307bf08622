#include "capture/record/captured_scene.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/film/ffprobe.hpp"
#include "capture/film/file_format.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "capture/picture/png_text.hpp"
#include "capture/record/sidecar.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSidecarEnding = ".json";

Result<std::string> fromSidecar(const fs::path& record) {
    const auto read = readSidecar(record);
    if (!read) {
        return read.problem();
    }
    if (read->scene.empty()) {
        return Problem{fmt::format("{}: holds no scene", record.string())};
    }
    return read->scene;
}

/// Returns the scene stored inside the file; empty if there is none.
Result<FilmScene> fromInside(const fs::path& file, const std::string& ending) {
    const FileFormat* const fileFormat = findFileFormat(ending);
    const auto place = fileFormat != nullptr ? fileFormat->scene : FileFormat::SceneInside::nowhere;
    if (place == FileFormat::SceneInside::pngText) {
        auto text = readPngText(file);
        if (!text) {
            return text.problem();
        }
        return FilmScene{.whole = text->value_or(std::string()), .beginning = {}};
    }
    return place == FileFormat::SceneInside::metadata ? sceneInFilm(file) : FilmScene();
}

}  // namespace

bool isCaptureName(const fs::path& file) {
    const std::string ending = endingOf(file);
    return findFileFormat(ending) != nullptr || ending == kSidecarEnding;
}

Result<std::string> readCapturedScene(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error)) {
        return Problem{fmt::format("{}: there is no such file", file.string())};
    }
    if (fs::is_directory(file, error)) {
        // A killed recording has no scene in its sidecar, but one in each frame.
        auto recorded = fromSidecar(sidecarPathOf(file));
        const auto last = lastFrameIn(file);
        const fs::path inside = last ? framePath(file, *last) : sidecarPathOf(file);
        if (!last && !fs::exists(inside, error)) {
            return Problem{fmt::format("{}: the folder holds no capture of Shoal", file.string())};
        }
        // A folder named like a frame may contain itself, through a link.
        if (fs::is_directory(inside, error)) {
            return Problem{fmt::format("{}: is a folder", inside.string())};
        }
        return recorded || !last ? recorded : readCapturedScene(inside);
    }
    // Reading a pipe or a device might never end.
    if (!fs::is_regular_file(file, error)) {
        return Problem{fmt::format("{}: is not a regular file", file.string())};
    }
    const std::string ending = endingOf(file);
    if (ending == kSidecarEnding) {
        return fromSidecar(file);
    }
    const auto inside = fromInside(file, ending);
    if (inside && !inside->whole.empty()) {
        return inside->whole;
    }
    const bool hasBeginning = inside && !inside->beginning.empty();
    const fs::path record = sidecarPathOf(file);
    if (fs::is_regular_file(record, error)) {
        auto recorded = fromSidecar(record);
        if (recorded || !hasBeginning) {
            return recorded;
        }
    }
    if (!inside) {
        return inside.problem();
    }
    if (hasBeginning) {
        return inside->beginning;
    }
    return Problem{fmt::format("{}: holds no scene of Shoal, and there is no {} beside it", file.string(),
                               record.filename().string())};
}

}  // namespace shoal
