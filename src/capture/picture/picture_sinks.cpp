#include "capture/picture/picture_sinks.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/format/file_format.hpp"
#include "capture/picture/png.hpp"
#include "capture/record/capture_path.hpp"
#include "sim/text/number.hpp"
#include "system/files/atomic_file.hpp"
#include "system/files/folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFramePrefix = "frame_";
constexpr std::string_view kFrameEnding = ".png";
constexpr std::size_t kFrameDigits = 5;

std::string frameName(long long number) {
    return fmt::format("{}{:0{}}{}", kFramePrefix, number, kFrameDigits, kFrameEnding);
}

/// Writes a picture under a temporary name; the caller renames it.
Result<AtomicFile> writtenPng(const fs::path& path, const Image& image, const std::string& scene,
                              Overwrite overwrite) {
    auto file = AtomicFile::open(path, std::move(overwrite));
    if (!file) {
        return file;
    }
    const Outcome written = writePng(*file, image, scene);
    return written ? std::move(file) : written.problem();
}

class PictureSink final : public FrameSink {
public:
    PictureSink(fs::path path, Recording recording)
        : m_path(std::move(path)),
          m_recording(std::move(recording)),
          m_record(sidecarFor(m_path, m_recording)) {}

    Outcome write(const Image& image, const std::string& scene) override {
        if (m_record.frames > 0) {
            return Problem{fmt::format("{}: a picture holds one frame; name a folder or a video for more",
                                       m_path.string())};
        }
        auto file = writtenPng(m_path, image, scene, captureRule(m_recording));
        auto placed = file ? placeCapture(*file, m_path, m_recording) : file.problem();
        if (!placed) {
            return placed.problem();
        }
        m_path = std::move(*placed);
        m_record = sidecarFor(m_path, m_recording);
        m_record.frames = 1;
        m_record.scene = scene;
        return Done{};
    }

    /// Ignores the scene of the whole recording, which ends a frame later: the sidecar and the picture say
    /// the same.
    Outcome finish(const std::string& /*scene*/) override {
        if (m_record.frames == 0) {
            return Problem{fmt::format("{}: no frame was drawn", m_path.string())};
        }
        std::error_code ignored;
        if (m_path == kStandardOutput || !fs::is_regular_file(m_path, ignored)) {
            return Done{};
        }
        m_record.isComplete = true;
        return writeSidecar(sidecarPathOf(m_path), m_record, besideRule(m_recording));
    }

    fs::path path() const override { return m_path; }

    std::string kept() const override {
        return m_record.frames == 0 ? std::string() : fmt::format("{} is complete", m_path.string());
    }

private:
    fs::path m_path;
    Recording m_recording;
    Sidecar m_record;
};

class FolderSink final : public FrameSink {
public:
    FolderSink(fs::path folder, const Recording& recording, long long first, FolderLock lock)
        : m_folder(std::move(folder)),
          m_lock(std::move(lock)),
          m_rule(besideRule(recording)),
          m_first(first),
          m_record(sidecarFor(m_folder, recording)) {
        m_record.frames = first;
    }

    /// Replaces an earlier sidecar: openLocked() has refused a foreign file.
    Outcome start() { return writeSidecar(sidecarPathOf(m_folder), m_record, Overwrite::anything()); }

    Outcome write(const Image& image, const std::string& scene) override {
        if (auto written = writeFrame(framePath(m_folder, m_record.frames), image, scene); !written) {
            return Problem{m_record.frames == 0 ? written.problem().text
                                                : fmt::format("{}; {}", written.problem().text, kept())};
        }
        ++m_record.frames;
        m_record.scene = scene;
        return Done{};
    }

