#include "capture/ffmpeg_sink.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <shoal/whole_file.hpp>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace shoal {
namespace {

/// What ffmpeg is told for one kind of file, after its input.
struct VideoKind {
    std::string_view ending;
    bool needsEvenSize;
    bool hasAlpha;
    std::vector<std::string> arguments;
};

// Video is Rec. 709 unless it says otherwise; without the conversion players would shift the colours.
constexpr const char* kToRec709 =
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=";

const std::vector<VideoKind>& videoKinds() {
    static const std::vector<std::string> rec709{"-colorspace", "bt709",        "-color_primaries", "bt709",
                                                 "-color_trc",  "iec61966-2-1", "-color_range",     "tv"};
    static const std::vector<VideoKind> kinds = [] {
        const auto with = [](std::vector<std::string> arguments) {
            arguments.insert(arguments.end(), rec709.begin(), rec709.end());
            return arguments;
        };
        return std::vector<VideoKind>{
            // faststart puts the index first, so that the film plays while it loads.
            {".mp4", true, false,
             with({"-c:v", "libx264", "-preset", "medium", "-crf", "17", "-movflags", "+faststart", "-f",
                   "mp4"})},
            {".mkv", true, false,
             with({"-c:v", "libx264", "-preset", "medium", "-crf", "12", "-f", "matroska"})},
            {".webm", true, true,
             with({"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "3", "-f",
                   "webm"})},
            {".gif", false, false, {"-f", "gif"}},
        };
    }();
    return kinds;
}

/// Of an ending for which isVideoEnding holds.
const VideoKind& kindOf(std::string_view ending) {
    const auto kind = std::find_if(videoKinds().begin(), videoKinds().end(),
                                   [&](const VideoKind& known) { return known.ending == ending; });
    assert(kind != videoKinds().end() && "asked for a kind of video that there is not");
    return *kind;
}

std::string filterFor(const VideoKind& kind, const FrameFormat& format) {
    if (kind.ending == ".gif") {
        // Delays of a GIF are whole hundredths of a second, and players slow down what is shorter than two.
        return fmt::format(
            "{}split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=3",
            format.rate.perSecond() > 50.0 ? "fps=50," : "");
    }
    std::string filter = kToRec709;
    filter += format.isTransparent ? "yuva420p" : "yuv420p";
    if (format.width % 2 != 0 || format.height % 2 != 0) {
        filter = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0," + filter;
    }
    return filter;
}

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        close();
        m_number = std::exchange(other.m_number, -1);
        return *this;
    }
    int number() const { return m_number; }
    void close() {
        if (m_number >= 0) {
            ::close(m_number);
            m_number = -1;
        }
    }

private:
    int m_number;
};

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

class FfmpegSink final : public FrameSink {
public:
    FfmpegSink(std::filesystem::path path, const FrameFormat& format, WholeFile file)
        : m_path(std::move(path)), m_format(format), m_file(std::move(file)) {}

    ~FfmpegSink() override {
        if (m_process > 0) {
            ::kill(m_process, SIGKILL);
            waitForExit();
        }
    }

    Outcome start(const VideoKind& kind) {
        std::array<int, 2> ends{};
        // A pair of sockets, not a pipe: a write after ffmpeg died can be told to fail without a signal.
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
            return systemProblem("cannot record");
        }
        m_toFfmpeg = Descriptor(ends[0]);
        const Descriptor fromUs(ends[1]);
        // What ffmpeg complains of is kept in a file without a name: however much it says, it never waits for
        // us.
        m_complaints.reset(std::tmpfile());
        if (!m_complaints) {
            return systemProblem("cannot record");
        }
        const int error = spawn(argumentsFor(kind), fromUs.number());
        if (error == ENOENT) {
            return Problem{
                fmt::format("{}: video needs the program ffmpeg, which is not installed (apt-get install "
                            "ffmpeg); or record pictures: a folder/",
                            m_path.string())};
        }
        if (error != 0) {
            m_process = 0;
            errno = error;
            return systemProblem("ffmpeg cannot be started for");
        }
        return Done{};
    }

    Outcome write(const Image& image, const std::string&) override {
        if (m_process <= 0) {
            return Problem{fmt::format("{}: the recording has ended", m_path.string())};
        }
        if (image.width != m_format.width || image.height != m_format.height) {
            return Problem{fmt::format("{}: a picture of {}x{} in a recording of {}x{}", m_path.string(),
                                       image.width, image.height, m_format.width, m_format.height)};
        }
        std::size_t sent = 0;
        while (sent < image.rgba.size()) {
            const ssize_t count =
                ::send(m_toFfmpeg.number(), image.rgba.data() + sent, image.rgba.size() - sent, MSG_NOSIGNAL);
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count <= 0) {
                m_toFfmpeg.close();
                waitForExit();
                return complaint();
            }
            sent += static_cast<std::size_t>(count);
        }
        ++m_written;
        return Done{};
    }

    Outcome finish(const std::string&) override {
        if (m_process <= 0) {
            return Problem{fmt::format("{}: the recording has ended", m_path.string())};
        }
        m_toFfmpeg.close();
        const int status = waitForExit();
        if (m_written == 0) {
            return Problem{fmt::format("{}: no picture was drawn", m_path.string())};
        }
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            return complaint();
        }
        return m_file.commit();
    }

