#include "capture/film/captured_scene.hpp"

#include <algorithm>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/film/ffprobe.hpp"
#include "capture/format/file_format.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "capture/picture/png_text.hpp"
#include "capture/record/sidecar.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSidecarEnding = ".json";

Result<std::string> sceneOf(const Sidecar& record, const std::string& fileName) {
    return record.scene.empty() ? Result<std::string>(Problem{fmt::format("{}: holds no scene", fileName)})
                                : record.scene;
}

Result<std::string> fromSidecar(const fs::path& record) {
    const auto read = readSidecar(record);
    return read ? sceneOf(*read, record.string()) : read.problem();
}

/// Returns the scene stored inside the file; empty if there is none.
Result<std::string> fromInside(const fs::path& file, const FileFormat* fileFormat) {
    const auto place = fileFormat != nullptr ? fileFormat->scene : FileFormat::SceneInside::nowhere;
    if (place == FileFormat::SceneInside::pngText) {
        auto text = readPngText(file);
        if (!text) {
            return text.problem();
        }
        return text->value_or(std::string());
    }
    return place == FileFormat::SceneInside::metadata ? sceneInFilm(file) : std::string();
}

}  // namespace

bool isSidecarText(std::string_view text) {
    text = withoutByteOrderMark(text);
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())).starts_with('{');
}

bool isTakeText(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    constexpr std::string_view kFirstKey = "take";
    text = withoutByteOrderMark(text);
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        if (!text.starts_with('#')) {
            break;
        }
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    if (!text.starts_with(kFirstKey)) {
        return false;
    }
    text.remove_prefix(kFirstKey.size());
    const std::size_t next = text.find_first_not_of(" \t");
    return next != std::string_view::npos && text[next] == '=';
}

Result<std::string> readCapturedText(const std::string& bytes, const std::string& fileName) {
    const FileFormat* const known = fileFormatIn(bytes);
    if (known == nullptr) {
        const auto read = parseSidecar(bytes, fileName);
        return read ? sceneOf(*read, fileName) : read.problem();
    }
    if (known->scene != FileFormat::SceneInside::pngText) {
        return Problem{fmt::format("{}: a film is read from its file, not from a pipe", fileName)};
    }
    std::istringstream stream(bytes);
    auto text = readPngText(stream, fileName);
    if (!text) {
        return text.problem();
    }
    return *text ? Result<std::string>(std::move(**text))
                 : Problem{fmt::format("{}: holds no scene of Shoal", fileName)};
}

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
    const auto head = readHead(file);
    if (!head) {
        return head.problem();
    }
    // A file may have been renamed: its bytes decide if they can.
    const FileFormat* const known = fileFormatIn(*head);
    if (known == nullptr && (endingOf(file) == kSidecarEnding || isSidecarText(*head))) {
        return fromSidecar(file);
    }
    const auto inside = fromInside(file, known != nullptr ? known : findFileFormat(endingOf(file)));
    if (inside && !inside->empty()) {
        return *inside;
    }
    const fs::path record = sidecarPathOf(file);
    if (fs::is_regular_file(record, error)) {
        return fromSidecar(record);
    }
    if (!inside) {
        return inside.problem();
    }
    return Problem{fmt::format("{}: holds no scene of Shoal, and there is no {} beside it", file.string(),
                               record.filename().string())};
}

}  // namespace shoal
