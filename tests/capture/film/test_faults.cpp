#include <csignal>

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include "capture/film/captured_scene.hpp"
#include "capture/film/open_sink.hpp"
#include "capture/film_tools.hpp"
#include "capture/record/sidecar.hpp"
#include "png_file.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

constexpr int kFaultWidth = 64;
constexpr int kFaultHeight = 48;

/// An ffmpeg that reports its process id, so that a test can harm it.
class KnownFfmpeg {
public:
    /// `before` holds shell commands to run first.
    explicit KnownFfmpeg(const std::string& before = {})
        : m_path(m_folder.path().string() + ":" + std::getenv("PATH")) {
        makeProgram(m_folder.path() / "ffmpeg", before + "\necho $$ > " + pidFile().string() + ".part\nmv " +
                                                    pidFile().string() + ".part " + pidFile().string() +
                                                    "\nexec " SHOAL_FFMPEG " \"$@\"");
    }

    void signal(int number) const {
        // ffmpeg takes its first frame only after it has reported its id.
        while (!fs::exists(pidFile())) {
            std::this_thread::yield();
        }
        ::kill(static_cast<pid_t>(std::strtol(bytesOf(pidFile()).c_str(), nullptr, 10)), number);
    }

private:
    fs::path pidFile() const { return m_folder.path() / "pid"; }

    ScratchFolder m_folder;
    PathOverride m_path;
};

Recording formatOf(const FrameRate& rate, double patience = 30.0) {
    return {.film = {.size = {kFaultWidth, kFaultHeight}, .rate = rate, .frames = 100000},
            .patience = patience};
}

Outcome writeMoving(FrameSink& sink, int frame) {
    return sink.write(gradient(kFaultWidth, kFaultHeight, frame, true));
}

/// Writes until the sink refuses; returns the problem and the number of frames accepted.
std::pair<std::string, int> writeUntilRefused(FrameSink& sink, int written) {
    Outcome outcome = Done{};
    for (; outcome && written < 100000; ++written) {
        outcome = writeMoving(sink, written);
    }
    REQUIRE_FALSE(outcome);
    return {outcome.problem().text, written - 1};
}

TEST_CASE("an ffmpeg that is killed loses at most three seconds", "[capture][faults][slow]") {
    for (const std::string ending : {"mp4", "mkv", "webm", "gif", "apng"}) {
        for (const int rate : {50, 20, 10, 4}) {
            CAPTURE(ending, rate);
            const ScratchFolder folder;
            const KnownFfmpeg ffmpeg;
            const auto sink = opened(folder.path() / ("film." + ending), formatOf({rate, 1}));
            const int frames = 5 * rate;
            for (int frame = 0; frame < frames; ++frame) {
                REQUIRE(writeMoving(*sink, frame));
            }
            ffmpeg.signal(SIGKILL);
            const auto [problem, written] = writeUntilRefused(*sink, frames);
            CHECK_THAT(problem,
                       contains("film." + ending) && contains("signal 9") && contains("film.partial.mkv"));
            CHECK_FALSE(sink->finish());
            CHECK_FALSE(fs::exists(folder.path() / ("film." + ending)));
            const long long playable = playableFrames(folder.path() / "film.partial.mkv");
            CHECK_THAT(problem, contains("first " + std::to_string(playable) + " frames"));
            CHECK(playable >= frames - 3 * rate);
        }
    }
}

/// Returns more text than a command line can hold, with characters that could break metadata.
std::string longScene(const std::string& name) {
    std::string text = "take = 2 # " + name;
    while (text.size() < 300000) {
        text += "\nname = \"Süß 'fish' 魚\" ; # = \\ \\n [table]";
    }
    return text + "\\";
}

std::string sceneOf(const fs::path& capture) {
    const auto scene = readCapturedScene(capture);
    INFO((scene ? std::string() : scene.problem().text));
    REQUIRE(scene);
    return *scene;
}

TEST_CASE("an interrupted film has its latest scene in the sidecar", "[capture][faults][scene]") {
    const std::string first = longScene("first");
    const std::string later = longScene("later");
    for (const std::string ending : {"mp4", "webm", "gif"}) {
        CAPTURE(ending);
        const ScratchFolder folder;
        const KnownFfmpeg ffmpeg;
        const fs::path partial = folder.path() / "film.partial.mkv";
        const auto sink = opened(folder.path() / ("film." + ending), formatOf({10, 1}));
        for (int frame = 0; frame < 30; ++frame) {
            REQUIRE(sink->write(gradient(kFaultWidth, kFaultHeight, frame, true), frame == 0 ? first
                                                                                  : frame == 15
                                                                                      ? later
                                                                                      : std::string()));
        }
        ffmpeg.signal(SIGKILL);
        writeUntilRefused(*sink, 30);
        const auto record = readSidecar(sidecarPathOf(partial));
        REQUIRE(record);
        CHECK(record->file == "film.partial.mkv");
        CHECK(record->frames == playableFrames(partial));
        CHECK_FALSE(record->isComplete);
        CHECK((sceneOf(partial) == later));
        CHECK((sceneOf(sidecarPathOf(partial)) == later));
    }
}

