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
    /// Where the file holds its scene, apart from its sidecar.
    enum class SceneInside { nowhere, pngText, metadata };
    /// How the file stores when a frame is shown.
    enum class Times {
        exact,
        hundredths,  ///< whole hundredths of a second; players slow down frames shorter than two
        sixteenBit,  ///< a fraction of two 16-bit numbers
    };
    enum class Codec { png, h264, vp9, lossless };

    std::string_view title;   ///< in the capture panel
    std::string_view ending;  ///< in lower case, with the dot; empty for a folder
    Output output;
    SceneInside scene;
    bool hasAlpha;
    Times times;
    int defaultRate;  ///< [frames/s]
    Codec recordedAs;
    std::string_view muxer;  ///< of a film: ffmpeg's name for the container
    int crf;                 ///< quality of a lossy codec, lower is better
    double pixelBytes;       ///< [B] of a frame's pixel in the file, as a rule: within a factor of two
    bool isCopied;           ///< of a film: finishing copies the recorded frames without encoding them again

    bool isFilm() const { return output == Output::film; }
    /// Whether it can hold every pixel exactly. Of a film with YUV at half the resolution it cannot.
    bool canBeLossless() const {
        return !isFilm() || ending == ".mkv" || ending == ".mov" || ending == ".webp" || ending == ".apng";
    }
    /// Whether it is made for web pages, which want it small.
    bool isForPages() const { return ending == ".gif" || ending == ".webp"; }
};

/// The bytes of a pixel are medians of reef, bait-ball and starlings at 640×360 and 1280×720.
///
/// In the order of CaptureSettings::Kind, which indexes it. A new row also needs: a name in kFileFormatList
/// and in that enum; in ffmpeg_commands.cpp a codec's arguments and, for a film like MP4, the places that
/// test for ".mp4"; its case in `checkFilm` (frame_sink.cpp) if frames of some rates or sizes do not fit; the
/// help of `shoal render` and the manual's page on recording.
inline constexpr auto kFileFormats = [] {
    using enum FileFormat::Output;
    using enum FileFormat::SceneInside;
    using enum FileFormat::Times;
    using enum FileFormat::Codec;
    constexpr bool kOpaque = false;
    constexpr bool kAlpha = true;
    return std::array{
        FileFormat{"MP4 film", ".mp4", film, metadata, kOpaque, exact, 30, h264, "mp4", 17, 0.075, true},
        FileFormat{"WebM film", ".webm", film, metadata, kAlpha, exact, 30, vp9, "webm", 24, 0.08, true},
        FileFormat{"MKV film", ".mkv", film, metadata, kOpaque, exact, 30, h264, "matroska", 12, 0.13, true},
        FileFormat{"MOV film", ".mov", film, nowhere, kAlpha, exact, 30, lossless, "mov", 0, 0.6, false},
        FileFormat{"GIF", ".gif", film, nowhere, kOpaque, hundredths, 20, lossless, "gif", 0, 0.35, false},
        FileFormat{"WebP", ".webp", film, nowhere, kAlpha, exact, 15, lossless, "webp", 0, 0.1, false},
        FileFormat{"APNG", ".apng", film, pngText, kAlpha, sixteenBit, 30, lossless, "apng", 0, 1.1, false},
        FileFormat{"folder of PNGs", "", folder, nowhere, kAlpha, exact, 30, png, "", 0, 1.2, false},
        FileFormat{"PNG picture", ".png", picture, pngText, kAlpha, exact, 30, png, "", 0, 1.2, false}};
}();

/// The accepted outputs, for messages that refuse others. In step with kFileFormats.
inline constexpr std::string_view kFileFormatList =
    ".png, a folder/, .mp4, .webm, .mkv, .mov, .gif, .webp or .apng";

/// Returns a path's extension in lower case, with the dot.
std::string endingOf(const std::filesystem::path& path);

/// Returns the format of files with this extension; null if there is none, and for an empty extension.
const FileFormat* findFileFormat(std::string_view ending);

/// Returns the format that a path names; null for an unknown extension. A path without an extension, a path
/// ending in `/` and an existing folder are a folder of frames. Standard output is a picture; several frames
/// go there as YUV4MPEG2.
const FileFormat* fileFormatOf(const std::filesystem::path& path);

/// Returns the format that a file's first bytes tell, whatever its name: of a film .mp4, .mov, .mkv, .gif or
/// .webp, of a PNG .png, animated or not. Null for other bytes.
const FileFormat* fileFormatIn(std::string_view head);

/// Whether a path names a capture with this output.
bool hasOutput(const std::filesystem::path& path, FileFormat::Output output);

}  // namespace shoal
