// From a film's last frame to its file: progress, and hanging encoders.

#include "capture/film/ffmpeg_commands.hpp"
#include "capture/film/film_writer.hpp"
#include "capture/film_tools.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

Recording formatOf(long long frames, double patience = 30.0) {
    return {.film = {.size = {32, 24}, .rate = {10, 1}, .frames = frames}, .patience = patience};
}

/// An ffmpeg that records as usual, but runs these shell commands before it finishes a film.
class FinishingFfmpeg {
public:
    explicit FinishingFfmpeg(const std::string& before)
        : m_path(m_folder.path().string() + ":" + std::getenv("PATH")) {
        makeProgram(m_folder.path() / "ffmpeg", "case \"$*\" in *rawvideo*) ;; *)\ncd " +
                                                    m_folder.path().string() + "\n" + before +
                                                    "\n;; esac\nexec " SHOAL_FFMPEG " \"$@\"");
    }

    void make(const std::string& name) const { std::ofstream(m_folder.path() / name) << name; }

private:
    ScratchFolder m_folder;
    PathOverride m_path;
};

/// Starts a film and hands over all its frames.
std::unique_ptr<FilmWriter> written(const fs::path& file, const Recording& recording) {
    auto writer = std::make_unique<FilmWriter>(opened(file, recording), 4);
    for (int frame = 0; frame < recording.film.frames; ++frame) {
        REQUIRE(
            writer->push({.image = gradient(recording.film.size.width, recording.film.size.height, frame)}));
    }
    return writer;
}

/// Waits until the finishing reports this fraction; returns false if it ends first.
bool waitForPart(const FilmWriter& writer, double part) {
    while (true) {
        const FilmWriter::Status status = writer.status();
        if (status.finished == part) {
            return true;
        }
        if (status.isDone) {
            return false;
        }
        std::this_thread::yield();
    }
}

TEST_CASE("ffmpeg's progress is read up to its last complete line", "[capture][finishing]") {
    CHECK_FALSE(framesReported(""));
    CHECK_FALSE(framesReported("fps=0.00\n"));
    CHECK_FALSE(framesReported("frame=1"));
    CHECK(framesReported("frame=12\nfps=30.1\nprogress=continue\n") == 12);
    CHECK(framesReported("me=7\nprogress=continue\nframe=   34\nfps=1\nframe=3") == 34);
    CHECK_FALSE(framesReported("frame=many\n"));
    CHECK(framesReported("frame:11   pts:440     pts_time:0.44\nshoal=seen\nframe:12   p") == 12);
}

TEST_CASE("a GIF reports its progress over both of its passes", "[capture][finishing]") {
    const ScratchFolder folder;
    const FinishingFfmpeg ffmpeg(
        "case \"$*\" in *palettegen*) pass=first;; *) pass=second;; esac\n"
        "printf 'frame=2\\nprogress=continue\\n'\n"
        "until [ -e $pass ]; do sleep 0.01; done");
    const auto writer = written(folder.path() / "film.gif", formatOf(8));
    CHECK_FALSE(writer->status().finished);
    writer->finish("a scene");
    CHECK(waitForPart(*writer, 2.0 / 16));
    ffmpeg.make("first");
    CHECK(waitForPart(*writer, 10.0 / 16));
    ffmpeg.make("second");
    const Outcome ended = writer->wait();
    INFO(textOf(ended));
    REQUIRE(ended);
    CHECK_FALSE(writer->status().finished);
    CHECK(playableFrames(folder.path() / "film.gif") == 8);
}

TEST_CASE("every kind of film reports that all its frames are processed", "[capture][finishing]") {
    for (const std::string name : {"film.mp4", "film.webm", "film.gif", "film.apng"}) {
        CAPTURE(name);
        const ScratchFolder folder;
        // ffmpeg has finished, but its wrapper waits until the progress has been read.
        const FinishingFfmpeg ffmpeg("\n" SHOAL_FFMPEG
                                     " \"$@\" || exit 1\nuntil [ -e go ]; do sleep 0.01; done\nexit 0");
        const auto writer = written(folder.path() / name, formatOf(5));
        writer->finish("a scene");
        CHECK(waitForPart(*writer, name == "film.gif" ? 0.5 : 1.0));
        ffmpeg.make("go");
        const Outcome ended = writer->wait();
        INFO(textOf(ended));
        CHECK(ended);
    }
}

TEST_CASE("an ffmpeg that hangs while finishing is killed, idle or busy",
          "[capture][finishing][faults][slow]") {
    for (const char* const how : {"kill -STOP $$", "while :; do :; done"}) {
        CAPTURE(how);
        const ScratchFolder folder;
        const FinishingFfmpeg ffmpeg(std::string("printf 'frame=1\\nprogress=continue\\n'\n") + how);
        const auto writer = written(folder.path() / "film.apng", formatOf(3, 1.0));
        writer->finish("a scene");
        const Outcome ended = writer->wait();
        REQUIRE_FALSE(ended);
        CHECK_THAT(ended.problem().text,
                   contains("made no progress for 1 seconds") && contains("film.partial.mkv"));
        CHECK(playableFrames(folder.path() / "film.partial.mkv") == 3);
    }
}

}  // namespace
}  // namespace shoal
