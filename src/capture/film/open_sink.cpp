#include "capture/film/open_sink.hpp"

#include <algorithm>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "capture/film/ffmpeg_commands.hpp"
#include "capture/film/ffmpeg_sink.hpp"
#include "capture/film/y4m_sink.hpp"
#include "capture/format/file_format.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "capture/record/capture_path.hpp"
#include "system/files/atomic_file.hpp"
#include "system/files/folder.hpp"

namespace shoal {

namespace {

constexpr int kMaxShort = 65535;  // largest 16-bit number
constexpr int kMaxWebpSide = 16383;
constexpr long long kLeastLoop = 3;  // frames

/// Refuses a recording that would replace a file. A dangling link is no file: the recording gets a number.
Outcome requireFree(const std::filesystem::path& path, const Recording& recording) {
    for (const std::filesystem::path& each : {path, sidecarPathOf(path)}) {
        const bool isFile = path != kStandardOutput && foundAt(each) == Found::file;
        if (auto place = requirePlace(each, isFile ? besideRule(recording) : captureRule(recording));
            !place) {
            return place;
        }
    }
    return Done{};
}

/// Returns the length of the longest file name that a recording creates for `path` [bytes].
std::size_t longestName(const std::filesystem::path& path, const FileFormat& fileFormat) {
    const std::string name = path.filename().string();
    const std::string partial = fileFormat.isFilm() ? partialPathOf(path).filename().string() : "";
    return sidecarPathOf(name.size() > partial.size() ? name : partial).string().size();
}

/// Returns a problem if a file name would be too long. Checked before the first frame: the sidecar is written
/// last.
std::optional<Problem> tooLong(const std::filesystem::path& path, const FileFormat& fileFormat) {
    const auto limit = maxNameBytes(folderOf(path));
    const std::size_t longest = longestName(path, fileFormat);
    if (!limit || longest <= *limit) {
        return std::nullopt;
    }
    return Problem{fmt::format(
        "{}: its name is {} bytes too long for the files made beside it, such as NAME.partial.mkv.json",
        path.string(), longest - *limit)};
}

/// Whether a file of this kind can store exactly when each frame is shown.
bool holdsTimes(const FileFormat& fileFormat, const FrameRate& rate) {
    const long long hundredths = 100LL * rate.seconds;
    switch (fileFormat.times) {
        case FileFormat::Times::exact:
            break;
        case FileFormat::Times::hundredths:
            return hundredths % rate.pictures == 0 && hundredths / rate.pictures >= 2 &&
                   hundredths / rate.pictures <= kMaxShort;
        case FileFormat::Times::sixteenBit:
            return std::max(rate.pictures, rate.seconds) <= kMaxShort;
    }
    return true;
}

/// Checks whether a film of this kind can hold such frames; the problem says why not.
Outcome checkFilm(const std::filesystem::path& path, const FileFormat& fileFormat, const Film& film) {
    if (std::error_code ignored; std::filesystem::is_other(path, ignored)) {
        return Problem{fmt::format("{}: a film needs a file, and this is a pipe or a device", path.string())};
    }
    if (fileFormat.ending == ".webp" && std::max(film.size.width, film.size.height) > kMaxWebpSide) {
        return Problem{fmt::format("{}: a WebP has at most {} pixels a side", path.string(), kMaxWebpSide)};
    }
    if (needsEvenSize(fileFormat, film) && (film.size.width < 2 || film.size.height < 2)) {
        return Problem{fmt::format("{}: a {} needs at least 2x2 pixels, not {}x{}", path.string(),
                                   fileFormat.ending, film.size.width, film.size.height)};
    }
    if (film.isTransparent && !fileFormat.hasAlpha) {
        return Problem{
            fmt::format("{}: a {} cannot be transparent; record a .webm, an .apng or frames into a folder/",
                        path.string(), fileFormat.ending)};
    }
    if (film.fidelity == Fidelity::lossless && !fileFormat.canBeLossless()) {
        return Problem{fmt::format("{}: a {} cannot be lossless; use .mkv, .mov, .webp, .apng or a folder/",
                                   path.string(), fileFormat.ending)};
    }
    if (holdsTimes(fileFormat, film.rate)) {
        return Done{};
    }
    return Problem{fileFormat.times == FileFormat::Times::hundredths
                       ? fmt::format("{}: a GIF cannot play {} frames a second: its frame times are "
                                     "hundredths of a second, at least two; use 50, 25, 20 or 100/3",
                                     path.string(), frameRateText(film.rate))
                       : fmt::format("{}: an APNG cannot hold exactly {} frames a second: neither number may "
                                     "exceed {}",
                                     path.string(), frameRateText(film.rate), kMaxShort)};
}

/// Whether numbering makes no sense: the path is not a folder, which opening reports, or has no proper last
/// part.
bool hasNoNumbers(const std::filesystem::path& folder) {
    const Found found = foundAt(folder);
    return found == Found::file || found == Found::stream || folder.filename() == "." ||
           folder.filename() == ".." || folder.filename().empty();
}

/// The folders to try for a recording requested as `path`: frames, frames-2 and so on.
class NumberedFolders {
public:
    explicit NumberedFolders(const std::filesystem::path& path)
        : m_endsInSlash(!path.has_filename()), m_named(m_endsInSlash ? path.parent_path() : path) {}

