#include "capture/film/film_finish.hpp"

#include <algorithm>
#include <cmath>
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
    long long frames;   ///< that it reports
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
            std::min(1.0, static_cast<double>(frames.value_or(0)) / static_cast<double>(pass.frames));
        tell((static_cast<double>(pass.index) + share) / static_cast<double>(pass.count));
    });
    return end.isGood() ? Outcome(Done{})
                        : Problem{fmt::format("{}: {}", film.path.string(), child->reason(end))};
}

/// The recording as the file has it in this encoding.
Recording encoded(const Recording& recording, const Encoding& encoding) {
    Recording other = recording;
    other.film.size = encoding.size;
    if (encoding.rate != recording.film.rate) {
        other.film.rate = encoding.rate;
        other.film.frames = (recording.film.frames + 1) / 2;
    }
    return other;
}

long long framesIn(const FinishedFilm& film, const Encoding& encoding) {
    return encoding.rate == film.recording.film.rate ? film.frames : (film.frames + 1) / 2;
}

/// A WebP keeps one of several equal frames, so that its length is checked instead.
Outcome checkLength(const FinishedFilm& film, const fs::path& made, const Encoding& encoding) {
    const auto seconds = secondsOfWebp(made);
    const double wanted = static_cast<double>(framesIn(film, encoding)) * encoding.rate.frameSeconds();
    // Frames that are all equal make a still picture.
    if (seconds && (*seconds == 0.0 || std::abs(*seconds - wanted) < encoding.rate.frameSeconds())) {
        return Done{};
    }
    return Problem{
        fmt::format("{}: the film that ffmpeg wrote does not have its length", film.path.string())};
}

Outcome checkCount(const FinishedFilm& film, const fs::path& made, const Encoding& encoding) {
    if (film.fileFormat.ending == ".webp") {
        return checkLength(film, made, encoding);
    }
    const auto count = countFrames(made);
    if (!count) {
        return Problem{fmt::format("{}: the film that ffmpeg wrote cannot be read back", film.path.string())};
    }
    const long long wanted = framesIn(film, encoding);
    if (count->value_or(wanted) != wanted) {
        return Problem{fmt::format("{}: ffmpeg wrote {} of {} frames", film.path.string(), **count, wanted)};
    }
    return Done{};
}

Outcome makeFilm(const FinishedFilm& film, const fs::path& target, const Encoding& encoding,
                 const Tell& tell) {
    // A scratch file: never committed, so removed on return.
    const auto between = AtomicFile::open(film.partial, Overwrite::anything());
    if (!between) {
        return between.problem();
    }
    const auto commands =
        finishingCommands(film.fileFormat, film.recording.film, encoding,
                          {.partial = film.partial, .between = between->temporary(), .target = target});
    const std::string metadata =
        film.fileFormat.scene == FileFormat::SceneInside::metadata ? metadataText(film.scene) : std::string();
    for (std::size_t index = 0; index < commands.size(); ++index) {
        const bool isLast = index + 1 == commands.size();
        const Pass pass{.words = commands[index],
                        .input = isLast ? metadata : std::string(),
                        .index = index,
                        .count = commands.size(),
                        .frames = framesIn(film, encoding)};
        if (auto made = runPass(film, pass, target, tell); !made) {
            return made;
        }
    }
    if (film.fileFormat.scene == FileFormat::SceneInside::pngText && !film.scene.empty()) {
        if (auto added = appendPngText(target, film.scene); !added) {
            return added;
        }
    }
    return checkCount(film, target, encoding);
}

/// Makes the film in the first encoding whose file is no larger than wanted.
Result<Encoding> makeWithin(const FinishedFilm& film, const fs::path& target, const Tell& tell) {
    constexpr double kPerStep = 1.45;  // how many times smaller a step makes most files
    const Film& wanted = film.recording.film;
    const std::vector<Encoding> all = encodingsFor(film.fileFormat, wanted);
    const int last = static_cast<int>(all.size()) - 1;
    int tooLarge = -1;    // the last step known to be
    int fits = last + 1;  // the first step known to, or none
    double done = 0.0;
    for (int step = 0; tooLarge < last;) {
        const Encoding& encoding = all[static_cast<std::size_t>(step)];
        const auto made = makeFilm(film, target, encoding, [&](double part) {
            tell(wanted.maxBytes == 0 ? part : done + 0.5 * (1.0 - done) * part);
        });
        if (!made) {
            return made.problem();
        }
        std::error_code error;
        const auto bytes = static_cast<long long>(fs::file_size(target, error));
        const bool isSmall = wanted.maxBytes == 0 || bytes <= wanted.maxBytes;
        if (isSmall && step <= tooLarge + 1) {
            return encoding;
        }
        done += 0.5 * (1.0 - done);
        if (isSmall) {
            fits = step;
            step = (tooLarge + step) / 2;
            continue;
        }
        tooLarge = step;
        if (fits <= tooLarge) {
            fits = last + 1;  // made again, it came out larger
        }
        const double ratio = static_cast<double>(bytes) / static_cast<double>(wanted.maxBytes);
        const int guess = step + std::max(1, static_cast<int>(std::log(ratio) / std::log(kPerStep)));
        step = fits <= last ? (tooLarge + fits + 1) / 2 : std::min(guess, last);
    }
    return Problem{fmt::format("{}: even with {} it has more than {} bytes; make it shorter",
                               film.path.string(), encodingText(film.fileFormat, wanted, all.back()),
                               wanted.maxBytes)};
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

Result<MadeFilm> finishFilm(const FinishedFilm& film, const Tell& tell) {
    auto file = AtomicFile::open(film.path, captureRule(film.recording));
    if (!file) {
        return file.problem();
    }
    const auto encoding = makeWithin(film, file->temporary(), tell);
    if (!encoding) {
        return encoding.problem();
    }
    auto placed = placeCapture(*file, film.path, film.recording);
    if (!placed) {
        return placed.problem();
    }
    const MadeFilm made{*placed, encoding->isAsked
                                     ? std::string()
                                     : encodingText(film.fileFormat, film.recording.film, *encoding)};
    std::error_code ignored;
    if (!fs::is_regular_file(made.path, ignored)) {
        return made;
    }
    const Sidecar record = filmSidecar(made.path, film.fileFormat, encoded(film.recording, *encoding),
                                       framesIn(film, *encoding), film.scene);
    if (auto written = writeSidecar(sidecarPathOf(made.path), record, besideRule(film.recording)); !written) {
        return written.problem();
    }
    return made;
}

}  // namespace shoal