    Outcome finish(const std::string& scene) override {
        m_record.isComplete = m_record.frames >= m_record.framesAsked;
        m_record.scene = scene.empty() ? m_record.scene : scene;
        // Not read as JSON, which may end the program when memory is short.
        const Overwrite own =
            Overwrite::earlier([](const fs::path& file) { return beginsWith(file, kSidecarBeginning); },
                               "another program wrote it meanwhile");
        return writeSidecar(sidecarPathOf(m_folder), m_record, m_rule.isAnything() ? m_rule : own);
    }

    std::string remark() const override {
        return m_first == 0 ? std::string()
                            : fmt::format("{}: resuming after the {} frames that it holds", m_folder.string(),
                                          m_first);
    }

    long long firstFrame() const override { return m_first; }

    fs::path path() const override { return m_folder; }

    std::string kept() const override {
        return m_record.frames == 0
                   ? std::string()
                   : fmt::format("{} holds the first {} frames", m_folder.string(), m_record.frames);
    }

private:
    Outcome writeFrame(const fs::path& path, const Image& image, const std::string& scene) const {
        auto file = writtenPng(path, image, scene, m_rule);
        return file ? file->commit() : file.problem();
    }

    fs::path m_folder;
    FolderLock m_lock;
    Overwrite m_rule;
    long long m_first;
    Sidecar m_record;
};

/// Parses the number in a name such as "frame_00012.png"; empty for other names.
std::optional<long long> frameNumber(std::string_view name) {
    if (!name.starts_with(kFramePrefix) || !name.ends_with(kFrameEnding) ||
        name.size() < kFramePrefix.size() + kFrameEnding.size()) {
        return std::nullopt;
    }
    name.remove_prefix(kFramePrefix.size());
    name.remove_suffix(kFrameEnding.size());
    return name.size() < kFrameDigits || name.starts_with('-') ? std::nullopt : numberFrom<long long>(name);
}

/// Whether a foreign file has the sidecar's name.
bool foreignSidecarIn(const fs::path& folder) {
    return foundAt(sidecarPathOf(folder)) != Found::nothing && !readSidecar(sidecarPathOf(folder));
}

/// Returns why a folder cannot be recorded into, in one line; empty if it can.
std::optional<Problem> inTheWay(const fs::path& folder, const Recording& recording) {
    if (!recording.mayOverwrite && foreignSidecarIn(folder)) {
        return Problem{fmt::format("{}: is not a capture's sidecar; name another folder, or add --overwrite",
                                   sidecarPathOf(folder).string())};
    }
    const auto last = lastFrameIn(folder);
    if (!last) {
        return std::nullopt;
    }
    const std::string name = frameName(*last);
    if (!recording.mayOverwrite) {
        return Problem{
            fmt::format("{}: already holds frames up to {}; name another folder, or add --overwrite",
                        folder.string(), name)};
    }
    if (*last >= recording.film.frames) {
        return Problem{
            fmt::format("{}: {} of a longer recording would remain after these {} frames; name "
                        "another folder, or empty this one",
                        folder.string(), name, recording.film.frames)};
    }
    return std::nullopt;
}

Outcome makeFolderOfFrames(const fs::path& folder) {
    const Found found = foundAt(folder);
    if (found == Found::danglingLink) {
        return Problem{
            fmt::format("{}: is a symbolic link to nothing; name another folder", folder.string())};
    }
    if (found == Found::file || found == Found::stream) {
        return Problem{
            fmt::format("{}: is not a folder, and its name has no extension that says what to make; use {}",
                        folder.string(), kFileFormatList)};
    }
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return Problem{fmt::format("{}: the folder cannot be created: {}", folder.string(), error.message())};
    }
    return Done{};
}

Result<std::unique_ptr<FrameSink>> openLocked(const fs::path& folder, const Recording& recording,
                                              FolderLock lock) {
    const auto goesOnAt = recording.mayOverwrite ? std::nullopt : resumableFrame(folder, recording);
    if (const auto problem = goesOnAt ? std::nullopt : inTheWay(folder, recording)) {
        return *problem;
    }
    auto sink = std::make_unique<FolderSink>(folder, recording, goesOnAt.value_or(0), std::move(lock));
    if (auto started = sink->start(); !started) {
        return started.problem();
    }
    return std::unique_ptr<FrameSink>(std::move(sink));
}

}  // namespace