TEST_CASE("a finished film leaves no recovery files", "[capture][faults][scene]") {
    for (const std::string name : {"film.mp4", "film.mkv", "film.webm", "film.gif", "film.apng"}) {
        CAPTURE(name);
        const ScratchFolder folder;
        const fs::path film = folder.path() / name;
        const auto sink = opened(film, formatOf({10, 1}));
        REQUIRE(sink->write(gradient(kFaultWidth, kFaultHeight, 0, true), "the beginning"));
        CHECK(fs::exists(folder.path() / "film.partial.mkv.json"));
        REQUIRE(writeMoving(*sink, 1));
        REQUIRE(sink->finish("the whole"));
        CHECK(countFiles(folder.path()) == 2);
        CHECK(sceneOf(film) == "the whole");
        CHECK_THAT(bytesOf(film), !contains("the beginning"));
    }
}

TEST_CASE("a sidecar without its film is not overwritten", "[capture][faults][scene]") {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "film.partial.mkv.json") << "mine";
    {
        const auto sink = opened(folder.path() / "film.mp4", formatOf({10, 1}));
        REQUIRE(sink->write(gradient(kFaultWidth, kFaultHeight, 0, true), "a scene"));
    }
    CHECK(bytesOf(folder.path() / "film.partial.mkv.json") == "mine");
    CHECK(sceneOf(folder.path() / "film.partial-2.mkv") == "a scene");
}

TEST_CASE("recorded frames are kept even if they cannot be counted", "[capture][faults]") {
    const ScratchFolder folder;
    const KnownFfmpeg ffmpeg;
    const ScratchFolder programs;
    makeProgram(programs.path() / "ffprobe", "exit 1");
    const PathOverride broken(programs.path().string() + ":" + std::getenv("PATH"));
    {
        const auto sink = opened(folder.path() / "film.mp4", formatOf({25, 1}));
        for (int frame = 0; frame < 60; ++frame) {
            REQUIRE(writeMoving(*sink, frame));
        }
        ffmpeg.signal(SIGKILL);
        const auto [problem, frames] = writeUntilRefused(*sink, 60);
        CHECK_THAT(problem, contains("film.partial.mkv"));
    }
    CHECK(countFiles(folder.path()) == 1);
    CHECK(playableFrames(folder.path() / "film.partial.mkv") > 0);
}

TEST_CASE("a hanging ffmpeg is killed after its time limit", "[capture][faults]") {
    const ScratchFolder folder;
    const KnownFfmpeg ffmpeg;
    const auto sink = opened(folder.path() / "film.mp4", formatOf({10, 1}, 0.3));
    for (int frame = 0; frame < 30; ++frame) {
        REQUIRE(writeMoving(*sink, frame));
    }
    ffmpeg.signal(SIGSTOP);
    const auto [problem, written] = writeUntilRefused(*sink, 30);
    CHECK_THAT(problem, contains("film.mp4") && contains("made no progress for 0.3 seconds") &&
                            contains("film.partial.mkv"));
    CHECK(playableFrames(folder.path() / "film.partial.mkv") > 0);
}

TEST_CASE("an ffmpeg that hangs at the end is killed as well", "[capture][faults]") {
    const ScratchFolder folder;
    const KnownFfmpeg ffmpeg;
    const auto sink = opened(folder.path() / "film.webm", formatOf({10, 1}, 0.3));
    for (int frame = 0; frame < 30; ++frame) {
        REQUIRE(writeMoving(*sink, frame));
    }
    ffmpeg.signal(SIGSTOP);
    const Outcome finished = sink->finish();
    REQUIRE_FALSE(finished);
    CHECK_THAT(finished.problem().text, contains("made no progress") && contains("film.partial.mkv"));
    CHECK(playableFrames(folder.path() / "film.partial.mkv") > 0);
}

