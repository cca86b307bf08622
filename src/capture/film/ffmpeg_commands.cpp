#include "capture/film/ffmpeg_commands.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <thread>

#include <fmt/format.h>

namespace shoal {
namespace {

using Codec = FileFormat::Codec;

// Video is Rec. 709 by default: without the conversion, players would shift the colours.
constexpr const char* kToRec709 =
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=";
// Set on the frames: since version 7, ffmpeg ignores the encoder's own options for this.
constexpr const char* kTagged709 =
    ",setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv";

// The palette is chosen for moving parts; an ordered dither pattern does not crawl from frame to frame.
constexpr const char* kPalette = "palettegen=stats_mode=diff:max_colors=";
constexpr const char* kByPalette = "paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle[v]";

// By Encoding::thrift.
constexpr std::array kColours{256, 128, 48};
constexpr std::array kWebpQualities{80, 60, 35};  // 0 to 100
constexpr std::array kH264Factors{22, 27, 32};
constexpr std::array kVp9Factors{31, 38, 46};
constexpr std::array kProresProfiles{"hq", "standard", "lt"};

constexpr int kBestWebpQuality = 95;
/// Added to a recording's constant rate factor, by Fidelity: six more make it about half as large.
constexpr std::array kFactorSteps{9, 0, -5, 0};

/// What a smaller file keeps.
struct Reduction {
    double scale;   ///< of the frames' sides
    int thrift;     ///< see Encoding
    bool isHalved;  ///< every second frame is left out
};
constexpr std::array kReductions{
    Reduction{1.0, 0, false},  Reduction{1.0, 1, false},  Reduction{1.0, 2, false},
    Reduction{0.75, 1, false}, Reduction{0.75, 2, false}, Reduction{0.75, 1, true},
    Reduction{0.75, 2, true},  Reduction{0.5, 1, true},   Reduction{0.5, 2, true},
    Reduction{0.375, 1, true}, Reduction{0.375, 2, true}, Reduction{0.25, 1, true},
    Reduction{0.25, 2, true},  Reduction{0.1875, 2, true}};
constexpr double kLeastHalved = 15.0;  // [frames/s] slower films keep all

Arguments operator+(Arguments all, const Arguments& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// A file: URL cannot be mistaken for an option or another protocol.
std::string urlOf(const std::filesystem::path& file) {
    return "file:" + file.string();
}

Arguments input(const std::filesystem::path& file) {
    return onlyFilms() + Arguments{"-i", urlOf(file)};
}

Arguments ffmpeg() {
    return {"ffmpeg", "-hide_banner", "-loglevel", "error", "-y"};
}

/// Reports progress on standard output, five times a second.
Arguments telling() {
    return {"-progress", "pipe:1", "-stats_period", "0.2"};
}

// Reports each frame before a filter that merges all frames into one; ffmpeg's own count would stay at one.
// ffmpeg prints only frames that have metadata, so each gets some.
constexpr const char* kReportEachFrame = "metadata=add:key=shoal:value=seen,metadata=print:file=-:direct=1,";

/// Returns the number of whole frames in `seconds` of film, at most 1000.
int picturesIn(double seconds, const FrameRate& rate) {
    return static_cast<int>(std::min(1000.0, std::floor(seconds * rate.perSecond())));
}

// Encoders hold frames back to look ahead, which are lost if ffmpeg is killed: at most half a second of film.
constexpr double kLookAhead = 0.25;        // [s]
constexpr double kThreadsOfFrames = 0.25;  // [s]
constexpr int kUsualLookAhead = 40;        // x264's default
constexpr int kUsualLag = 25;              // libvpx's default
constexpr int kMaxBetween = 3;             // x264's default maximum of consecutive B-frames
constexpr double kMinRate = 16.0;          // [frames/s] below it, frames last too long to hold any back

Arguments h264(int factor, const FrameRate& rate) {
    const bool mayWait = rate.perSecond() >= kMinRate;
    const int lookAhead = mayWait ? std::min(kUsualLookAhead, picturesIn(kLookAhead, rate)) : 0;
    const int threads = std::min(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())),
                                 picturesIn(kThreadsOfFrames, rate));
    // One frame per thread is faster, but each thread holds a frame back; slices of one frame hold none back.
    const std::string threading =
        mayWait && threads > 1 ? fmt::format("threads={}:sliced-threads=0", threads) : "sliced-threads=1";
    return {"-c:v",
            "libx264",
            "-preset",
            "medium",
            "-crf",
            std::to_string(factor),
            "-x264-params",
            fmt::format("{}:rc-lookahead={}:sync-lookahead=0:force-cfr=1:bframes={}:mbtree={}", threading,
                        lookAhead, std::min(kMaxBetween, lookAhead), mayWait ? 1 : 0)};
}

/// For a finished film, of which nothing can be lost.
Arguments finalH264(int factor) {
    return {"-c:v", "libx264", "-preset", "medium", "-crf", std::to_string(factor)};
}

Arguments finalVp9(int factor, const Film& film) {
    const Arguments words{"-c:v", "libvpx-vp9", "-crf", std::to_string(factor), "-b:v", "0", "-row-mt",
                          "1",    "-cpu-used",  "3"};
    return film.isTransparent ? words + Arguments{"-auto-alt-ref", "0"} : words;
}

Arguments vp9(int factor, const Film& film) {
    const int lag = film.rate.perSecond() < kMinRate
                        ? 0
                        : std::min(kUsualLag, picturesIn(kLookAhead + kThreadsOfFrames, film.rate));
    const Arguments words{"-c:v",      "libvpx-vp9", "-crf",           std::to_string(factor),
                          "-b:v",      "0",          "-row-mt",        "1",
                          "-cpu-used", "3",          "-lag-in-frames", std::to_string(lag)};
    // The encoder keeps alpha only without alternate reference frames, which are never shown.
    return film.isTransparent ? words + Arguments{"-auto-alt-ref", "0"} : words;
}

Arguments codecWords(const FileFormat& fileFormat, const Film& film) {
    const Codec codec = recordedAs(fileFormat, film);
    if (codec == Codec::lossless) {
        return {"-c:v", "ffv1",    "-level", "3",        "-g",
                "1",    "-slices", "4",      "-pix_fmt", film.isTransparent ? "bgra" : "bgr0"};
    }
    const auto [width, height] = videoSize(fileFormat, film);
    const std::string crop = width != film.size.width || height != film.size.height
                                 ? fmt::format("crop={}:{}:0:0,", width, height)
                                 : std::string();
    const Arguments filter{"-vf",
                           crop + kToRec709 + (film.isTransparent ? "yuva420p" : "yuv420p") + kTagged709};
    const int factor = fileFormat.crf + kFactorSteps[static_cast<std::size_t>(film.fidelity)];
    return filter + (codec == Codec::h264 ? h264(factor, film.rate) : vp9(factor, film));
}

/// Sets an mp4's clock so that frame times are exact, although Matroska has rounded them to milliseconds.
Arguments mp4Clock(const FrameRate& rate) {
    return {"-video_track_timescale", std::to_string(rate.pictures)};
}

/// Rounds times to whole frames if a frame lasts several ticks.
Arguments wholeFrames(const FrameRate& rate) {
    return {"-bsf:v",
            fmt::format("setts=pts={0}*round(PTS/{0}):dts={0}*round(DTS/{0}):duration={0}", rate.seconds)};
}

/// Returns the filters that leave out frames and pixels, each with a comma after it.
std::string reduced(const Film& film, const Encoding& encoding) {
    return (encoding.rate == film.rate ? std::string() : "framestep=2,") +
           (encoding.size == film.size
                ? std::string()
                : fmt::format("scale={}:{}:flags=lanczos,", encoding.size.width, encoding.size.height));
}

int webpQuality(const Film& film, const Encoding& encoding) {
    return film.fidelity == Fidelity::best && encoding.isAsked
               ? kBestWebpQuality
               : kWebpQualities[static_cast<std::size_t>(encoding.thrift)];
}

/// Encodes the recorded film again.
Arguments encodedWords(const FileFormat& fileFormat, const Film& film, const Encoding& encoding) {
    const auto at = static_cast<std::size_t>(encoding.thrift);
    const bool isLossless = film.fidelity == Fidelity::lossless && encoding.thrift == 0;
    const auto filter = [&](const std::string& format) {
        return Arguments{"-vf", reduced(film, encoding) + format};
    };
    if (fileFormat.ending == ".apng") {
        return filter(film.isTransparent ? "format=rgba" : "format=rgb24") +
               Arguments{"-c:v", "apng", "-pred", "mixed", "-plays", "0"};
    }
    if (fileFormat.ending == ".webp") {
        if (isLossless) {
            return filter("format=bgra") + Arguments{"-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"};
        }
        // libwebp_anim stores only what has changed by more than a dozen levels, and never whole frames: in
        // dark films, blocks of earlier shots stay. libwebp stores whole frames, but cannot clear what was
        // transparent before.
        const Arguments encoder = film.isTransparent
                                      ? filter("format=bgra") + Arguments{"-c:v", "libwebp_anim"}
                                      : filter("format=yuv420p") + Arguments{"-c:v", "libwebp"};
        return encoder + Arguments{"-quality", std::to_string(webpQuality(film, encoding)), "-loop", "0"};
    }
    if (fileFormat.ending == ".mov" && isLossless) {
        return filter(film.isTransparent ? "format=argb" : "format=rgb24") + Arguments{"-c:v", "qtrle"};
    }
    if (fileFormat.ending == ".mov") {
        return filter(std::string(kToRec709) + (film.isTransparent ? "yuva444p10le" : "yuv422p10le") +
                      kTagged709) +
               Arguments{"-c:v", "prores_ks", "-profile:v",
                         film.isTransparent ? "4444" : kProresProfiles[at]};
    }
    return filter(std::string("format=") + (film.isTransparent ? "yuva420p" : "yuv420p") + kTagged709) +
           (fileFormat.recordedAs == Codec::h264 ? finalH264(kH264Factors[at])
                                                 : finalVp9(kVp9Factors[at], film));
}

Arguments finalWords(const FileFormat& fileFormat, const Film& film, const Encoding& encoding) {
    const bool isCopied = fileFormat.isCopied && encoding.isAsked;
    const Arguments words = isCopied ? Arguments{"-c", "copy"} : encodedWords(fileFormat, film, encoding);
    // An mp4's index goes first, so that the film plays while it loads.
    return fileFormat.ending == ".mp4"
               ? words + mp4Clock(encoding.rate) + Arguments{"-movflags", "+faststart"}
               : words;
}

/// Reads the film twice: to make the palette, then to apply it. A single command would keep the whole film in
/// memory until the palette is ready.
std::vector<Arguments> gifCommands(const Film& film, const Encoding& encoding, const FinishPaths& paths) {
    const Arguments source = Arguments{"-nostdin", "-r", frameRateText(film.rate)} + input(paths.partial);
    const std::string fewer = reduced(film, encoding);
    const int colours = kColours[static_cast<std::size_t>(encoding.thrift)];
    return {ffmpeg() + source +
                Arguments{"-vf", kReportEachFrame + fewer + kPalette + std::to_string(colours), "-frames:v",
                          "1", "-c:v", "png", "-f", "image2pipe", urlOf(paths.between)},
            ffmpeg() + telling() + source + Arguments{"-f", "png_pipe"} + input(paths.between) +
                Arguments{"-filter_complex",
                          (fewer.empty() ? "[0:v]" : "[0:v]" + fewer + "null[f];[f]") + "[1:v]" + kByPalette,
                          "-map", "[v]", "-fps_mode", "passthrough", "-loop", "0", "-f", "gif",
                          urlOf(paths.target)}};
}

}  // namespace