Sidecar sidecarFor(const fs::path& path, const Recording& recording) {
    const fs::path named = path.has_filename() ? path : path.parent_path();
    return {.file = named.filename().string(),
            .width = recording.film.size.width,
            .height = recording.film.size.height,
            .rate = recording.film.rate,
            .frames = 0,
            .framesAsked = recording.film.frames,
            .isTransparent = recording.film.isTransparent,
            .isComplete = false,
            .command = recording.command,
            .start = recording.start,
            .scene = {},
            .graphics = recording.graphics};
}

fs::path framePath(const fs::path& folder, long long number) {
    return folder / frameName(number);
}

std::optional<long long> lastFrameIn(const fs::path& folder) {
    std::optional<long long> last;
    forEachName(folder, [&last](std::string_view name) {
        if (const auto number = frameNumber(name)) {
            last = std::max(last.value_or(0), *number);
        }
    });
    return last;
}

std::optional<long long> resumableFrame(const fs::path& folder, const Recording& recording) {
    const auto found = readSidecar(sidecarPathOf(folder));
    const auto last = lastFrameIn(folder);
    if (!found || found->isComplete || !last || *last >= recording.film.frames || recording.command.empty()) {
        return std::nullopt;
    }
    Sidecar wanted = sidecarFor(folder, recording);
    wanted.frames = found->frames;
    wanted.scene = found->scene;
    wanted.file = found->file;
    wanted.graphics = found->graphics;  // another GPU may resume it
    // A recording with a missing frame cannot be resumed.
    std::error_code error;
    for (long long number = 0; number < *last; ++number) {
        if (!fs::exists(framePath(folder, number), error)) {
            return std::nullopt;
        }
    }
    return wanted == *found ? std::optional(*last + 1) : std::nullopt;
}

Result<std::unique_ptr<FrameSink>> openPicture(const fs::path& path, const Recording& recording) {
    // Found now, and not after the warm-up. A pipe may be opened only once.
    if (foundAt(path) != Found::stream) {
        if (auto tried = AtomicFile::open(path, captureRule(recording)); !tried) {
            return tried.problem();
        }
    }
    return std::unique_ptr<FrameSink>(std::make_unique<PictureSink>(path, recording));
}

bool isFreeFolder(const fs::path& folder, const Recording& recording) {
    const Found found = foundAt(folder);
    if (found != Found::folder) {
        return found == Found::nothing;
    }
    return lastFrameIn(folder) ? resumableFrame(folder, recording).has_value() : !foreignSidecarIn(folder);
}

Result<std::unique_ptr<FrameSink>> openFolder(const fs::path& folder, const Recording& recording) {
    if (auto made = makeFolderOfFrames(folder); !made) {
        return made.problem();
    }
    auto lock = FolderLock::take(folder);
    if (!lock) {
        return Problem{
            fmt::format("{}: another recording is writing there; name another folder, or wait for its end",
                        folder.string())};
    }
    return openLocked(folder, recording, std::move(*lock));
}

Result<std::unique_ptr<FrameSink>> openFreeFolder(const std::function<fs::path(int number)>& numbered,
                                                  const Recording& recording) {
    for (int number = 1;; ++number) {
        const fs::path folder = numbered(number);
        if (!isFreeFolder(folder, recording)) {
            continue;
        }
        if (auto made = makeFolderOfFrames(folder); !made) {
            return made.problem();
        }
        auto lock = FolderLock::take(folder);
        // Another recording may have come and gone since the first check.
        if (lock && isFreeFolder(folder, recording)) {
            return openLocked(folder, recording, std::move(*lock));
        }
    }
}

}  // namespace shoal
