#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "capture/frame_sink.hpp"
#include "catch.hpp"
#include "gradient.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::gradient;
using test::ScratchFolder;

/// What ffprobe says of the picture stream.
std::string probe(const fs::path& file, const std::string& entries) {
    const std::string command =
        std::string(SHOAL_FFPROBE) +
        " -v error -count_frames -select_streams v:0 -of csv=p=0 -show_entries stream=" + entries + " '" +
        file.string() + "'";
    std::FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        text += static_cast<char>(c);
    }
    REQUIRE(pclose(pipe) == 0);
    while (!text.empty() && (text.back() == '\n' || text.back() == ',')) {
        text.pop_back();
    }
    return text;
}

std::ptrdiff_t filesIn(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

/// PATH for the length of a test.
class PathOverride {
public:
    explicit PathOverride(const std::string& path) : m_old(std::getenv("PATH")) {
        setenv("PATH", path.c_str(), 1);
    }
    ~PathOverride() { setenv("PATH", m_old.c_str(), 1); }
    PathOverride(const PathOverride&) = delete;
    PathOverride& operator=(const PathOverride&) = delete;

private:
    std::string m_old;
};

void makeProgram(const fs::path& file, const std::string& script) {
    std::ofstream(file) << "#!/bin/sh\n" << script << '\n';
    fs::permissions(file, fs::perms::owner_all);
}

TEST_CASE("a film has exactly the frames that were written", "[capture][video]") {
    const ScratchFolder folder;
    for (const std::string ending : {"mp4", "mkv", "webm", "gif"}) {
        const fs::path file = folder.path() / ("film." + ending);
        Result<std::unique_ptr<FrameSink>> sink =
            openFrameSink(file, {.width = 64, .height = 48, .rate = {25, 1}, .frames = 17});
        INFO((sink ? ending : sink.problem().text));
        REQUIRE(sink);
        for (int frame = 0; frame < 17; ++frame) {
            REQUIRE((*sink)->write(gradient(64, 48, frame, true)));
        }
        CHECK_FALSE(fs::exists(file));
        const Outcome finished = (*sink)->finish();
        INFO((finished ? ending : finished.problem().text));
        REQUIRE(finished);
        CHECK(probe(file, "width,height,nb_read_frames") == "64,48,17");
        CHECK(probe(file, "r_frame_rate") == "25/1");
    }
    CHECK(filesIn(folder.path()) == 4);
}

TEST_CASE("an mp4 plays everywhere: 4:2:0, its index first, even sizes", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a film: with a name.mp4";
    Result<std::unique_ptr<FrameSink>> sink = openFrameSink(file, {.width = 65, .height = 47, .frames = 2});
    REQUIRE(sink);
    REQUIRE((*sink)->write(gradient(65, 47, 0, true)));
    REQUIRE((*sink)->write(gradient(65, 47, 1, true)));
    REQUIRE((*sink)->finish());
    CHECK(probe(file, "codec_name,width,height,pix_fmt") == "h264,64,46,yuv420p");
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    CHECK(bytes.find("moov") < bytes.find("mdat"));
}

TEST_CASE("a transparent webm keeps its alpha", "[capture][video]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.webm";
    Result<std::unique_ptr<FrameSink>> sink =
        openFrameSink(file, {.width = 64, .height = 48, .frames = 3, .isTransparent = true});
    REQUIRE(sink);
    for (int frame = 0; frame < 3; ++frame) {
        REQUIRE((*sink)->write(gradient(64, 48, frame)));
    }
    const Outcome finished = (*sink)->finish();
    INFO((finished ? "" : finished.problem().text));
    REQUIRE(finished);
    CHECK_THAT(probe(file, "nb_read_frames:stream_tags=alpha_mode"), test::endsWith("1"));
    CHECK_THAT(probe(file, "nb_read_frames"), contains("3"));
}

TEST_CASE("a recording that is given up leaves nothing", "[capture][video]") {
    const ScratchFolder folder;
    {
        Result<std::unique_ptr<FrameSink>> sink =
            openFrameSink(folder.path() / "film.mp4", {.width = 64, .height = 48});
        REQUIRE(sink);
        REQUIRE((*sink)->write(gradient(64, 48)));
    }
    CHECK(filesIn(folder.path()) == 0);
}

TEST_CASE("a film without a picture leaves nothing and is a problem", "[capture][video]") {
    const ScratchFolder folder;
    Result<std::unique_ptr<FrameSink>> sink =
        openFrameSink(folder.path() / "film.mp4", {.width = 64, .height = 48});
    REQUIRE(sink);
    const Outcome finished = (*sink)->finish();
    REQUIRE_FALSE(finished);
    CHECK_THAT(finished.problem().text, contains("no picture"));
    sink->reset();
    CHECK(filesIn(folder.path()) == 0);
}

TEST_CASE("without ffmpeg the problem says what to install and what works without", "[capture][video]") {
    const ScratchFolder folder;
    const PathOverride none((folder.path() / "no-programs").string());
    const Result<std::unique_ptr<FrameSink>> sink =
        openFrameSink(folder.path() / "film.mp4", {.width = 64, .height = 48});
    REQUIRE_FALSE(sink);
    CHECK_THAT(sink.problem().text, contains("install ffmpeg"));
    CHECK_THAT(sink.problem().text, contains("folder"));
    CHECK(filesIn(folder.path()) == 0);
}

TEST_CASE("an ffmpeg that fails has its last words quoted and no signal ends us", "[capture][video]") {
    const ScratchFolder folder;
    const ScratchFolder programs;
    makeProgram(programs.path() / "ffmpeg", "echo first >&2\necho 'the codec is missing' >&2\nexit 1");
    const PathOverride only(programs.path().string() + ":/usr/bin:/bin");
    Result<std::unique_ptr<FrameSink>> sink =
        openFrameSink(folder.path() / "film.mp4", {.width = 512, .height = 512, .frames = 4});
    REQUIRE(sink);
    Outcome outcome = Done{};
    for (int frame = 0; frame < 4 && outcome; ++frame) {
        outcome = (*sink)->write(gradient(512, 512, frame));
    }
    outcome = outcome ? (*sink)->finish() : outcome;
    REQUIRE_FALSE(outcome);
    CHECK_THAT(outcome.problem().text, contains("the codec is missing"));
    CHECK_FALSE((*sink)->write(gradient(512, 512)));
    CHECK_FALSE((*sink)->finish());
    sink->reset();
    CHECK(filesIn(folder.path()) == 0);
}

TEST_CASE("a picture of another size is refused", "[capture][video]") {
    const ScratchFolder folder;
    Result<std::unique_ptr<FrameSink>> sink =
        openFrameSink(folder.path() / "film.mkv", {.width = 64, .height = 48});
    REQUIRE(sink);
    const Outcome written = (*sink)->write(gradient(48, 64));
    REQUIRE_FALSE(written);
    CHECK_THAT(written.problem().text, contains("48x64"));
}

}  // namespace
}  // namespace shoal