const Arguments& onlyFilms() {
    static const Arguments words{"-protocol_whitelist", "file", "-format_whitelist",
                                 "matroska,mov,gif,apng,png_pipe"};
    return words;
}

Codec recordedAs(const FileFormat& fileFormat, const Film& film) {
    return fileFormat.isFilm() && film.fidelity == Fidelity::lossless ? Codec::lossless
                                                                      : fileFormat.recordedAs;
}

std::vector<std::string> encodersFor(const FileFormat& fileFormat, const Film& film) {
    const Codec codec = recordedAs(fileFormat, film);
    return codec == Codec::h264           ? std::vector<std::string>{"libx264"}
           : codec == Codec::vp9          ? std::vector<std::string>{"libvpx-vp9"}
           : fileFormat.ending == ".webp" ? std::vector<std::string>{"libwebp", "libwebp_anim"}
                                          : std::vector<std::string>();
}

bool needsEvenSize(const FileFormat& fileFormat, const Film& film) {
    const Codec codec = recordedAs(fileFormat, film);
    return codec == Codec::h264 || codec == Codec::vp9;
}

ImageSize videoSize(const FileFormat& fileFormat, const Film& film) {
    return needsEvenSize(fileFormat, film) ? ImageSize{film.size.width / 2 * 2, film.size.height / 2 * 2}
                                           : film.size;
}