private:
    std::vector<std::string> argumentsFor(const VideoKind& kind) const {
        std::vector<std::string> arguments{"ffmpeg",
                                           "-hide_banner",
                                           "-loglevel",
                                           "error",
                                           "-nostdin",
                                           "-y",
                                           "-f",
                                           "rawvideo",
                                           "-pixel_format",
                                           "rgba",
                                           "-video_size",
                                           fmt::format("{}x{}", m_format.width, m_format.height),
                                           "-framerate",
                                           frameRateText(m_format.rate),
                                           "-i",
                                           "pipe:0",
                                           "-an",
                                           "-vf",
                                           filterFor(kind, m_format)};
        arguments.insert(arguments.end(), kind.arguments.begin(), kind.arguments.end());
        if (m_format.isTransparent) {
            // The encoder keeps alpha only without frames that are never shown.
            arguments.insert(arguments.end(), {"-auto-alt-ref", "0"});
        }
        // As a file: URL a name cannot be taken for an option or a protocol.
        arguments.push_back("file:" + m_file.temporary().string());
        return arguments;
    }

    int spawn(std::vector<std::string> arguments, int input) {
        std::vector<char*> pointers;
        pointers.reserve(arguments.size() + 1);
        for (std::string& argument : arguments) {
            pointers.push_back(argument.data());
        }
        pointers.push_back(nullptr);

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        // Standard output is for results of ours alone.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ::fileno(m_complaints.get()), STDERR_FILENO);

        // Out of our process group: Ctrl+C reaches us, and we end the film properly.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&attributes, 0);
        // What we hold back is no concern of its: a kill meant for it must reach it.
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);

        const int error =
            ::posix_spawnp(&m_process, "ffmpeg", &actions, &attributes, pointers.data(), environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }

    int waitForExit() {
        int status = -1;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
        }
        m_process = 0;
        return status;
    }

    /// From the current errno.
    Problem systemProblem(const std::string& doing) const {
        return Problem{
            fmt::format("{} {}: {}", doing, m_path.string(), std::generic_category().message(errno))};
    }

    /// The last line that ffmpeg wrote says what went wrong.
    Problem complaint() const {
        std::string text;
        std::array<char, 4096> part{};
        std::rewind(m_complaints.get());
        for (std::size_t count = 0;
             (count = std::fread(part.data(), 1, part.size(), m_complaints.get())) > 0;) {
            text.append(part.data(), count);
        }
        while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
            text.pop_back();
        }
        const auto lineStart = text.find_last_of("\r\n");
        const std::string last = lineStart == std::string::npos ? text : text.substr(lineStart + 1);
        return Problem{
            fmt::format("{}: ffmpeg failed: {}", m_path.string(), last.empty() ? "it said nothing" : last)};
    }

    std::filesystem::path m_path;
    FrameFormat m_format;
    WholeFile m_file;
    Descriptor m_toFfmpeg;
    std::unique_ptr<std::FILE, CloseFile> m_complaints;
    pid_t m_process = 0;
    long long m_written = 0;
};

}  // namespace

bool isVideoEnding(std::string_view ending) {
    return std::any_of(videoKinds().begin(), videoKinds().end(),
                       [&](const VideoKind& kind) { return kind.ending == ending; });
}

Outcome checkVideo(const std::filesystem::path& path, std::string_view ending, const FrameFormat& format) {
    const VideoKind& kind = kindOf(ending);
    if (kind.needsEvenSize && (format.width < 2 || format.height < 2)) {
        return Problem{fmt::format("{}: a {} needs at least 2x2 pixels, not {}x{}", path.string(), ending,
                                   format.width, format.height)};
    }
    if (format.isTransparent && !kind.hasAlpha) {
        return Problem{fmt::format("{}: a {} cannot be transparent; record a .webm, or pictures: a folder/",
                                   path.string(), ending)};
    }
    return Done{};
}

Result<std::unique_ptr<FrameSink>> openFfmpegSink(const std::filesystem::path& path, std::string_view ending,
                                                  const FrameFormat& format) {
    Result<WholeFile> file = WholeFile::open(path);
    if (!file) {
        return file.problem();
    }
    auto sink = std::make_unique<FfmpegSink>(path, format, std::move(*file));
    if (Outcome started = sink->start(kindOf(ending)); !started) {
        return started.problem();
    }
    return std::unique_ptr<FrameSink>(std::move(sink));
}

}  // namespace shoal
