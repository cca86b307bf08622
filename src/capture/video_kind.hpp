#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/frame_sink.hpp"

namespace shoal {

/// One kind of video file, and what ffmpeg is told to make it. A film is recorded into a Matroska file that
/// plays however the recording ends, and finished from that.
struct VideoKind {
    enum class Codec { h264, vp9, lossless };

    std::string_view ending;  ///< in lower case, with the dot
    std::string_view muxer;   ///< ffmpeg's name for the container
    Codec recordedAs;
    int crf;        ///< quality of a lossy codec, lower is better
    bool isCopied;  ///< the recorded pictures are the final ones
    bool hasAlpha;
    bool holdsText;  ///< metadata of any length

    bool needsEvenSize() const { return recordedAs != Codec::lossless; }
};

using Arguments = std::vector<std::string>;

/// Options before an input of ffmpeg or ffprobe: it is a film of a kind that Shoal writes or a PNG, in a
/// file, and opens no other file and no address.
const Arguments& onlyFilms();

/// Null where no video can be written to files that end so.
const VideoKind* findVideoKind(std::string_view ending);

/// ffmpeg recording raw frames from its standard input into `partial`. First it reads the film's metadata
/// (see metadataText) from ChildProcess::kPreface.
Arguments recordingCommand(const VideoKind& kind, const FrameFormat& format,
                           const std::filesystem::path& partial);

/// Where finishing reads and writes.
struct FinishPaths {
    std::filesystem::path partial;  ///< the recorded film
    std::filesystem::path between;  ///< a file for what is made in two steps; need not exist
    std::filesystem::path target;
};

/// ffmpeg making the wanted file from a recorded film: one command, or two. The last reads metadata
/// (see metadataText) from its standard input where the kind holds text. Each goes once through all pictures,
/// and tells on its standard output how far it is (see picturesTold).
std::vector<Arguments> finishingCommands(const VideoKind& kind, const FrameFormat& format,
                                         const FinishPaths& paths);

/// How many pictures a finishing command has gone through, by the end of what it wrote.
std::optional<long long> picturesTold(std::string_view output);

/// A scene under that tag as ffmpeg reads metadata; fromMetadataTag turns the tag's value back.
std::string metadataText(std::string_view tag, std::string_view scene);
std::string fromMetadataTag(std::string value);

/// The tag that holds the scene; Matroska writes it in capitals.
inline constexpr std::string_view kSceneTag = "shoal_scene";

/// The tag of a film that is not finished: the scene as it was at its first picture.
inline constexpr std::string_view kBeginningTag = "shoal_beginning";

/// The size of the pictures in the film.
struct VideoSize {
    int width;
    int height;
};
VideoSize videoSize(const VideoKind& kind, const FrameFormat& format);

}  // namespace shoal
