#include "viewer/files/opened_document.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "capture/film/captured_scene.hpp"
#include "capture/take/take.hpp"
#include "lab/sweep_row.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

namespace {

template <class T>
Result<OpenedDocument> opened(Result<T> found) {
    return found ? Result<OpenedDocument>(OpenedDocument(std::move(*found)))
                 : Result<OpenedDocument>(found.problem());
}

/// Returns why nothing of Shoal can begin with these bytes; empty if something can.
std::optional<Problem> refusalOf(std::string_view head, const std::string& file) {
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
        return Problem{fmt::format("{}: is text in UTF-16; save it as UTF-8", file)};
    }
    if (head.find('\0') != std::string_view::npos) {
        return Problem{fmt::format("{}: holds no preset, take or capture of Shoal", file)};
    }
    if (isSweepTableText(head)) {
        return Problem{
            fmt::format("{0}: is a sweep's table; `shoal sweep {0} --preset-of RUN -o run.toml` "
                        "makes a preset of a run",
                        file)};
    }
    if (isFilmScript(head)) {
        return Problem{
            fmt::format("{0}: is a film script; `shoal render {0} -o film.mp4` makes its film", file)};
    }
    return std::nullopt;
}

/// Adds to a problem why a file without a preset's usual ending was read as one.
Result<OpenedDocument> openedPreset(Result<Scene> found, const std::filesystem::path& file) {
    if (!found && file.extension() != ".toml") {
        return Problem{found.problem().text +
                           " (read as a preset, because neither its name nor its beginning says otherwise)",
                       found.problem().kind};
    }
    return opened(withReadableBodies(std::move(found)));
}

/// Opens a pipe, which can be read only once.
Result<OpenedDocument> openGiven(const std::filesystem::path& file) {
    const auto bytes = readWholeFile(file, kMaxPipeBytes);
    if (!bytes) {
        return bytes.problem();
    }
    if (recordedIn(*bytes) != Recorded::nothing) {
        return opened(takeIn(*bytes, file.string()));
    }
    if (auto refused = refusalOf(*bytes, file.string())) {
        return *refused;
    }
    return openedPreset(parsePreset(*bytes, file.string()), file);
}

}  // namespace

bool isFilmScript(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    while (true) {
        const std::size_t start = std::min(text.find_first_not_of(kBlank), text.size());
        text.remove_prefix(start);
        if (!text.starts_with('#')) {
            break;
        }
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    if (text.starts_with("[[shot]]") || text.find("\n[[shot]]") != text.npos) {
        return true;
    }
    constexpr std::string_view kFilm = "film";
    if (!text.starts_with(kFilm)) {
        return false;
    }
    const std::size_t next = text.find_first_not_of(" \t", kFilm.size());
    return next != text.npos && text[next] == '=';
}

bool isFilmScriptFile(const std::filesystem::path& file) {
    // A pipe can be read only once.
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
        return false;
    }
    const auto head = readHead(file);
    return head && isFilmScript(*head);
}

Result<OpenedDocument> openFile(const std::filesystem::path& file) {
    if (isGivenDescriptor(file)) {
        return openGiven(file);
    }
    // Reading a pipe or a device might never end.
    std::error_code unknown;
    if (std::filesystem::is_other(file, unknown)) {
        return Problem{fmt::format("{}: not a regular file or a folder", file.string())};
    }
    const auto head = readHead(file);
    const Recorded recorded = head ? recordedIn(*head) : Recorded::nothing;
    const Recorded named = recordedNamed(file);
    if (head && recorded == Recorded::nothing) {
        auto refused = named == Recorded::capture ? std::nullopt : refusalOf(*head, file.string());
        if (refused) {
            return *refused;
        }
    }
    if (recorded != Recorded::nothing || named != Recorded::nothing) {
        return opened(openTake(file));
    }
    return openedPreset(loadPreset(file), file);
}

Result<OpenedDocument> openNamed(const std::string& nameOrFile, const UserPaths& paths) {
    std::error_code ignored;
    const bool hasSlash = nameOrFile.find('/') != std::string::npos;
    const bool isFile = hasSlash ? std::filesystem::exists(nameOrFile, ignored)
                                 : std::filesystem::is_regular_file(nameOrFile, ignored);
    const bool isNamed = isTakeName(nameOrFile) || isPartialTakeName(nameOrFile) || isCaptureName(nameOrFile);
    if (!isBuiltinPreset(nameOrFile) && (isFile || isNamed)) {
        return openFile(nameOrFile);
    }
    return opened(openPresetNamed(nameOrFile, paths));
}

const Scene& sceneOf(const OpenedDocument& document) {
    const auto* take = std::get_if<Take>(&document);
    return take != nullptr ? take->scene : std::get<Scene>(document);
}

}  // namespace shoal
