#include "capture/record/capture_path.hpp"

#include <optional>

#include <fmt/format.h>

#include "capture/film/file_format.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "capture/record/sidecar.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// Whether anything has the name of the capture or of its sidecar.
bool isTaken(const fs::path& path) {
    return foundAt(path) != Found::nothing || foundAt(sidecarPathOf(path)) != Found::nothing;
}

std::string numberedName(const std::string& stem, int number, const std::string& extension) {
    return number == 1 ? stem + extension : fmt::format("{}-{}{}", stem, number, extension);
}

/// Whether numbering makes no sense: the path is not a folder, which opening reports, or has no proper last
/// part.
bool hasNoNumbers(const fs::path& folder) {
    const Found found = foundAt(folder);
    return found == Found::file || found == Found::stream || folder.filename() == "." ||
           folder.filename() == ".." || folder.filename().empty();
}

/// The folders to try for a recording requested as `path`: frames, frames-2 and so on.
class NumberedFolders {
public:
    explicit NumberedFolders(const fs::path& path)
        : m_endsInSlash(!path.has_filename()), m_named(m_endsInSlash ? path.parent_path() : path) {}

    bool areNone() const { return hasNoNumbers(m_named); }

    fs::path operator()(int number) const {
        const fs::path folder = m_named.parent_path() / numberedName(m_named.filename().string(), number, {});
        return m_endsInSlash ? folder / "" : folder;
    }

private:
    bool m_endsInSlash;
    fs::path m_named;
};

}  // namespace

Overwrite captureRule(const Recording& recording) {
    return recording.mayOverwrite ? Overwrite::anything() : Overwrite::numbered();
}

Overwrite besideRule(const Recording& recording) {
    return recording.mayOverwrite ? Overwrite::anything()
                                  : Overwrite::nothing("the name is taken; name another, or add --overwrite");
}

fs::path freeName(const fs::path& folder, const std::string& stem, const std::string& extension) {
    for (int number = 1;; ++number) {
        fs::path path = folder / numberedName(stem, number, extension);
        if (!isTaken(path)) {
            return path;
        }
    }
}

fs::path freeCapturePath(const fs::path& path, const Recording& recording) {
    if (recording.mayOverwrite || path == kStandardOutput) {
        return path;
    }
    if (!hasOutput(path, FileFormat::Output::folder)) {
        const Found found = foundAt(path);
        return found == Found::folder || found == Found::stream
                   ? path
                   : freeName(path.parent_path(), path.stem().string(), path.extension().string());
    }
    const NumberedFolders folders(path);
    if (folders.areNone()) {
        return path;
    }
    int number = 1;
    while (!isFreeFolder(folders(number), recording)) {
        ++number;
    }
    return folders(number);
}

Result<std::unique_ptr<FrameSink>> openFreeFrameSink(const fs::path& path, const Recording& recording) {
    const NumberedFolders folders(path);
    if (hasOutput(path, FileFormat::Output::folder) && !recording.mayOverwrite && !folders.areNone()) {
        if (auto checked = checkRecording(path, recording.film); !checked) {
            return checked.problem();
        }
        return openFreeFolder(folders, recording);
    }
    Recording named = recording;
    named.wanted = path;
    return openFrameSink(freeCapturePath(path, recording), named);
}

Result<fs::path> placeNumbered(AtomicFile& file, const fs::path& path, const fs::path& wanted) {
    auto placed = file.commitNew(file.destination());
    if (placed && *placed) {
        return path;
    }
    const fs::path folder = file.destination().parent_path();
    while (placed && !*placed) {
        placed = file.commitNew(freeName(folder, wanted.stem().string(), wanted.extension().string()));
    }
    return placed ? Result<fs::path>(file.destination()) : placed.problem();
}

Result<fs::path> placeCapture(AtomicFile& file, const fs::path& path, const Recording& recording) {
    if (!recording.mayOverwrite) {
        return placeNumbered(file, path, recording.wanted.empty() ? path : recording.wanted);
    }
    if (auto committed = file.commit(); !committed) {
        return committed.problem();
    }
    return path;
}

}  // namespace shoal