std::vector<Encoding> encodingsFor(const FileFormat& fileFormat, const Film& film) {
    // A film that is copied at first is encoded again in its size next.
    const Encoding asked{.size = videoSize(fileFormat, film),
                         .rate = film.rate,
                         .thrift = film.fidelity == Fidelity::draft && !fileFormat.isCopied ? 1 : 0};
    std::vector<Encoding> all{asked};
    const bool canHalve = film.rate.perSecond() >= kLeastHalved;
    const bool hasQualities =
        fileFormat.ending != ".apng" && !(fileFormat.ending == ".mov" && film.isTransparent);
    for (const Reduction& reduction : kReductions) {
        Encoding next = asked;
        next.isAsked = false;
        next.thrift = hasQualities ? reduction.thrift : 0;
        if (reduction.scale < 1.0) {
            const auto scaled = [&](int side) {
                return std::max(2, static_cast<int>(std::lround(0.5 * reduction.scale * side)) * 2);
            };
            next.size = {scaled(film.size.width), scaled(film.size.height)};
        }
        if (reduction.isHalved && canHalve) {
            next.rate = film.rate.pictures % 2 == 0 ? FrameRate{film.rate.pictures / 2, film.rate.seconds}
                                                    : FrameRate{film.rate.pictures, film.rate.seconds * 2};
        }
        // Left out if an earlier one is as small in every way.
        const bool isNone = std::ranges::any_of(all, [&](const Encoding& before) {
            return before.size.width <= next.size.width && before.thrift >= next.thrift &&
                   (before.rate != film.rate || next.rate == film.rate) &&
                   !(before.isAsked && fileFormat.isCopied);
        });
        if (!isNone) {
            all.push_back(next);
        }
    }
    return all;
}