TEST_CASE("an ffmpeg that is busy for ever is killed, whether it reads, writes or ends",
          "[capture][faults][slow]") {
    const std::string busy = "while :; do :; done";
    const std::string recorded = "\"" SHOAL_FFMPEG "\" \"$@\"\n";
    for (const std::string& program : {busy, "exec 4<&0; cat <&4 > /dev/null &\n" + busy, recorded + busy}) {
        CAPTURE(program);
        const ScratchFolder folder;
        const ScratchFolder programs;
        makeProgram(programs.path() / "ffmpeg", program);
        const PathOverride only(programs.path().string() + ":" + std::getenv("PATH"));
        const auto sink = opened(folder.path() / "film.mp4", formatOf({10, 1}, 1.0));
        Outcome outcome = Done{};
        for (int frame = 0; outcome && frame < 30; ++frame) {
            outcome = writeMoving(*sink, frame);
        }
        outcome = outcome ? sink->finish() : outcome;
        REQUIRE_FALSE(outcome);
        CHECK_THAT(outcome.problem().text,
                   contains("film.mp4") && contains("made no progress for 1 seconds"));
    }
}

TEST_CASE("a film that cannot be finished is complete in its partial file", "[capture][faults]") {
    for (const std::string ending : {"mp4", "gif"}) {
        CAPTURE(ending);
        const ScratchFolder folder;
        const KnownFfmpeg ffmpeg(
            "case \"$*\" in *rawvideo*) ;; *) echo 'the moon is full' >&2; exit 1;; esac");
        const auto sink = opened(folder.path() / ("film." + ending), formatOf({10, 1}));
        for (int frame = 0; frame < 12; ++frame) {
            REQUIRE(writeMoving(*sink, frame));
        }
        const Outcome finished = sink->finish("the whole");
        REQUIRE_FALSE(finished);
        CHECK_THAT(finished.problem().text,
                   contains("the moon is full") && contains("its 12 frames") && contains("film.partial.mkv"));
        CHECK(playableFrames(folder.path() / "film.partial.mkv") == 12);
        CHECK(sceneOf(folder.path() / "film.partial.mkv") == "the whole");
        CHECK(countFiles(folder.path()) == 2);
    }
}

TEST_CASE("a finished film that lacks a frame does not take its name", "[capture][faults]") {
    const ScratchFolder folder;
    const KnownFfmpeg ffmpeg(
        "case \"$*\" in *rawvideo*) ;; *) for last; do :; done; exec " SHOAL_FFMPEG
        " -loglevel error -y -f lavfi -i testsrc2=s=64x48:r=10 -frames:v 11 -f mp4 \"$last\";; esac");
    const auto sink = opened(folder.path() / "film.mp4", formatOf({10, 1}));
    for (int frame = 0; frame < 12; ++frame) {
        REQUIRE(writeMoving(*sink, frame));
    }
    const Outcome finished = sink->finish();
    REQUIRE_FALSE(finished);
    CHECK_THAT(finished.problem().text, contains("11 of 12 frames") && contains("film.partial.mkv"));
    CHECK(countFiles(folder.path()) == 1);
}

TEST_CASE("a file at its size limit keeps its contents", "[capture][faults]") {
    for (const char* onFull : {"trap '' XFSZ", ":"}) {
        CAPTURE(onFull);
        const ScratchFolder folder;
        const KnownFfmpeg ffmpeg(std::string(onFull) + "\nulimit -f 100");
        const auto sink = opened(folder.path() / "film.apng", formatOf({20, 1}));
        const auto [problem, written] = writeUntilRefused(*sink, 0);
        CHECK_THAT(problem, contains("film.apng") && contains("film.partial.mkv"));
        CHECK(written > 20);
        CHECK(playableFrames(folder.path() / "film.partial.mkv") >= written - 60);
    }
}

/// Mounts a file system of this size on a folder, in a mount namespace of this process alone. Returns false
/// without the privilege.
bool mountSmall(const fs::path& folder, int kilobytes) {
    return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("none", folder.c_str(), "tmpfs", 0, ("size=" + std::to_string(kilobytes) + "k").c_str()) ==
               0;
}

TEST_CASE("a full disk keeps the frames recorded before", "[capture][faults]") {
    const ScratchFolder folder;
    if (!mountSmall(folder.path(), 160)) {
        WARN("not tried: only root can mount a small disk");
        return;
    }
    {
        const auto sink = opened(folder.path() / "film.apng", formatOf({20, 1}));
        const auto [problem, written] = writeUntilRefused(*sink, 0);
        CHECK_THAT(problem,
                   contains("film.apng") && contains("No space left") && contains("film.partial.mkv"));
        CHECK(written > 20);
        CHECK(playableFrames(folder.path() / "film.partial.mkv") >= written - 60);
    }
    fs::remove(folder.path() / "film.partial.mkv");
    const auto pictures = opened(folder.path() / "frames", formatOf({20, 1}));
    const auto [problem, written] = writeUntilRefused(*pictures, 0);
    CHECK_THAT(problem, contains("No space left") && contains("frames") &&
                            contains(std::to_string(written) + " frames"));
    CHECK(written > 3);
    for (int frame = 0; frame < written; ++frame) {
        const auto read = test::readPng(
            folder.path() / "frames" /
            ("frame_000" + std::string(frame < 10 ? "0" : "") + std::to_string(frame) + ".png"));
        REQUIRE(read);
        CHECK(read->rgba == gradient(kFaultWidth, kFaultHeight, frame, true).rgba);
    }
    ::umount(folder.path().c_str());
}

