#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/frame_rate.hpp"
#include "capture/image.hpp"

namespace shoal {

/// What a recording will hold.
struct FrameFormat {
    int width = 1280;  ///< [px]
    int height = 720;  ///< [px]
    FrameRate rate = {};
    long long frames = 1;        ///< how many will be written; 0 where nobody knows yet
    bool isTransparent = false;  ///< alpha matters: .png, a folder, .apng and .webm can keep it
    bool mayOverwrite = false;   ///< what an earlier recording left under this name
    /// The name that numbers are added to, should another program take the recording's own before it is
    /// finished; empty: that own name.
    std::filesystem::path wanted = {};
    std::vector<std::string> command = {};  ///< the words of the command line, for the record beside it
    /// What is recorded, as text: recordings of equal command, start and format show equal pictures, so that
    /// one can go on where the other was stopped.
    std::string start = {};
    std::string graphics = {};  ///< what draws it, in words, for the record beside it
    double patience = 30.0;     ///< [s] that ffmpeg may do nothing at all before it is taken to hang
};

/// What a recording makes.
enum class RecordingKind { picture, folder, video, unknown };

/// The endings there are, for a line that refuses another.
const char* recordingKinds();

/// What is made under this name: `.png` in any case is one picture; `.mp4`, `.webm`, `.mkv`, `.gif` and
/// `.apng` are video; a path without an ending, one that ends in `/` and a folder that exists are a folder of
/// pictures.
RecordingKind recordingKind(const std::filesystem::path& path);

/// Frames a second where nobody says: 30, and 25 for a .gif, whose times are hundredths of a second.
FrameRate usualRate(const std::filesystem::path& path);

/// Why nothing could record such frames under that name, whatever the disk holds: an unknown ending, several
/// frames in one picture, a size, rate or transparency that the format cannot hold.
Outcome checkRecording(const std::filesystem::path& path, const FrameFormat& format);

/// Where the pictures of a recording go, in order. Nothing appears under the final name of a video before
/// finish(): until then it grows in `school.partial.mkv` beside it, which plays up to a second before
/// whatever may happen. A sink destroyed without finish(), or that fails, leaves that where it holds
/// pictures, with its scene as far as that was told.
class FrameSink {
public:
    FrameSink() = default;
    virtual ~FrameSink() = default;
    FrameSink(const FrameSink&) = delete;
    FrameSink& operator=(const FrameSink&) = delete;

    /// The next picture, of the size given on opening. `scene` is kept inside a picture that is a file of its
    /// own. A video keeps that of its first picture for when it breaks off, and beside it the last one told:
    /// what is empty tells nothing new.
    virtual Outcome write(const Image& image, const std::string& scene = {}) = 0;

    /// Completes the file, also after fewer pictures than were announced. Call it once, after the last.
    /// `scene` is kept inside a video, and in the record beside any capture.
    virtual Outcome finish(const std::string& scene = {}) = 0;

    /// How much of finish() is done, 0 to 1; any thread may ask.
    double finishedPart() const { return m_finishedPart.load(std::memory_order_relaxed); }

    /// What the user should know of how it is recorded, in one line; mostly nothing.
    virtual std::string remark() const { return {}; }

    /// The number of the first picture to write: above 0 where a stopped recording goes on.
    virtual long long firstFrame() const { return 0; }

    /// Where the recording is. Only finish() settles it: another program may take the name until then.
    virtual std::filesystem::path path() const { return {}; }

    /// Where the frames of a recording that breaks off are, as the end of a sentence; empty without frames.
    virtual std::string kept() const { return {}; }

protected:
    void noteFinished(double part) { m_finishedPart.store(part, std::memory_order_relaxed); }

private:
    std::atomic<double> m_finishedPart{0.0};
};

/// Opens a recording of the path's kind: one picture, `frame_00000.png` … in a folder, or a video through the
/// `ffmpeg` program. What checkRecording refuses is a problem; so are a missing ffmpeg, and a name that is
/// taken (see openFreeFrameSink), unless it may be overwritten, and a folder that another recording is being
/// written to. A folder is overwritten only where no picture would stay behind the new last one: nothing is
/// ever deleted.
Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const FrameFormat& format);

}  // namespace shoal
