#include "app/files/opened_document.hpp"

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "app/files/preset_library.hpp"
#include "capture/film/file_format.hpp"
#include "capture/record/captured_scene.hpp"
#include "lab/sweep_result.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

namespace {

/// What a file holds.
enum class DocumentKind { preset, take, sweepTable, capture };

template <class T>
Result<OpenedDocument> opened(Result<T> found) {
    return found ? Result<OpenedDocument>(OpenedDocument(std::move(*found)))
                 : Result<OpenedDocument>(found.problem());
}

bool isFolder(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_directory(file, ignored);
}

/// Returns what a name says that a file holds.
DocumentKind kindNamed(const std::filesystem::path& file) {
    return isTakeName(file) || isPartialTakeName(file) ? DocumentKind::take
           : isSweepTableName(file)                    ? DocumentKind::sweepTable
           : isCaptureName(file)                       ? DocumentKind::capture
                                                       : DocumentKind::preset;
}

/// Returns what a file's first bytes say that it holds; empty if they say nothing.
std::optional<DocumentKind> kindIn(std::string_view head) {
    return fileFormatIn(head) != nullptr || isSidecarText(head) ? std::optional(DocumentKind::capture)
           : isTakeText(head)                                   ? std::optional(DocumentKind::take)
           : isSweepTableText(head)                             ? std::optional(DocumentKind::sweepTable)
                                                                : std::nullopt;
}

/// Returns why nothing of Shoal can begin with these bytes; empty if something can.
std::optional<Problem> refusalOf(std::string_view head, const std::string& file) {
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
        return Problem{fmt::format("{}: is text in UTF-16; save it as UTF-8", file)};
    }
    if (head.find('\0') != std::string_view::npos) {
        return Problem{fmt::format("{}: holds no preset, take, capture or sweep's table of Shoal", file)};
    }
    return std::nullopt;
}

/// Adds to a problem why a file without a preset's usual ending was read as one.
Result<OpenedDocument> openedPreset(Result<Scene> found, const std::filesystem::path& file) {
    if (!found && file.extension() != ".toml") {
        return Problem{found.problem().text +
                       " (read as a preset, because neither its name nor its beginning says otherwise)"};
    }
    return opened(std::move(found));
}

Result<OpenedDocument> openedCapture(const Result<std::string>& scene, const std::filesystem::path& file) {
    return scene ? opened(parseTake(*scene, file.string())) : scene.problem();
}

/// Opens a pipe, which can be read only once.
Result<OpenedDocument> openGiven(const std::filesystem::path& file) {
    const auto bytes = readWholeFile(file, kMaxSweepBytes);
    if (!bytes) {
        return bytes.problem();
    }
    const std::optional<DocumentKind> kind = kindIn(*bytes);
    if (auto refused = kind ? std::nullopt : refusalOf(*bytes, file.string())) {
        return *refused;
    }
    switch (kind.value_or(DocumentKind::preset)) {
        case DocumentKind::take:
            return opened(parseTake(*bytes, file.string()));
        case DocumentKind::sweepTable:
            return opened(openSweepText(*bytes, file, userPaths()));
        case DocumentKind::capture:
            return openedCapture(readCapturedText(*bytes, file.string()), file);
        case DocumentKind::preset:
            break;
    }
    return openedPreset(parsePreset(*bytes, file.string()), file);
}

}  // namespace

Result<OpenedDocument> openFile(const std::filesystem::path& file) {
    if (isGivenDescriptor(file)) {
        return openGiven(file);
    }
    // Reading a pipe or a device might never end.
    std::error_code unknown;
    if (std::filesystem::is_other(file, unknown)) {
        return Problem{fmt::format("{}: not a regular file or a folder", file.string())};
    }
    DocumentKind kind = isFolder(file) ? DocumentKind::capture : kindNamed(file);
    if (const auto head = readHead(file)) {
        const std::optional<DocumentKind> known = kindIn(*head);
        if (auto refused =
                known || kind == DocumentKind::capture ? std::nullopt : refusalOf(*head, file.string())) {
            return *refused;
        }
        kind = known.value_or(kind);
    }
    switch (kind) {
        case DocumentKind::take:
            return opened(loadTake(file));
        case DocumentKind::sweepTable:
            return opened(openSweep(file, userPaths()));
        case DocumentKind::capture:
            return openedCapture(readCapturedScene(file), file);
        case DocumentKind::preset:
            break;
    }
    return openedPreset(loadPreset(file), file);
}

Result<OpenedDocument> openNamed(const std::string& nameOrFile, const UserPaths& paths) {
    std::error_code ignored;
    const bool hasSlash = nameOrFile.find('/') != std::string::npos;
    const bool isFile = hasSlash ? std::filesystem::exists(nameOrFile, ignored)
                                 : std::filesystem::is_regular_file(nameOrFile, ignored);
    if (!isBuiltinPreset(nameOrFile) && (isFile || kindNamed(nameOrFile) != DocumentKind::preset)) {
        return openFile(nameOrFile);
    }
    return opened(openPresetNamed(nameOrFile, paths));
}

const Scene& sceneOf(const OpenedDocument& document) {
    const auto* take = std::get_if<Take>(&document);
    const auto* sweep = std::get_if<OpenedSweep>(&document);
    return take != nullptr ? take->scene : sweep != nullptr ? sweep->scene : std::get<Scene>(document);
}

}  // namespace shoal
