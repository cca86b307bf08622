#include "capture/record/capture_path.hpp"

#include <fmt/format.h>

#include "capture/record/sidecar.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// Whether anything has the name of the capture or of its sidecar.
bool isTaken(const fs::path& path) {
    return foundAt(path) != Found::nothing || foundAt(sidecarPathOf(path)) != Found::nothing;
}

}  // namespace

Overwrite captureRule(const Recording& recording) {
    return recording.mayOverwrite ? Overwrite::anything() : Overwrite::numbered();
}

Overwrite besideRule(const Recording& recording) {
    return recording.mayOverwrite ? Overwrite::anything()
                                  : Overwrite::nothing("the name is taken; name another, or add --overwrite");
}

std::string numberedName(const std::string& stem, int number, const std::string& extension) {
    return number == 1 ? stem + extension : fmt::format("{}-{}{}", stem, number, extension);
}

fs::path freeName(const fs::path& folder, const std::string& stem, const std::string& extension) {
    for (int number = 1;; ++number) {
        fs::path path = folder / numberedName(stem, number, extension);
        if (!isTaken(path)) {
            return path;
        }
    }
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
