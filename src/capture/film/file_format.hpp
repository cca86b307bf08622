#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace shoal {

/// A file format that captures are written in: a row of the one table that the command line, the capture
/// panel, the sinks and the readers of captures share.
///
/// A film is recorded into a Matroska file that stays playable however the recording ends; the final file is
/// made from it.
struct FileFormat {
    enum class Output { film, folder, picture };
    enum class Codec { none, h264, vp9, lossless };
    /// How the file stores when a frame is shown.
    enum class Times {
        exact,
        hundredths,  ///< whole hundredths of a second; players slow down frames shorter than two
        sixteenBit,  ///< a fraction of two 16-bit numbers
    };
    /// Where the file holds its scene, apart from its sidecar.
    enum class SceneInside { none, pngText, metadata };

    std::string_view title;   ///< in the capture panel
    std::string_view ending;  ///< in lower case, with the dot; empty for a folder
    Output output = Output::film;
    SceneInside scene = SceneInside::none;
    bool hasAlpha = false;
    Times times = Times::exact;
    int usualRate = 30;  ///< [frames/s]

    // Of films only:
    std::string_view muxer = {};  ///< ffmpeg's name for the container
    Codec recordedAs = Codec::none;
    int crf = 0;            ///< quality of a lossy codec, lower is better
    bool isCopied = false;  ///< the recorded frames are the final ones

    bool isFilm() const { return output == Output::film; }
    bool needsEvenSize() const { return recordedAs == Codec::h264 || recordedAs == Codec::vp9; }
};

/// In the order of the capture panel.
inline constexpr std::array<FileFormat, 7> kFileFormats{{
    {.title = "MP4 film",
     .ending = ".mp4",
     .scene = FileFormat::SceneInside::metadata,
     .muxer = "mp4",
     .recordedAs = FileFormat::Codec::h264,
     .crf = 17,
     .isCopied = true},
    {.title = "WebM film",
     .ending = ".webm",
     .scene = FileFormat::SceneInside::metadata,
     .hasAlpha = true,
     .muxer = "webm",
     .recordedAs = FileFormat::Codec::vp9,
     .crf = 24,
     .isCopied = true},
    {.title = "MKV film",
     .ending = ".mkv",
     .scene = FileFormat::SceneInside::metadata,
     .muxer = "matroska",
     .recordedAs = FileFormat::Codec::h264,
     .crf = 12,
     .isCopied = true},
    {.title = "GIF",
     .ending = ".gif",
     .times = FileFormat::Times::hundredths,
     .usualRate = 25,
     .muxer = "gif",
     .recordedAs = FileFormat::Codec::lossless},
    {.title = "APNG",
     .ending = ".apng",
     .scene = FileFormat::SceneInside::pngText,
     .hasAlpha = true,
     .times = FileFormat::Times::sixteenBit,
     .muxer = "apng",
     .recordedAs = FileFormat::Codec::lossless},
    {.title = "folder of PNGs", .ending = "", .output = FileFormat::Output::folder, .hasAlpha = true},
    {.title = "PNG picture",
     .ending = ".png",
     .output = FileFormat::Output::picture,
     .scene = FileFormat::SceneInside::pngText,
     .hasAlpha = true},
}};

/// Lists them for messages that refuse others.
inline constexpr std::string_view kFileFormatList = ".png, a folder/, .mp4, .webm, .mkv, .gif or .apng";

/// Returns a path's extension in lower case, with the dot.
std::string endingOf(const std::filesystem::path& path);

/// Returns the format of files with this extension; null if there is none, and for an empty extension.
const FileFormat* findFileFormat(std::string_view ending);

/// Returns the format that a path names; null for an unknown extension. A path without an extension, a path
/// ending in `/` and an existing folder are a folder of frames.
const FileFormat* fileFormatOf(const std::filesystem::path& path);

/// Whether a path names a capture with this output.
bool hasOutput(const std::filesystem::path& path, FileFormat::Output output);

}  // namespace shoal