TEST_CASE("an unwritable folder is a problem at once, and the message names the film", "[capture][faults]") {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "file") << "in the way";
    const fs::path places[] = {folder.path() / "nowhere" / "film.mp4", folder.path() / "file" / "film.mp4",
                               "/proc/film.mp4"};
    for (const fs::path& path : places) {
        const auto sink = openFrameSink(path, formatOf({20, 1}));
        REQUIRE_FALSE(sink);
        CHECK_THAT(sink.problem().text, contains(path.string()));
    }
    CHECK(countFiles(folder.path()) == 1);
}

TEST_CASE("an abandoned recording keeps its frames, and one without frames leaves nothing",
          "[capture][faults]") {
    const ScratchFolder folder;
    {
        const auto sink = opened(folder.path() / "film.mp4", formatOf({20, 1}));
        for (int frame = 0; frame < 7; ++frame) {
            REQUIRE(writeMoving(*sink, frame));
        }
        const auto none = opened(folder.path() / "none.mp4", formatOf({20, 1}));
        const auto empty = opened(folder.path() / "empty.mp4", formatOf({20, 1}));
        const Outcome finished = empty->finish();
        REQUIRE_FALSE(finished);
        CHECK_THAT(finished.problem().text, contains("no frame"));
    }
    CHECK(countFiles(folder.path()) == 1);
    CHECK(playableFrames(folder.path() / "film.partial.mkv") == 7);
}

TEST_CASE("without ffmpeg the problem says what to install, and pictures work", "[capture][faults]") {
    const ScratchFolder folder;
    const PathOverride none((folder.path() / "no-programs").string());
    const auto sink = openFrameSink(folder.path() / "film.mp4", formatOf({20, 1}));
    REQUIRE_FALSE(sink);
    CHECK_THAT(sink.problem().text, contains("install ffmpeg") && contains("folder"));
    CHECK(countFiles(folder.path()) == 0);
    record(folder.path() / "frames", {.film = {.size = {8, 6}, .frames = 2}});
    CHECK(fs::exists(folder.path() / "frames" / "frame_00001.png"));
}

TEST_CASE("the last output of an ffmpeg that fails at once is quoted, and no signal ends the program",
          "[capture][faults]") {
    const ScratchFolder folder;
    const ScratchFolder programs;
    makeProgram(programs.path() / "ffmpeg", "echo first >&2\necho 'the codec is missing' >&2\nexit 1");
    const PathOverride only(programs.path().string() + ":" + std::getenv("PATH"));
    auto sink = opened(folder.path() / "film.mp4", {.film = {.size = {512, 512}, .frames = 4}});
    Outcome outcome = Done{};
    for (int frame = 0; frame < 4 && outcome; ++frame) {
        outcome = sink->write(gradient(512, 512, frame));
    }
    outcome = outcome ? sink->finish() : outcome;
    REQUIRE_FALSE(outcome);
    CHECK_THAT(outcome.problem().text, contains("film.mp4") && contains("the codec is missing"));
    CHECK_FALSE(sink->write(gradient(512, 512)));
    CHECK_FALSE(sink->finish());
    sink.reset();
    CHECK(countFiles(folder.path()) == 0);
}

TEST_CASE("an existing file is not overwritten unless asked", "[capture][faults]") {
    const ScratchFolder folder;
    for (const std::string name : {"film.mp4", "film.gif", "picture.png"}) {
        const fs::path file = folder.path() / name;
        Recording recording{.film = {.size = {kFaultWidth, kFaultHeight}, .rate = {25, 1}, .frames = 1}};
        {
            const auto late = opened(file, recording);
            REQUIRE(writeMoving(*late, 0));
            if (name == "film.mp4") {
                std::ofstream(file) << "mine";
                REQUIRE(late->finish());
                CHECK(bytesOf(file) == "mine");
                CHECK(late->path() == folder.path() / "film-2.mp4");
                CHECK(playableFrames(late->path()) == 1);
                CHECK(readSidecar(sidecarPathOf(late->path()))->file == "film-2.mp4");
            } else {
                REQUIRE(late->finish());
            }
        }
        const std::string before = bytesOf(file);
        const auto refused = openFrameSink(file, recording);
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.problem().text, contains(name) && contains("--overwrite"));
        CHECK(bytesOf(file) == before);
        recording.mayOverwrite = true;
        recording.film.size.width = 2 * kFaultWidth;
        record(file, recording);
        CHECK(bytesOf(file) != before);
    }
}

}  // namespace
}  // namespace shoal
