#include "app/files/opened_document.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "app/files/preset_library.hpp"
#include "capture/record/captured_scene.hpp"
#include "lab/sweep_result.hpp"

namespace shoal {

namespace {

template <class T>
Result<OpenedDocument> opened(Result<T> found) {
    return found ? Result<OpenedDocument>(OpenedDocument(std::move(*found)))
                 : Result<OpenedDocument>(found.problem());
}

/// Adds to a problem why a file without a preset's usual ending was read as one.
Result<OpenedDocument> openedPreset(Result<Scene> found, const std::filesystem::path& file) {
    std::error_code ignored;
    if (!found && file.extension() != ".toml" && std::filesystem::is_regular_file(file, ignored)) {
        return Problem{found.problem().text +
                       " (read as a preset, because its name has no other known ending)"};
    }
    return opened(std::move(found));
}

bool isFolder(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_directory(file, ignored);
}

}  // namespace

Result<OpenedDocument> openFile(const std::filesystem::path& file) {
    // Reading a pipe or a device might never end.
    std::error_code unknown;
    if (std::filesystem::is_other(file, unknown)) {
        return Problem{fmt::format("{}: not a regular file or a folder", file.string())};
    }
    if (isSweepTableName(file)) {
        return opened(openSweep(file, userPaths()));
    }
    return holdsTake(file) ? opened(openTake(file)) : openedPreset(loadPreset(file), file);
}

Result<OpenedDocument> openNamed(const std::string& nameOrFile, const UserPaths& paths) {
    const bool isOther = isTakeName(nameOrFile) || isPartialTakeName(nameOrFile) ||
                         isCaptureName(nameOrFile) || isSweepTableName(nameOrFile) ||
                         (nameOrFile.find('/') != std::string::npos && isFolder(nameOrFile));
    return isOther ? openFile(nameOrFile) : openedPreset(openPresetNamed(nameOrFile, paths), nameOrFile);
}

const Scene& sceneOf(const OpenedDocument& document) {
    const auto* take = std::get_if<Take>(&document);
    const auto* sweep = std::get_if<OpenedSweep>(&document);
    return take != nullptr ? take->scene : sweep != nullptr ? sweep->scene : std::get<Scene>(document);
}

}  // namespace shoal
