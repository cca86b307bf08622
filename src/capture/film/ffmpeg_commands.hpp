#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/format/file_format.hpp"
#include "capture/format/frame_sink.hpp"

namespace shoal {

using Arguments = std::vector<std::string>;

/// Returns input options for ffmpeg or ffprobe that accept only the film formats that Shoal writes, or a PNG,
/// from a file, and open no other file or address.
const Arguments& onlyFilms();

/// What frames are recorded as.
FileFormat::Codec recordedAs(const FileFormat& fileFormat, const Film& film);

/// The encoders that this film needs and that some ffmpegs lack.
std::vector<std::string> encodersFor(const FileFormat& fileFormat, const Film& film);

/// Returns the ffmpeg command that records raw frames from its standard input into `partial`.
Arguments recordingCommand(const FileFormat& fileFormat, const Film& film,
                           const std::filesystem::path& partial);

/// How a film's final file is encoded: as recorded, or with fewer colours, pixels and frames to make it
/// smaller.
struct Encoding {
    ImageSize size;       ///< [px]
    FrameRate rate;       ///< that of the recorded film, or half of it
    int thrift = 0;       ///< 0 to 2: how far quality is lowered
    bool isAsked = true;  ///< as asked for; a recorded film that need not be encoded again is copied
};

/// Returns the encodings to try in turn for a file that must not exceed a size, the first as asked for: with
/// less quality, then with smaller frames, then with every second frame, then with still smaller ones.
std::vector<Encoding> encodingsFor(const FileFormat& fileFormat, const Film& film);

/// Describes an encoding, such as "480x270, 10 frames a second, 128 colours".
std::string encodingText(const FileFormat& fileFormat, const Film& film, const Encoding& encoding);

/// Files that finishing reads and writes.
struct FinishPaths {
    std::filesystem::path partial;  ///< the recorded film
    std::filesystem::path between;  ///< intermediate file if two steps are needed; need not exist
    std::filesystem::path target;
};

/// Returns the one or two ffmpeg commands that make the wanted file from a recorded film. If the file
/// holds its scene, the last reads metadata (see metadataText) from its standard input. Each makes one pass
/// over all frames and reports its progress on standard output (see framesReported).
std::vector<Arguments> finishingCommands(const FileFormat& fileFormat, const Film& film,
                                         const Encoding& encoding, const FinishPaths& paths);

/// Returns how many frames a finishing command has processed, given the end of its output.
std::optional<long long> framesReported(std::string_view output);

/// Formats a scene as kSceneTag in ffmpeg's metadata syntax; fromMetadataTag converts the tag's value back.
std::string metadataText(std::string_view scene);
std::string fromMetadataTag(std::string value);

/// The tag that holds the scene: a field that MP4, Matroska and WebM all have, so that `ffmpeg -c copy` keeps
/// it from each to each. Players do not print it, as they do comments and descriptions. Matroska writes it in
/// capitals.
inline constexpr std::string_view kSceneTag = "synopsis";

/// Whether the frames need even sides, as colours at half the resolution do.
bool needsEvenSize(const FileFormat& fileFormat, const Film& film);

/// Returns the size [px] that a film's frames have in its file.
ImageSize videoSize(const FileFormat& fileFormat, const Film& film);

}  // namespace shoal