std::string encodingText(const FileFormat& fileFormat, const Film& film, const Encoding& encoding) {
    const auto at = static_cast<std::size_t>(encoding.thrift);
    const std::string quality =
        fileFormat.ending == ".gif"    ? fmt::format("{} colours", kColours[at])
        : fileFormat.ending == ".webp" ? fmt::format("quality {}", webpQuality(film, encoding))
        : fileFormat.ending == ".apng" ? std::string("lossless")
        : fileFormat.ending == ".mov"
            ? fmt::format("ProRes {}", film.isTransparent ? "4444" : kProresProfiles[at])
            : fmt::format("crf {}",
                          fileFormat.recordedAs == Codec::h264 ? kH264Factors[at] : kVp9Factors[at]);
    return fmt::format("{}x{}, {} frames a second, {}", encoding.size.width, encoding.size.height,
                       frameRateText(encoding.rate), quality);
}

Arguments recordingCommand(const FileFormat& fileFormat, const Film& film,
                           const std::filesystem::path& partial) {
    return ffmpeg() +
           // No probing: each frame is encoded as soon as it arrives.
           Arguments{"-f",
                     "rawvideo",
                     "-probesize",
                     "32",
                     "-analyzeduration",
                     "0",
                     "-fpsprobesize",
                     "0",
                     "-pixel_format",
                     "rgba",
                     "-video_size",
                     fmt::format("{}x{}", film.size.width, film.size.height),
                     "-framerate",
                     frameRateText(film.rate),
                     "-i",
                     "pipe:0",
                     "-fps_mode",
                     "passthrough"} +
           codecWords(fileFormat, film) +
           // Each frame is its own cluster and is written at once.
           Arguments{"-cluster_time_limit", "0", "-flush_packets", "1", "-f", "matroska", urlOf(partial)};
}

