#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "capture/format/film.hpp"
#include "capture/format/image.hpp"

namespace shoal {

/// Begins the line in which a background process tells its parent what FrameSink::made() says.
inline constexpr std::string_view kMadeSmaller = "made to fit: ";

/// A film and how it is recorded.
struct Recording {
    Film film = {};
    bool mayOverwrite = false;  ///< may replace an earlier recording of this name
    /// Base name for numbering if another program takes the recording's own name before it is finished; empty
    /// for that own name.
    std::filesystem::path wanted = {};
    /// Command line as the sidecar has it, word by word; without options that change no frame, such as
    /// --threads.
    std::vector<std::string> command = {};
    /// The start of the recording, as text. Recordings with equal command, start and film show equal frames,
    /// so that one can resume where the other stopped.
    std::string start = {};
    std::string graphics = {};  ///< description of the GPU, as the sidecar has it
    double patience = 120.0;    ///< [s] without progress after which ffmpeg is killed as hung
};

/// Receives the frames of a recording, in order. A video gets its final name only in finish(). Until then it
/// grows in `school.partial.mkv` beside it; after a crash all but the last three seconds are playable. A sink
/// that fails or is destroyed without finish() leaves that file if it has frames, with its latest scene.
class FrameSink {
public:
    FrameSink() = default;
    virtual ~FrameSink() = default;
    FrameSink(const FrameSink&) = delete;
    FrameSink& operator=(const FrameSink&) = delete;

    /// Writes the next frame, of the size given on opening. A picture file stores `scene` inside. An
    /// unfinished video has the latest one in its sidecar; an empty `scene` means no change.
    virtual Outcome write(const Image& image, const std::string& scene = {}) = 0;

    /// Completes the file, even after fewer frames than announced. Call once, after the last frame. `scene`
    /// is stored inside a video and in the sidecar of any capture.
    virtual Outcome finish(const std::string& scene = {}) = 0;

    /// Ends a recording that lacks frames, in place of finish(). A video keeps the name of its partial file,
    /// with `scene` in the sidecar.
    virtual Outcome stop(const std::string& scene) { return finish(scene); }

    /// Fraction of finish() that is done, 0 to 1. Any thread may call it.
    double finishedPart() const { return m_finishedPart.load(std::memory_order_relaxed); }

    /// A remark for the user on how it is recorded, in one line; usually empty.
    virtual std::string remark() const { return {}; }

    /// Number of the first frame to write: above 0 if a stopped recording resumes.
    virtual long long firstFrame() const { return 0; }

    /// After finish(): how the file was made smaller than asked for, such as "480x270, 10 frames a second,
    /// 128 colours"; empty if it was not.
    virtual std::string made() const { return {}; }

    /// Path of the recording. Only finish() makes it final: another program may take the name until then.
    virtual std::filesystem::path path() const { return {}; }

    /// Where the frames of a broken recording are, as the end of a sentence; empty without frames.
    virtual std::string kept() const { return {}; }

protected:
    void noteFinished(double part) { m_finishedPart.store(part, std::memory_order_relaxed); }

private:
    std::atomic<double> m_finishedPart{0.0};
};

}  // namespace shoal
