#include "capture/film/film_finish.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/film/ffprobe.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "capture/picture/png_text.hpp"
#include "capture/record/capture_path.hpp"
#include "system/files/atomic_file.hpp"
#include "system/process/child_process.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;

using Tell = std::function<void(double part)>;

// [bytes] Enough for one progress report of ffmpeg.
constexpr std::size_t kProgressBytes = 1024;

/// One pass of ffmpeg over all frames.
struct Pass {
    Arguments words;
    std::string input;
    std::size_t index;
    std::size_t count;  ///< number of passes
};

Outcome runPass(const FinishedFilm& film, Pass pass, const fs::path& target, const Tell& tell) {
    auto child = ChildProcess::start(std::move(pass.words), film.recording.patience);
    if (!child) {
        return Problem{
            fmt::format("{}: ffmpeg cannot be started: {}", film.path.string(), child.problem().text)};
    }
    // Ignored: if ffmpeg refuses its input, wait() says why.
    static_cast<void>(child->send(pass.input));
    const ChildEnd end = child->wait(target, [&] {
        const auto frames = framesReported(child->latestOutput(kProgressBytes));
        const double share =
            std::min(1.0, static_cast<double>(frames.value_or(0)) / static_cast<double>(film.frames));
        tell((static_cast<double>(pass.index) + share) / static_cast<double>(pass.count));
    });
    return end.isGood() ? Outcome(Done{})
                        : Problem{fmt::format("{}: {}", film.path.string(), child->reason(end))};
}

Outcome checkCount(const FinishedFilm& film, const fs::path& made) {
    const auto count = countFrames(made);
    if (!count) {
        return Problem{fmt::format("{}: the film that ffmpeg wrote cannot be read back", film.path.string())};
    }
    if (count->value_or(film.frames) != film.frames) {
        return Problem{
            fmt::format("{}: ffmpeg wrote {} of {} frames", film.path.string(), **count, film.frames)};
    }
    return Done{};
}

Outcome makeFilm(const FinishedFilm& film, const fs::path& target, const Tell& tell) {
    // A scratch file: never committed, so removed on return.
    const auto between = AtomicFile::open(film.partial, Overwrite::anything());
    if (!between) {
        return between.problem();
    }
    const auto commands =
        finishingCommands(film.fileFormat, film.recording.film,
                          {.partial = film.partial, .between = between->temporary(), .target = target});
    const std::string metadata =
        film.fileFormat.scene == FileFormat::SceneInside::metadata ? metadataText(film.scene) : std::string();
    for (std::size_t index = 0; index < commands.size(); ++index) {
        const bool isLast = index + 1 == commands.size();
        const Pass pass{.words = commands[index],
                        .input = isLast ? metadata : std::string(),
                        .index = index,
                        .count = commands.size()};
        if (auto made = runPass(film, pass, target, tell); !made) {
            return made;
        }
    }
    if (film.fileFormat.scene == FileFormat::SceneInside::pngText && !film.scene.empty()) {
        if (auto added = appendPngText(target, film.scene); !added) {
            return added;
        }
    }
    return checkCount(film, target);
}

}  // namespace

Sidecar filmSidecar(const fs::path& path, const FileFormat& fileFormat, const Recording& recording,
                    long long frames, const std::string& scene) {
    Sidecar record = sidecarFor(path, recording);
    const auto [width, height] = videoSize(fileFormat, recording.film);
    record.width = width;
    record.height = height;
    record.frames = frames;
    record.isComplete = frames >= recording.film.frames;
    record.scene = scene;
    return record;
}

Result<fs::path> finishFilm(const FinishedFilm& film, const Tell& tell) {
    auto file = AtomicFile::open(film.path, captureRule(film.recording));
    if (!file) {
        return file.problem();
    }
    if (auto made = makeFilm(film, file->temporary(), tell); !made) {
        return made.problem();
    }
    auto placed = placeCapture(*file, film.path, film.recording);
    std::error_code ignored;
    if (!placed || !fs::is_regular_file(*placed, ignored)) {
        return placed;
    }
    const Sidecar record = filmSidecar(*placed, film.fileFormat, film.recording, film.frames, film.scene);
    if (auto written = writeSidecar(sidecarPathOf(*placed), record, besideRule(film.recording)); !written) {
        return written.problem();
    }
    return placed;
}

}  // namespace shoal