    bool areNone() const { return hasNoNumbers(m_named); }

    std::filesystem::path operator()(int number) const {
        const std::filesystem::path folder =
            m_named.parent_path() / numberedName(m_named.filename().string(), number, {});
        return m_endsInSlash ? folder / "" : folder;
    }

private:
    bool m_endsInSlash;
    std::filesystem::path m_named;
};

}  // namespace

FrameRate defaultRate(const std::filesystem::path& path) {
    const FileFormat* const fileFormat = fileFormatOf(path);
    return fileFormat != nullptr ? FrameRate{fileFormat->defaultRate, 1} : FrameRate{};
}

Outcome checkRecording(const std::filesystem::path& path, const Film& film) {
    if (path.empty()) {
        return Problem{"the output has no name; give one such as school.mp4, still.png or frames/"};
    }
    if (film.size.width < 1 || film.size.height < 1 || film.rate.pictures < 1 || film.rate.seconds < 1) {
        return Problem{fmt::format("{}: {}x{} at {} frames a second cannot be recorded", path.string(),
                                   film.size.width, film.size.height, frameRateText(film.rate))};
    }
    const FileFormat* const fileFormat = fileFormatOf(path);
    if (fileFormat == nullptr) {
        return Problem{fmt::format("{}: unknown kind of output \"{}\"; use {}", path.string(), endingOf(path),
                                   kFileFormatList)};
    }
    const bool isStream = path == kStandardOutput && film.frames > 1;
    if (isStream && film.isTransparent) {
        return Problem{"frames on standard output (YUV4MPEG2) cannot be transparent; record a .webm"};
    }
    const bool isPicture = fileFormat->output == FileFormat::Output::picture && !isStream;
    if (isPicture && film.frames > 1) {
        return Problem{fmt::format("{}: a picture holds one frame, not {}; name a folder or a video",
                                   path.string(), film.frames)};
    }
    if (isPicture && film.isLoop) {
        return Problem{fmt::format("{}: a picture cannot be a loop", path.string())};
    }
    if (film.isLoop && film.frames < kLeastLoop) {
        return Problem{fmt::format("{}: a loop needs at least {} frames", path.string(), kLeastLoop)};
    }
    if (!fileFormat->isFilm() && film.maxBytes > 0) {
        return Problem{fmt::format("{}: only a film can have a largest size", path.string())};
    }
    return fileFormat->isFilm() ? checkFilm(path, *fileFormat, film) : Done{};
}

Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const Recording& recording) {
    if (auto checked = checkRecording(path, recording.film); !checked) {
        return checked.problem();
    }
    const FileFormat& fileFormat = *fileFormatOf(path);
    if (fileFormat.output == FileFormat::Output::folder) {
        return openFolder(path, recording);
    }
    if (path == kStandardOutput && recording.film.frames > 1) {
        return openY4m(path, recording);
    }
    if (const auto problem = tooLong(path, fileFormat)) {
        return *problem;
    }
    if (auto free = requireFree(path, recording); !free) {
        return free.problem();
    }
    return fileFormat.isFilm() ? openFfmpegSink(path, fileFormat, recording) : openPicture(path, recording);
}

std::filesystem::path freeCapturePath(const std::filesystem::path& path, const Recording& recording) {
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

Result<std::unique_ptr<FrameSink>> openFreeFrameSink(const std::filesystem::path& path,
                                                     const Recording& recording) {
    const NumberedFolders folders(path);
    if (hasOutput(path, FileFormat::Output::folder) && !recording.mayOverwrite && !folders.areNone()) {
        if (auto checked = checkRecording(path, recording.film); !checked) {
            return checked.problem();
        }
        return openFreeFolder(folders, recording);
    }
    Recording named = recording;
    named.wanted = path;
    while (true) {
        const std::filesystem::path free = freeCapturePath(path, recording);
        auto sink = openFrameSink(free, named);
        // Another program may have finished a recording of that name meanwhile.
        if (sink || freeCapturePath(path, recording) == free) {
            return sink;
        }
    }
}

void removeUnfinished(const std::filesystem::path& path) {
    std::error_code ignored;
    if (hasOutput(path, FileFormat::Output::folder)) {
        std::filesystem::remove_all(path, ignored);
    } else if (hasOutput(path, FileFormat::Output::film)) {
        const std::filesystem::path partial = partialPathOf(path);
        std::filesystem::remove(partial, ignored);
        std::filesystem::remove(sidecarPathOf(partial), ignored);
    }
}

}  // namespace shoal