std::vector<Arguments> finishingCommands(const FileFormat& fileFormat, const Film& film,
                                         const Encoding& encoding, const FinishPaths& paths) {
    if (fileFormat.ending == ".gif") {
        return gifCommands(film, encoding, paths);
    }
    Arguments start = ffmpeg() + telling();
    Arguments target = finalWords(fileFormat, film, encoding);
    const bool isCopied = fileFormat.isCopied && encoding.isAsked;
    std::vector<Arguments> commands;
    if (isCopied && fileFormat.ending == ".mp4" && film.rate.seconds != 1) {
        commands.push_back(start + Arguments{"-nostdin"} + input(paths.partial) +
                           Arguments{"-map", "0:v", "-c", "copy"} + mp4Clock(film.rate) +
                           Arguments{"-f", "mp4", urlOf(paths.between)});
        start = start + input(paths.between);
        target = target + wholeFrames(film.rate);
    } else {
        // Frames that are encoded again get exact times from their numbers.
        // ffmpeg's own decoder of VP9 drops alpha.
        const bool hasVp9Alpha = film.isTransparent && fileFormat.recordedAs == Codec::vp9;
        start = start + (isCopied ? Arguments{} : Arguments{"-r", frameRateText(film.rate)}) +
                (hasVp9Alpha && !isCopied ? Arguments{"-c:v", "libvpx-vp9"} : Arguments{}) +
                input(paths.partial);
    }
    start = start + (fileFormat.scene == FileFormat::SceneInside::metadata
                         ? Arguments{"-f", "ffmetadata", "-i", "pipe:0", "-map_metadata", "1"}
                         : Arguments{"-nostdin"});
    commands.push_back(start + Arguments{"-map", "0:v", "-fps_mode", "passthrough"} + target +
                       Arguments{"-f", std::string(fileFormat.muxer), urlOf(paths.target)});
    return commands;
}

std::optional<long long> framesReported(std::string_view output) {
    // The last line may be incomplete.
    const std::string_view lines = output.substr(0, output.rfind('\n') + 1);
    const auto numberAfter = [&](std::string_view key) -> std::optional<long long> {
        const auto at = lines.rfind(key);
        if (at == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string_view rest = lines.substr(at + key.size());
        const char* const first = rest.data() + std::min(rest.find_first_not_of(' '), rest.size());
        long long number = 0;
        const auto [last, error] = std::from_chars(first, rest.data() + rest.size(), number);
        return error == std::errc{} ? std::optional(number) : std::nullopt;
    };
    if (const auto told = numberAfter("frame=")) {
        return told;
    }
    // Filters number frames from 0.
    const auto seen = numberAfter("frame:");
    return seen ? std::optional(*seen + 1) : std::nullopt;
}

std::string metadataText(std::string_view scene) {
    std::string text = fmt::format(";FFMETADATA1\n{}=", kSceneTag);
    for (const char character : scene) {
        if (std::string_view("=;#\\\n\r").find(character) != std::string_view::npos) {
            text += '\\';
        }
        text += character;
    }
    // An extra newline ends the value: ffmpeg would take a backslash there for a line continuation.
    return text + "\\\n\n";
}

std::string fromMetadataTag(std::string value) {
    if (value.ends_with('\n')) {
        value.pop_back();
    }
    return value;
}

}  // namespace shoal
